"""What `solve` does: sets the position up through the game's own text, asks its solver, says what it found."""

import json
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gridarena_cli import planning
from gridarena_cli.exits import CliError, Exit
from gridarena_cli.terminal import note, put_json, show
from gridarena_games.base import Board
from gridarena_games.errors import InvalidSetupError
from gridarena_games.registry import find_game, find_oracle
from gridarena_lab.solvers import Solver, find_solver

SILENT_S = 1.0
"""A search is told of when it takes longer."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What was typed."""

    game: str
    size: str | None
    board: str | None
    position: str | None
    options: Sequence[str]
    moves: Sequence[str]


def solve(wanted: Wanted, *, as_json: bool) -> None:
    """Prints value, best moves, nodes and time of one position."""
    solver = find_solver(wanted.game)
    board = _board(wanted, solver)
    started = time.perf_counter()
    with _told():
        solved = solver.solve(board)
    seconds = time.perf_counter() - started
    if as_json:
        put_json({"value": solved.value, "best": solved.best, "nodes": solved.nodes, "seconds": round(seconds, 6)})
        return
    show(str(board))
    show(f"value {solved.value:+d} for seat {board.to_move}, who is to move")
    show(f"best: {', '.join(solved.best) or 'no move is left'}")
    note(f"{solved.nodes:,} nodes in {seconds:.3f} s")


def check(game: str, vectors: Path, *, as_json: bool) -> None:
    """Prints which entries of a file of verified positions do not hold; ends with 1 when there are any."""
    solver = find_solver(game)
    entries = _read(vectors)
    with _told():
        checked = solver.check(entries)
    if as_json:
        put_json({"checked": checked.checked, "failed": checked.failed})
    else:
        show(f"{checked.checked} checked, {len(checked.failed)} failed{': ' if checked.failed else ''}")
        show(*checked.failed)
    if checked.failed:
        raise CliError(Exit.PROBLEM, f"{len(checked.failed)} of {checked.checked} do not hold in {vectors}")


@contextmanager
def _told() -> Iterator[None]:
    """Says that something goes on in the block, when it does so for a while."""
    line = "searching; how long it takes cannot be foretold (Ctrl-C ends it)"
    timer = threading.Timer(SILENT_S, note, (line,))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()


def _board(wanted: Wanted, solver: Solver) -> Board:
    game = find_game(wanted.game)
    board = game.start(*_setup(wanted, solver))
    factory = find_oracle(wanted.game)
    oracle = factory(board) if factory else None
    if oracle is not None and not (answer := oracle.start()).accepted:
        why = "it cannot be decided whether it can be filled" if answer.reason == "undecided" else "it cannot be filled"
        raise InvalidSetupError(f"the position has no value: {why}")
    for text in wanted.moves:
        move = game.move(text)
        question = board.question(move)
        board.push(move, oracle.answer(question) if oracle is not None and question is not None else None)
    return board


def _setup(wanted: Wanted, solver: Solver) -> tuple[str, Mapping[str, str]]:
    """The start position as text, and its options."""
    size, board, position = wanted.size, wanted.board, wanted.position
    if position is not None and board is None:
        return solver.setup(size, position), planning.game_options(wanted.options)
    if position is not None or (size is None) == (board is None):
        raise CliError(Exit.USAGE, f"expected one of --size ({solver.size_form}), --board and --position")
    name = solver.start_name(size) if size is not None else str(board)
    start = planning.read_boards(wanted.game, (name,), wanted.options)[0]
    return start.setup, start.options


def _read(path: Path) -> dict[str, Any]:
    try:
        vectors = json.loads(path.read_text(encoding="utf-8-sig"))  # Notepad leaves a mark in front
    except OSError as problem:
        raise CliError(Exit.BAD_FILE, f"{path} cannot be read: {problem.strerror}") from None
    except ValueError as problem:
        raise CliError(Exit.BAD_FILE, f"{path}: expected JSON, got {problem}") from None
    if not isinstance(vectors, dict):
        raise CliError(Exit.BAD_FILE, f"{path}: expected a JSON object of verified positions")
    return vectors
