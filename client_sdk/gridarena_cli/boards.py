"""What `board` does: makes, draws and grades start positions through whatever the game itself offers."""

import random
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.text import Text

from gridarena_cli import planning
from gridarena_cli.exits import CliError, Exit
from gridarena_cli.render.tables import grid
from gridarena_cli.terminal import note, plain, put_json, show
from gridarena_games.base import Board, Grade, StartPositions
from gridarena_games.registry import find_game, find_positions
from gridarena_protocol.views import StartBoard

SEEDS = 1_000_000
"""Seeds are drawn below this, so that a name stays short enough to be typed."""


def new(game: str, name: str, seed: int | None, out: Path | None, *, as_json: bool) -> None:
    """Makes one, draws it, and writes it where it shall be written."""
    board = made(game, name, seed)
    position = _position(game, board)
    found = _positions(game).grade(position)
    if out is not None:
        write(out, board.setup)
    if as_json:
        put_json({"name": board.name, "setup": board.setup, "file": out and str(out), **graded(found)})
        return
    show(Text(f"{board.name}: {found.level}, {figures(found.figures)}", style="bold"), drawing(position))
    note(f"{plain(found.why)}; play it: gridarena match AGENT AGENT --game {game} --board {board.name}")
    if out is not None:
        note(f"written to {plain(str(out))}")


def show_all(game: str, names: Sequence[str], options: Iterable[str], *, as_json: bool) -> None:
    """Draws every one."""
    boards = planning.read_boards(game, names, options)
    if as_json:
        put_json({"boards": [{"name": board.name, "setup": board.setup} for board in boards]})
        return
    for board in boards:
        show(Text(plain(board.name), style="bold"), drawing(_position(game, board)))


def grade_all(game: str, names: Sequence[str], options: Iterable[str], *, as_json: bool) -> None:
    """Grades every one, in one table."""
    boards = planning.read_boards(game, names, options)
    positions = _positions(game)
    grades = [positions.grade(_position(game, board)) for board in boards]
    if as_json:
        put_json({"boards": [{"name": board.name, **graded(one)} for board, one in zip(boards, grades, strict=True)]})
        return
    columns = list(grades[0].figures)
    table = grid("board", "level", *columns, right=columns)
    for board, one in zip(boards, grades, strict=True):
        table.add_row(plain(board.name), one.level, *map(said, one.figures.values()))
    show(table)
    for level, why in {one.level: one.why for one in grades}.items():
        note(f"{level}: {why}")


def made(game: str, name: str, seed: int | None) -> StartBoard:
    """The position of this name; a seed is drawn where the name can have one and has none."""
    positions = _positions(game)
    seeded = positions.seeded(name, random.randrange(SEEDS) if seed is None else seed)
    if seed is not None and seeded == name and positions.setup(name) is not None:
        raise CliError(Exit.USAGE, f"{name} takes no --seed: it has one already, or nothing in it is drawn")
    setup = positions.setup(seeded)
    if setup is None:
        raise CliError(Exit.USAGE, f"expected {positions.forms}, got {name!r}")
    return StartBoard(seeded, setup, {})


def write(path: Path, setup: str) -> None:
    """To a file that is not there yet."""
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(setup)
    except FileExistsError:
        raise CliError(Exit.USAGE, f"{path} exists already; expected --out with a new file") from None
    except OSError as problem:
        raise CliError(Exit.BAD_FILE, f"{path} cannot be written: {problem.strerror}") from None


def drawing(position: Board) -> Text:
    """The board as the game draws it."""
    return Text("\n".join(plain(line) for line in str(position).splitlines()) + "\n")


def graded(found: Grade) -> dict[str, Any]:
    """A grade in JSON."""
    return {"level": found.level, "figures": dict(found.figures), "why": found.why}


def figures(values: Mapping[str, int | None]) -> str:
    """`empty 57, nodes 39` and so on."""
    return ", ".join(f"{name} {said(value)}" for name, value in values.items())


def said(value: int | None) -> str:
    """A number, or that it is not known."""
    return "?" if value is None else str(value)


def _positions(game: str) -> StartPositions:
    positions = find_positions(find_game(game).name)
    if positions is None:
        raise CliError(Exit.USAGE, f"{game} has no start positions by name, and nothing that grades them")
    return positions


def _position(game: str, board: StartBoard) -> Board:
    return find_game(game).start(board.setup, board.options)
