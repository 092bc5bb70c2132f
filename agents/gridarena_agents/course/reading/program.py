"""The modules an agent loads: from ``sudokuai.py`` along its imports, as far as they are files of the submission.

Folders of students are full of experiments that no match ever imports; what is wrong in those is nobody's business.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from gridarena_agents.course.reading.folders import FRAMEWORK, locate
from gridarena_agents.course.reading.sources import Broken, Import, imports, parse

MOST_MODULES = 400


@dataclass(frozen=True, slots=True)
class Module:
    """One file that is loaded."""

    path: Path
    shown: str
    """Its place as findings name it."""
    tree: ast.Module | Broken
    imports: tuple[Import, ...]


@dataclass(slots=True)
class Program:
    """All of them, by following the imports."""

    folder: Path
    root: Path
    package: tuple[str, ...]
    modules: dict[Path, Module] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._load(self.folder / "__init__.py", self.package)
        self._load(self.folder / "sudokuai.py", self.package)

    def trees(self) -> Iterator[tuple[Module, ast.Module]]:
        """The modules that can be parsed."""
        for module in self.modules.values():
            if isinstance(module.tree, ast.Module):
                yield module, module.tree

    def find(self, name: str) -> Path | None:
        """The file of the module of this full name, or its folder; None where it is none of the submission's."""
        parts = tuple(name.split("."))
        size = len(self.package)
        if parts[:size] == self.package:
            found = locate(self.folder, parts[size:]) if parts[size:] else self.folder
            if found is not None:
                return found
        if parts[0] == FRAMEWORK or not name:
            return None
        places = (self.root, self.folder, self.folder.parent)
        return next((found for place in places if (found := locate(place, parts)) is not None), None)

    def _load(self, path: Path, package: tuple[str, ...]) -> None:
        if path in self.modules or len(self.modules) >= MOST_MODULES or not path.is_file():
            return
        tree = parse(path)
        found = tuple(imports(tree, package)) if isinstance(tree, ast.Module) else ()
        self.modules[path] = Module(path, self._shown(path), tree, found)
        for one in found:
            for name in (one.module, *(f"{one.module}.{name}" for name in one.names)):
                self._follow(name)

    def _follow(self, name: str) -> None:
        found = self.find(name)
        if found is None or found.suffix != ".py":
            return
        inside = found.parent.is_relative_to(self.folder) and found.parent.relative_to(self.folder).parts
        if inside is not False:
            self._load(found, (*self.package, *inside))
        else:
            parts = name.split(".")
            self._load(found, tuple(parts if found.name == "__init__.py" else parts[:-1]))

    def _shown(self, path: Path) -> str:
        base = self.root if path.is_relative_to(self.root) else self.folder.parent
        return path.relative_to(base).as_posix()
