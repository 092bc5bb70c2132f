"""The one place that decides between numba and plain Python.

A kernel is written once, on ints and flat indexable arrays. With numba it is compiled (``nogil``, cached, never
``parallel``, which aborts when called from threads) and works on int64 arrays; without numba, or with
``GRIDARENA_NO_NUMBA=1`` in the environment, the very same code runs as it stands, on lists, which plain Python indexes
several times faster than arrays. Answers and node counts are equal.

A kernel makes no arrays, it is given them. So numba is told to count no references (its option ``_nrt``): a search that
calls itself with its tables, some thirty arrays, would spend four fifths of its time on that.

Compiled code is kept in a folder of the user's own, one for each combination of numba, Python and kernel sources: numba
notices a change in the file of the outer function only, and packages are often installed where nobody may write. Where
no folder can be written, kernels are compiled in every process. A cache file cut short by a crash or a full disk makes
numba raise whatever the broken pickle leads to; :func:`load` then drops the folder and compiles again.
"""

import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, MutableSequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING or os.environ.get("GRIDARENA_NO_NUMBA", "0") not in ("", "0"):
    numba = None
else:
    try:
        import numba
    except (ImportError, OSError):  # OSError: its compiled library does not load here
        numba = None

COMPILED = numba is not None
"""True when kernels run compiled."""

Flat = MutableSequence[int]
"""A flat array of ints: an int64 array when compiled, else a list."""

_F = TypeVar("_F", bound=Callable[..., object])


def flat(values: Iterable[int]) -> Flat:
    """The values in the form kernels index fastest here."""
    return np.fromiter(values, dtype=np.int64) if COMPILED else list(values)  # type: ignore[return-value]


def flattened(values: NDArray[np.int64]) -> Flat:
    """An array's values in the form kernels index fastest here, row by row."""
    return cast(Flat, np.ascontiguousarray(values).ravel()) if COMPILED else cast(Flat, values.ravel().tolist())


def octets(values: bytearray) -> Flat:
    """The very same bytes, in the form kernels index fastest here; what a kernel writes is written to them."""
    return cast(Flat, np.frombuffer(values, dtype=np.uint8)) if COMPILED else values


def flag(stop: NDArray[np.uint8]) -> Flat:
    """A stop flag in shared memory, as kernels poll it: they see what another process writes."""
    return cast(Flat, stop)


def zeros(length: int) -> Flat:
    """A workspace of zeros."""
    return np.zeros(length, dtype=np.int64) if COMPILED else [0] * length  # type: ignore[return-value]


def load(probe: Callable[[], object]) -> None:
    """Runs the probe so that everything it touches is compiled or loaded; a damaged cache is thrown away.

    The last try needs no cache at all: numba registers what it compiled before it fails to save it.
    """
    if CACHE_FOLDER is not None:
        for _ in range(2):
            try:
                probe()
            except Exception:  # noqa: BLE001 - a cut pickle can raise anything
                shutil.rmtree(CACHE_FOLDER, ignore_errors=True)
            else:
                return
    probe()


def _user_cache() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def _fingerprint() -> str:
    digest = hashlib.sha256()
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:12]


def _writable_folder() -> Path | None:
    """The user's folder for exactly these kernels, made and proven writable."""
    if numba is None:
        return None
    version = f"numba-{numba.__version__}-py{sys.version_info[0]}.{sys.version_info[1]}-{_fingerprint()}"
    try:
        folder = Path(numba.config.CACHE_DIR or _user_cache() / "gridarena") / version
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except (OSError, RuntimeError):  # RuntimeError: no home folder
        return None


CACHE_FOLDER = _writable_folder()
"""Where compiled kernels are kept; None where nothing can be written or nothing is compiled."""


def _options() -> dict[str, bool]:
    """As numba's decorator takes them; the private one is left out where a numba no longer knows it."""
    if numba is None:
        return {}
    from numba.core.options import DefaultOptions

    uncounted = {"_nrt": False} if hasattr(DefaultOptions, "_nrt") else {}
    return {"nogil": True, "cache": CACHE_FOLDER is not None, **uncounted}


OPTIONS = _options()


def kernel(function: _F) -> _F:
    """Compiles the function where numba is present; otherwise leaves it as it is."""
    if numba is None:
        return function
    theirs = numba.config.CACHE_DIR  # numba reads the setting here, once for each function
    if CACHE_FOLDER is not None:
        numba.config.CACHE_DIR = str(CACHE_FOLDER)
    try:
        return numba.njit(**OPTIONS)(function)
    finally:
        numba.config.CACHE_DIR = theirs
