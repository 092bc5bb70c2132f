"""Where in what was handed in the agents are, and the folder each of them was made to run in.

An agent is a folder with ``sudokuai.py`` that is not the framework's own package. Its root is the folder that the
framework would have been started in. Nobody says which that was, so the agent's own imports do, then a copy of the
framework beside it, and in the end the folder above it.
"""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

MODULE = "sudokuai.py"
FRAMEWORK = "competitive_sudoku"
STOCK = frozenset({"naive_player", "greedy_player", "random_player", "random_save_player"})
"""The framework's own players."""
MOST_FOLDERS = 2_000
DEEPEST = 8
_LEFT_OUT = frozenset({"__pycache__", "node_modules", "site-packages", "venv", "env", "__MACOSX"})


def agent_folders(top: Path) -> list[Path]:
    """Every folder with an agent, at or below ``top``, by name; the framework's own players only when alone."""
    places = [place for place, files in _walk(top) if MODULE in files and place.name != FRAMEWORK]
    found = sorted(places, key=lambda folder: folder.as_posix().lower())
    handed_in = [folder for folder in found if folder.name not in STOCK or folder == top]
    return handed_in or found


def python_files(folder: Path) -> Iterator[Path]:
    """The sources of an agent, by name; not those of an environment or a repository that somebody left in it."""
    for place, files in _walk(folder):
        yield from (place / name for name in sorted(files) if name.endswith(".py"))


def _walk(top: Path) -> Iterator[tuple[Path, list[str]]]:
    """Every folder that matters with its files, by name."""
    for seen, (name, folders, files) in enumerate(os.walk(top)):
        place = Path(name)
        yield place, files
        deep = len(place.relative_to(top).parts) >= DEEPEST or seen > MOST_FOLDERS
        folders[:] = [] if deep else sorted(one for one in folders if one not in _LEFT_OUT and not one.startswith("."))


def find_root(folder: Path, imported: Iterable[str], limit: Path | None) -> Path:
    """The root of the agent in ``folder``.

    Args:
        folder: Where ``sudokuai.py`` is.
        imported: Full names of the modules its sources import.
        limit: Folders above this one are none of ours; None: any may be.
    """
    wanted = {tuple(name.split(".")) for name in imported}
    above = [folder.parent] if limit == folder else list(_above(folder, limit))

    def worth(place: Path) -> tuple[int, bool, int]:
        own = place.joinpath(folder.relative_to(place).parts[0])
        hits = sum(1 for parts in wanted if parts[0] == own.name and locate(place, parts) is not None)
        return hits, is_framework(place), -above.index(place)

    return max(above, key=worth)


def _above(folder: Path, limit: Path | None) -> Iterator[Path]:
    for place in list(folder.parents)[:DEEPEST]:
        yield place
        if place == limit:
            return


def is_framework(place: Path) -> bool:
    """The framework would be started here."""
    return (place / FRAMEWORK).is_dir() or (place / "simulate_game.py").is_file()


def locate(place: Path, parts: tuple[str, ...]) -> Path | None:
    """The file of a module below ``place``, or its folder where it is a package without ``__init__.py``."""
    target = place.joinpath(*parts)
    for candidate in (target / "__init__.py", target.parent / f"{target.name}.py", target):
        if candidate.is_file() or (candidate == target and candidate.is_dir()):
            return candidate
    return None
