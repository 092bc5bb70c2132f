"""A Python file, parsed without being run, and what it imports."""

import ast
import contextlib
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

LARGEST = 2 * 2**20
"""Bytes of a source that is read; larger ones are data with the wrong name."""
_TRIES = 4
"""Python up to 3.12 counts the depth of all threads' trees together and may take another's for an error (gh-106905)."""


@dataclass(frozen=True, slots=True)
class Broken:
    """Why a file cannot be parsed."""

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Import:
    """One module that is imported, by its full name."""

    module: str
    names: tuple[str, ...]
    """What is taken from it; ``*`` for everything; empty: the module itself."""
    line: int
    guarded: bool
    """The agent copes without it: inside ``try``, or for type checkers only."""
    late: bool
    """Inside a function: nobody misses it before that runs."""


def parse(path: Path) -> ast.Module | Broken:
    """The file's syntax tree, or why there is none."""
    try:
        if path.stat().st_size > LARGEST:
            return Broken(f"larger than {LARGEST // 2**20} MiB", 0)
        source = path.read_bytes()
    except OSError as error:
        return Broken(f"cannot be read: {error.strerror}", 0)
    try:
        return _parse(source)
    except SyntaxError as error:
        return Broken(error.msg, error.lineno or 0)
    except (ValueError, RecursionError, MemoryError, SystemError) as error:
        return Broken(str(error) or type(error).__name__, 0)


def _parse(source: bytes) -> ast.Module:
    """The tree; what Python would warn of is the student's business, not of who reads along."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for _ in range(_TRIES):
            with contextlib.suppress(SystemError):
                return ast.parse(source)
        return ast.parse(source)


def imports(tree: ast.Module, package: tuple[str, ...]) -> Iterator[Import]:
    """All imports of a module that lies in ``package``, relative ones with their full names."""
    yield from _imports(tree.body, package, guarded=False, late=False)


def _imports(body: list[ast.stmt], package: tuple[str, ...], *, guarded: bool, late: bool) -> Iterator[Import]:
    for node in body:
        match node:
            case ast.Import(names):
                for alias in names:
                    yield Import(alias.name, (), node.lineno, guarded, late)
            case ast.ImportFrom(module, names, level):
                full = _full_name(module, level or 0, package)
                yield Import(full, tuple(alias.name for alias in names), node.lineno, guarded, late)
            case ast.Try(inner, handlers, orelse, final) | ast.TryStar(inner, handlers, orelse, final):
                yield from _imports(inner, package, guarded=guarded or bool(handlers), late=late)
                for part in (*(handler.body for handler in handlers), orelse, final):
                    yield from _imports(part, package, guarded=guarded, late=late)
            case ast.If(test, inner, orelse):
                typing_only = "TYPE_CHECKING" in ast.dump(test)
                script_only = "__main__" in ast.dump(test)
                yield from _imports(inner, package, guarded=guarded or typing_only or script_only, late=late)
                yield from _imports(orelse, package, guarded=guarded, late=late)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                yield from _imports(node.body, package, guarded=guarded, late=True)
            case ast.ClassDef() | ast.With() | ast.For() | ast.While():
                yield from _imports(node.body, package, guarded=guarded, late=late)


def _full_name(module: str | None, level: int, package: tuple[str, ...]) -> str:
    if not level:
        return module or ""
    base = package[: len(package) - level + 1]
    return ".".join((*base, *((module,) if module else ())))
