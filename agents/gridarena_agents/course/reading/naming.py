"""What an agent calls itself: the package its own imports start with, whatever its folder is called today.

Learning platforms rename what is handed in, and students rename folders; the imports stay. ``team01_A2.search`` means
the agent's own ``search.py`` where no ``team01_A2`` is to be found and everything taken from it is in the folder.
"""

import sys
from collections import defaultdict
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

from gridarena_agents.course.reading.folders import FRAMEWORK, locate
from gridarena_agents.course.reading.sources import Import

Parts = tuple[str, ...]


def importable(name: str) -> str:
    """A folder's name without dots, which would have another meaning in an import."""
    return name.replace(".", "_")


def own_package(folder: Path, root: Path, imports: Iterable[Import]) -> Parts:
    """The parts of the name under which the agent must be imported."""
    place = tuple(map(importable, folder.relative_to(root).parts))
    foreign: dict[str, set[Parts]] = defaultdict(set)
    for one in imports:
        parts = tuple(one.module.split("."))
        if one.module and parts[0] != place[0] and _is_nowhere(parts[0], (root, folder, folder.parent)):
            inner = locate(folder, parts[1:]) if len(parts) > 1 else None
            foreign[parts[0]] |= {parts} if inner or not one.names else {(*parts, name) for name in one.names}
    for wanted in foreign.values():
        longest = min(len(parts) for parts in wanted)
        for size in range(1, longest):
            if len({parts[:size] for parts in wanted}) == 1 and all(_inside(folder, parts[size:]) for parts in wanted):
                return min(wanted)[:size]
    return place


def _is_nowhere(name: str, places: tuple[Path, ...]) -> bool:
    if name == FRAMEWORK or name in sys.stdlib_module_names or any(locate(place, (name,)) for place in places):
        return False
    try:
        return find_spec(name) is None
    except (ImportError, ValueError):
        return True


def _inside(folder: Path, parts: Parts) -> bool:
    """The module is in the folder, or the name in a module of it; each agent has ``sudokuai``, which tells nothing."""
    if parts[0] == "sudokuai":
        return False
    return locate(folder, parts) is not None or (len(parts) > 1 and locate(folder, parts[:-1]) is not None)
