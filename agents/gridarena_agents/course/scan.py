"""Reads what was handed in: a folder, a zip file, a folder in a zip file; a path to ``sudokuai.py`` itself will do."""

import ast
import zipfile
from itertools import islice
from pathlib import Path

from gridarena_agents.course.reading import folders, sources
from gridarena_agents.course.reading.archive import unpack
from gridarena_agents.course.reading.generation import detect
from gridarena_agents.course.reading.naming import importable, own_package
from gridarena_agents.course.reading.program import Program
from gridarena_agents.course.submission import Generation, HandedIn, Submission, SubmissionError

MOST_SOURCES = 500
"""Files of one agent that are read."""
_OTHER_ARCHIVES = frozenset({".7z", ".bz2", ".gz", ".rar", ".tar", ".tgz", ".xz"})


def scan(path: Path) -> Submission:
    """Every agent of a submission; ``class.zip/team00_A2`` is a folder in an archive.

    Raises:
        SubmissionError: nothing there can be read, or no agent is in it.
    """
    path = path.expanduser().absolute()
    top, limit = _open(path)
    found = folders.agent_folders(top)
    if not found:
        raise SubmissionError(f"expected a folder with {folders.MODULE} in it at {path}: there is none")
    return Submission(path, top, tuple(_agent(folder, limit) for folder in found))


def _open(path: Path) -> tuple[Path, Path | None]:
    """The folder to look in, and the folder above which nothing is the submission's."""
    if path.is_dir():
        return path, None
    if path.is_file() and path.name == folders.MODULE:
        return path.parent, None
    archive = next((place for place in (path, *path.parents) if place.is_file()), None)
    if archive is None:
        raise SubmissionError(f"expected an agent's folder or zip file at {path}: there is none")
    if archive.suffix.lower() in _OTHER_ARCHIVES or not zipfile.is_zipfile(archive):
        raise SubmissionError(f"expected an agent's folder or a zip file, got {archive}")
    unpacked = unpack(archive)
    top = unpacked / path.relative_to(archive)
    if not top.is_dir():
        raise SubmissionError(f"expected the folder {path.relative_to(archive)} in {archive}: there is none")
    return top, unpacked.parent


def _agent(folder: Path, limit: Path | None) -> HandedIn:
    files = islice(folders.python_files(folder), MOST_SOURCES)
    trees = [tree for file in files if isinstance(tree := sources.parse(file), ast.Module)]
    taken = [one for tree in trees for one in sources.imports(tree, (importable(folder.name),))]
    root = folders.find_root(folder, (one.module for one in taken if one.module), limit)
    package = own_package(folder, root, taken)
    loaded = [tree for _, tree in Program(folder, root, package).trees()]
    generation = detect(loaded) or detect(trees)
    return HandedIn(folder, root, package, generation or _beside(root), certain=generation is not None)


def _beside(root: Path) -> Generation:
    """The generation of the framework's copy beside the agent; the newer one where there is none."""
    tree = sources.parse(root / folders.FRAMEWORK / "sudoku.py")
    if isinstance(tree, sources.Broken):
        return "v14"
    names = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    return "classic" if "rc2f" in names else "v14"
