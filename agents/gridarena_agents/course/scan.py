"""Reads what was handed in: a folder, a zip file, a folder in a zip file; a path to ``sudokuai.py`` itself will do."""

import ast
import hashlib
import zipfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from gridarena_agents.course.faults import classes, imports, numpy_names, oracle
from gridarena_agents.course.reading import folders, interpreter, sources
from gridarena_agents.course.reading.archive import unpack
from gridarena_agents.course.reading.generation import detect
from gridarena_agents.course.reading.naming import own_package
from gridarena_agents.course.reading.program import Program
from gridarena_agents.course.submission import CourseAgent, Finding, Generation, Submission, SubmissionError

MOST_SOURCES = 500
"""Files of one agent that are read."""
_OTHER_ARCHIVES = frozenset({".7z", ".bz2", ".gz", ".rar", ".tar", ".tgz", ".xz"})


def scan(path: Path, *, python: str | None = None) -> Submission:
    """Every agent of a submission, with what is wrong with it.

    Args:
        path: As handed in; ``class.zip/team00_A2`` is a folder in an archive.
        python: The interpreter the agents will run in; None: this one.

    Raises:
        SubmissionError: nothing there can be read, or no agent is in it.
    """
    top, limit = _open(path.expanduser().absolute())
    found = folders.agent_folders(top)
    if not found:
        raise SubmissionError(f"expected a folder with {folders.MODULE} in it at {path}: there is none")
    return Submission(path, top, tuple(_agent(folder, limit, python) for folder in found))


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


def _agent(folder: Path, limit: Path | None, python: str | None) -> CourseAgent:
    files = list(islice(_python_files(folder), MOST_SOURCES))
    trees = {file: tree for file in files if isinstance(tree := sources.parse(file), ast.Module)}
    taken = [one for tree in trees.values() for one in sources.imports(tree, (folder.name,))]
    root = folders.find_root(folder, (one.module for one in taken if one.module), limit)
    program = Program(folder, root, own_package(folder, root, taken))
    findings = list(_syntax(program))
    generation = detect(tree for _, tree in program.trees()) or detect(trees.values())
    if generation is None:
        generation = _beside(root)
        text = f"does not say for which version of the framework it is made: {generation} is assumed"
        findings.append(Finding("note", "generation", text))
    findings += _faults(program, generation, python)
    return CourseAgent(folder, root, program.package, generation, _fingerprint(folder, files), tuple(findings))


def _python_files(folder: Path) -> Iterator[Path]:
    for file in sorted(folder.rglob("*.py")):
        if "__pycache__" not in file.parts and file.is_file():
            yield file


def _beside(root: Path) -> Generation:
    """The generation of the framework's copy beside the agent; the newer one where there is none."""
    tree = sources.parse(root / folders.FRAMEWORK / "sudoku.py")
    if isinstance(tree, sources.Broken):
        return "v14"
    names = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    return "classic" if "rc2f" in names else "v14"


def _syntax(program: Program) -> Iterator[Finding]:
    for module in program.modules.values():
        if isinstance(module.tree, sources.Broken):
            yield Finding("error", "syntax", f"is no Python: {module.tree.text}", module.shown, module.tree.line)


def _faults(program: Program, generation: Generation, python: str | None) -> Iterator[Finding]:
    answers = interpreter.ask(python, imports.outside(program), numpy_names.used(program))
    yield from imports.find(program, generation, answers)
    yield from numpy_names.find(program, answers)
    yield from classes.find(program)
    yield from oracle.find(program)


def _fingerprint(folder: Path, files: list[Path]) -> str:
    found = hashlib.sha256()
    for file in files:
        found.update(file.relative_to(folder).as_posix().encode("utf-8", "surrogateescape"))
        found.update(file.read_bytes())
    return found.hexdigest()[:8]
