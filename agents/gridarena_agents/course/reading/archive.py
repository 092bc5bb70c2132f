"""Zip files as students hand them in, unpacked where nothing of theirs can do harm.

An archive is unpacked once, under the digest of its bytes, and found there by every process that plays its agent; the
folder belongs to the user alone. Names that leave the folder, links, passwords and bombs are refused before or while
the bytes come out: what a header says of a size is not believed.
"""

import hashlib
import os
import shutil
import stat
import sys
import tempfile
import zipfile
import zlib
from pathlib import Path, PurePosixPath

from gridarena_agents.course.submission import SubmissionError

MOST_FILES = 5_000
MOST_BYTES = 300 * 2**20
"""Of all files together, unpacked."""
MOST_PARTS = 24
"""Folders above a file."""
_CHUNK = 2**20
_COUNT = "files.txt"
"""Beside what was unpacked: how many files there are, this one included."""
_SKIPPED = ("__MACOSX", "__pycache__", ".git", ".venv", "venv")
_FORBIDDEN = frozenset('<>:"|?*\0')


def unpack(path: Path) -> Path:
    """The folder with what the archive holds, named like the archive.

    Raises:
        SubmissionError: it is no archive that could be unpacked safely.
    """
    try:
        digest = _digest(path)
        target = _place() / digest
        if target.exists() and _robbed(target):
            shutil.rmtree(target)
        if not target.exists():
            _unpack_new(path, target)
    except OSError as error:
        raise SubmissionError(f"{path} cannot be unpacked: {error.strerror or error}") from error
    return target / _stem(path)


def _robbed(target: Path) -> bool:
    """Something is missing there: systems clean up among temporary files that nobody has used for days."""
    try:
        return _count(target) < int((target / _COUNT).read_text("ascii"))
    except (OSError, ValueError):
        return True


def _count(folder: Path) -> int:
    return sum(len(files) for _, _, files in os.walk(folder))


def _stem(path: Path) -> str:
    return path.stem.strip(" .") or "submission"


def _digest(path: Path) -> str:
    found = hashlib.sha256(_stem(path).encode("utf-8", "surrogateescape"))
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            found.update(chunk)
    return found.hexdigest()[:32]


def _place() -> Path:
    """A folder for unpacked archives that nobody else can have filled."""
    if sys.platform == "win32":
        place = Path(tempfile.gettempdir()) / "gridarena-submissions"
        place.mkdir(exist_ok=True)
        return place
    place = Path(tempfile.gettempdir()) / f"gridarena-submissions-{os.getuid()}"
    place.mkdir(mode=0o700, exist_ok=True)
    status = place.lstat()
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.getuid() or status.st_mode & 0o077:
        raise SubmissionError(f"expected {place} to be a folder of yours alone (mode 700): remove it and try again")
    return place


def _unpack_new(path: Path, target: Path) -> None:
    partial = Path(tempfile.mkdtemp(dir=target.parent))
    try:
        home = partial / _stem(path)
        home.mkdir()
        try:
            with zipfile.ZipFile(path) as archive:
                _extract(archive, home)
        except (zipfile.BadZipFile, NotImplementedError, EOFError, ValueError, zlib.error) as error:
            raise SubmissionError(f"{path} cannot be read as a zip file: {error}") from error
        (partial / _COUNT).write_text(str(1 + _count(home)), "ascii")
        try:
            partial.rename(target)
        except OSError:
            if not target.exists():
                raise
    finally:
        shutil.rmtree(partial, ignore_errors=True)


def _extract(archive: zipfile.ZipFile, home: Path) -> None:
    left = MOST_BYTES
    entries = archive.infolist()
    if len(entries) > MOST_FILES:
        raise SubmissionError(f"{archive.filename} holds {len(entries)} files, expected at most {MOST_FILES}")
    for entry in entries:
        parts = _parts(archive, entry)
        if not parts or any(part in _SKIPPED for part in parts):
            continue
        target = home.joinpath(*parts)
        if entry.is_dir():
            target.mkdir(parents=True, exist_ok=True)
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        left = _copy(archive, entry, target, left)


def _parts(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> tuple[str, ...]:
    """The entry's way below the folder; also where Windows wrote backslashes."""
    name = entry.filename.replace("\\", "/")
    parts = PurePosixPath(name).parts
    if name.startswith("/") or ".." in parts or any(_FORBIDDEN & set(part) for part in parts):
        raise SubmissionError(f"{archive.filename} holds a file with a name that is not safe: {entry.filename!r}")
    if stat.S_ISLNK(entry.external_attr >> 16):
        raise SubmissionError(f"{archive.filename} holds a link ({entry.filename!r}): put the file itself there")
    if entry.flag_bits & 1:
        raise SubmissionError(f"{archive.filename} has a password: hand it in without")
    if len(parts) > MOST_PARTS:
        raise SubmissionError(f"{archive.filename} nests folders more than {MOST_PARTS} deep")
    return parts


def _copy(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, target: Path, left: int) -> int:
    """Writes one file; how many bytes the others may still have."""
    with archive.open(entry) as source, target.open("wb") as file:
        while chunk := source.read(_CHUNK):
            left -= len(chunk)
            if left < 0:
                raise SubmissionError(f"{archive.filename} is larger than {MOST_BYTES // 2**20} MiB unpacked")
            file.write(chunk)
    return left
