"""The course's modules, imported the way an agent's process sees them: one generation, under its own name."""

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from types import ModuleType
from typing import Literal

MODULES = Path(str(files("gridarena_agents"))) / "course" / "modules"
PACKAGE = "competitive_sudoku"


@contextmanager
def course_modules(generation: Literal["classic", "v14"]) -> Iterator[dict[str, ModuleType]]:
    """The three public modules by name; afterwards this process has never heard of them."""
    sys.path.insert(0, str(MODULES / generation))
    try:
        yield {name: importlib.import_module(f"{PACKAGE}.{name}") for name in ("sudoku", "sudokuai", "execute")}
    finally:
        sys.path.remove(str(MODULES / generation))
        for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
            del sys.modules[name]
