"""The folder of an experiment: one plan, frozen with the first game, and everything that comes of it.

The same words lead to the same folder again, because its name is made of them; that is all it takes to go on after an
interrupt. More pairs may be asked for at any time: the numbers of the games stay the same.
"""

import hashlib
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from itertools import takewhile
from pathlib import Path

from gridarena_lab.contest import ContestError
from gridarena_lab.experiment.plan import FILE, Experiment
from gridarena_lab.experiment.text import kept_plan, write_plan

PLACE = "gridarena-lab"
"""Where experiments are, in the working folder, unless somebody names another place."""
LONGEST_NAME = 40

_NOT_IN_A_NAME = re.compile(r"[^a-z0-9.]+")


def usual_folder(plan: Experiment) -> Path:
    """Named by the plan: its kind, its first agents, and a hash of everything that makes it another experiment."""
    first = plan.cells[0]
    words = plan.name or f"{plan.kind}-{first.agent.partition('?')[0]}-{first.rival.partition('?')[0]}"
    slug = _NOT_IN_A_NAME.sub("-", words.lower())[:LONGEST_NAME].strip("-.")
    return Path(PLACE) / f"{slug}-{hashlib.sha256(write_plan(_essence(plan)).encode()).hexdigest()[:6]}"


def settled(plan: Experiment, folder: Path) -> Experiment:
    """The plan to go by: with the larger number of pairs, where the folder holds it already.

    Raises:
        ContestError: the folder holds another experiment.
    """
    if not (folder / FILE).exists():
        return plan
    kept = kept_plan(folder)
    if _essence(kept) != _essence(plan):
        raise ContestError(f"{folder} holds another experiment, of another plan: name another folder with --out")
    return replace(plan, pairs=max(kept.pairs, plan.pairs))


def keep_plan(plan: Experiment, folder: Path) -> None:
    """Writes the plan down, unless it stands there already.

    Raises:
        ContestError: the folder cannot be written.
    """
    if (folder / FILE).exists() and kept_plan(folder) == plan:
        return
    fresh = folder / f"{FILE}.new"
    try:
        fresh.write_text(write_plan(plan), encoding="utf-8")
        fresh.replace(folder / FILE)
    except OSError as error:
        raise _unwritable(folder, error) from None


@contextmanager
def made(folder: Path) -> Iterator[None]:
    """The folder is there in the block; if the block fails before a plan is kept in it, what was made goes again.

    Raises:
        ContestError: the folder cannot be written.
    """
    missing = list(takewhile(lambda one: not one.exists(), (folder, *folder.parents)))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        raise _unwritable(folder, error) from None
    try:
        yield
    except BaseException:
        if missing and not (folder / FILE).exists():
            shutil.rmtree(folder, ignore_errors=True)
            with suppress(OSError):  # somebody else has put something there
                for parent in missing[1:]:
                    parent.rmdir()
        raise


def _unwritable(folder: Path, error: OSError) -> ContestError:
    return ContestError(f"cannot write into {folder}: {error.strerror}; name another folder with --out")


def _essence(plan: Experiment) -> Experiment:
    """What makes it another experiment when it is changed."""
    return replace(plan, name="", command="", pairs=1)
