"""Agents that ask the oracle, which the course forbids."""

import ast
from collections.abc import Iterator

from gridarena_agents.course.reading.program import Program
from gridarena_agents.course.submission import Finding

_NAMES = frozenset({"solve_sudoku", "solve_sudoku_path"})
_FILES = ("bin/solve_sudoku", "bin\\solve_sudoku", "solve_sudoku.exe")


def find(program: Program) -> Iterator[Finding]:
    """One finding a module, at the first line that does it."""
    for module, tree in program.trees():
        lines = [line for node in ast.walk(tree) if (line := _asks(node))]
        if lines:
            text = "asks the course's oracle, which the rules forbid: it plays here, but may be disqualified"
            yield Finding("warning", "oracle", text, module.shown, min(lines))


def _asks(node: ast.AST) -> int:
    """The line; 0 where it does not."""
    match node:
        case ast.ImportFrom("competitive_sudoku.execute"):
            return node.lineno
        case ast.ImportFrom("competitive_sudoku", names) if any(alias.name == "execute" for alias in names):
            return node.lineno
        case ast.Import(names) if any(alias.name == "competitive_sudoku.execute" for alias in names):
            return node.lineno
        case ast.Attribute(_, name) if name in _NAMES:
            return node.lineno
        case ast.Constant(str() as text) if any(name in text for name in _FILES):
            return node.lineno
    return 0
