"""A course agent as it was handed in: where its package is, what it is called, for which generation it was written."""

import ast
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from gridarena.errors import UnusableFileError

MAIN = "sudokuai.py"
Generation = Literal["classic", "v14"]


@dataclass(frozen=True, slots=True)
class Submission:
    """One agent's package."""

    folder: Path
    name: str
    """As it is imported."""
    generation: Generation


def scan(path: Path) -> Submission:
    """Finds the agent at this place.

    Raises:
        UnusableFileError: there is none.
    """
    folder = path.parent if path.name == MAIN else path
    main = folder / MAIN
    if not main.is_file():
        raise UnusableFileError(f"expected the folder of a course agent with a file {MAIN}, got {path}")
    return Submission(folder, folder.name, _generation(main))


def _generation(main: Path) -> Generation:
    """A Move of three arguments is classic."""
    try:
        tree = ast.parse(main.read_bytes())
    except (SyntaxError, ValueError):
        return "v14"
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("Move", "TabooMove"):
            return "classic" if len(node.args) + len(node.keywords) == 3 else "v14"
    return "v14"
