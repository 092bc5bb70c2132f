"""What was left behind from trying the agent out: a search that runs at every import, and paths of one system only."""

import ast
import re
from collections.abc import Iterator

from gridarena_agents.course.reading.program import Program
from gridarena_agents.course.submission import Finding

_WINDOWS_PATH = re.compile(r"[\w.-]+(\\[\w .-]+)*\\[\w -]+\.\w{2,4}")
"""A file below the folder the framework runs in."""


def find(program: Program) -> Iterator[Finding]:
    """A finding for the first such line of a kind in each module."""
    for module, tree in program.trees():
        if lines := [line for statement in tree.body for line in _searches(statement)]:
            text = (
                "lets the agent search while it is imported, so that it is late or never there: "
                'put these lines under `if __name__ == "__main__":`'
            )
            yield Finding("problem", "import", text, module.shown, min(lines))
        for path, line in sorted(_paths(tree), key=lambda found: found[1])[:1]:
            text = f"names a file by a path of Windows, {path!r}, that no other system finds: write / for \\"
            yield Finding("warning", "path", text, module.shown, line)


def _searches(statement: ast.stmt) -> Iterator[int]:
    """Lines that ask for a move; what stands in functions and classes, or behind a condition, does not run here."""
    if isinstance(statement, ast.Expr | ast.Assign | ast.For | ast.While | ast.With):
        for node in ast.walk(statement):
            match node:
                case ast.Call(ast.Attribute(_, "compute_best_move")):
                    yield node.lineno


def _paths(tree: ast.Module) -> Iterator[tuple[str, int]]:
    for node in ast.walk(tree):
        match node:
            case ast.Call(args=[ast.Constant(str() as text), *_]) if _WINDOWS_PATH.fullmatch(text):
                if "solve_sudoku" not in text:  # the oracle's, which need not be there
                    yield text, node.lineno
