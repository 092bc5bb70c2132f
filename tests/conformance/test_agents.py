"""Installed agents that play Sudoku keep the laws of a good guest: legal, at once, stopped when told, whole games."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from gridarena.agent import Agent
from gridarena.boards import start_board, start_boards
from gridarena.resolve import agent_names, find_agent, load_agent
from gridarena_games.sudoku.game import Sudoku
from gridarena_lab import match
from gridarena_lab.contest import Report, entrants
from gridarena_protocol.records import Record
from support.shared import shared
from support.turns import one_turn

_GAMES = {name: load_agent(find_agent(name)).games for name in agent_names()}
NAMES = [name for name, games in _GAMES.items() if not games or "sudoku" in games]

pytestmark = pytest.mark.timeout(120)  # the first match of an agent may have to compile its kernels

QUICK = {
    "mcts": "mcts?nodes=20&seed=1",
    "champion": "champion?nodes=200&seed=1",
    "minimax": "minimax?nodes=100&seed=1",
    "report-minimax": "report-minimax?nodes=60&seed=1",
    "report-a2": "report-a2?nodes=60&seed=1",
    "report-a2-skip": "report-a2-skip?nodes=60&seed=1",
    "report-mcts": "report-mcts?nodes=20&seed=1",
    "report-mcts2": "report-mcts2?nodes=3&seed=1",
    "report-even": "report-even?nodes=60&looks=5&seed=1",
    "skip": "skip?nodes=100&looks=10&seed=1",
}
"""Addresses of agents that would search long where there is no clock, or on a large board without numba."""
BOARDS = ["empty-1x1", "random-1x4", "empty-2x2", "random-2x3", "random-3x3-1"]
LARGE_BOARDS = [*BOARDS, "empty-3x3", "empty-3x4", "random-4x4", "empty-4x4", "random-4x5", "random-5x5"]
MODES = [{"mode": "rows"}, {"mode": "border"}, {"mode": "random", "seed": "2"}]


def _boards(name: str) -> list[str]:
    """Those of the reports share one search, and are slow on the largest boards."""
    return BOARDS if name.startswith("report-") else LARGE_BOARDS


def _address(name: str) -> str:
    return QUICK.get(name, f"{name}?seed=1")


def _play(name: str, board: str, folder: Path, options: Mapping[str, str] | None = None) -> list[Record]:
    said: list[str] = []
    records = match(
        _address(name), "random?seed=2", board=board, options=options, time=None, driver="direct", log_folder=folder,
        report=Report(said.append),
    )  # fmt: skip
    assert said == []
    return records


def _agent(name: str) -> Agent:
    return entrants(_address(name), "random")[0].make()


def _check_legal(setup: str, moves: list[str], options: Mapping[str, str] | None = None) -> None:
    board = Sudoku().start(setup, options or {})
    assert moves
    for move in moves:
        board.question(Sudoku().move(move))


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("name", NAMES)
def test_whole_games_are_played_to_their_end(name: str, board: str, tmp_path: Path) -> None:
    """From both seats, without a loss by illegal, taboo or missing, and without an exception."""
    for record in _play(name, board, tmp_path):
        assert record.result is not None
        assert record.result.termination == "completed", record.result.reason


@pytest.mark.parametrize("options", MODES, ids=lambda options: options["mode"])
@pytest.mark.parametrize("name", NAMES)
def test_whole_games_are_played_in_every_mode(name: str, options: Mapping[str, str], tmp_path: Path) -> None:
    """Where not every square is everybody's: no illegal move, passes are the referee's business."""
    for board in ["empty-1x1", "empty-1x3", "empty-2x2", "random-2x3", "random-2x3-4"]:
        for record in _play(name, board, tmp_path, options):
            assert record.result is not None
            assert record.result.termination == "completed", record.result.reason


@pytest.mark.parametrize(("name", "board"), [(name, board) for name in NAMES for board in _boards(name)])
def test_every_proposal_is_legal(
    name: str, board: str, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    """On every size of board; how soon the first one came is noted, not judged."""
    setup = start_board("sudoku", board).setup
    proposals = one_turn(_agent(name), setup, tmp_path, stop_at=3)
    _check_legal(setup, proposals.moves)
    record_property("first_proposal_ms", round(proposals.first_s * 1000, 3))


@pytest.mark.parametrize("board", ["empty-3x4", "random-4x4"])
@pytest.mark.parametrize("name", NAMES)
def test_every_proposal_is_a_square_of_mine(name: str, board: str, tmp_path: Path) -> None:
    """In a mode with squares, on large boards."""
    options = {"mode": "rows"}
    setup = start_board("sudoku", board).setup
    _check_legal(setup, one_turn(_agent(name), setup, tmp_path, stop_at=3, options=options).moves, options)


@pytest.mark.parametrize("name", NAMES)
def test_every_proposal_is_legal_on_the_real_boards(name: str, tmp_path: Path) -> None:
    """The start positions that tournaments are played on: those shipped, and the course's."""
    for board in start_boards("sudoku", ["suite"]):
        _check_legal(board.setup, one_turn(_agent(name), board.setup, tmp_path, stop_at=3).moves)
    for file in sorted(shared("boards").glob("*.txt")):
        setup = file.read_text(encoding="utf-8")
        _check_legal(setup, one_turn(_agent(name), setup, tmp_path, stop_at=3).moves)


@pytest.mark.parametrize("board", ["random-2x3", "random-4x4"])
@pytest.mark.parametrize("name", NAMES)
def test_a_closed_turn_ends_the_search(name: str, board: str, tmp_path: Path) -> None:
    """Nothing is proposed behind the close, and the search comes back by itself."""
    proposals = one_turn(_agent(name), start_board("sudoku", board).setup, tmp_path, stop_at=1)
    assert len(proposals.offers) == 1


@pytest.mark.parametrize("board", ["empty-2x2", "random-2x3", "random-3x3-1"])
@pytest.mark.parametrize("name", sorted({"greedy", "mcts", "minimax", "skip"} & set(NAMES)))
def test_no_turn_is_wasted_unknowingly(name: str, board: str, tmp_path: Path) -> None:
    """What an agent that looks proposes is accepted; only `skip` passes, and only at even numbers."""
    passes = 0
    for record in _play(name, board, tmp_path):
        empties = Sudoku().start(record.header.setup, {}).empties
        for turn in record.turns:
            if turn.verdict == "taboo" and record.header.agents[turn.seat] == name:
                assert name == "skip"
                assert empties % 2 == 0
                passes += 1
            empties -= turn.verdict == "accepted"
    assert (name == "skip") == (passes > 0)
