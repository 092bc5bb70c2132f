"""One turn of a recorded match, once more: the same position, the same taboos, the same clock."""

from pathlib import Path

import pytest

import gridarena
from gridarena_games.sudoku.board import SudokuBoard
from gridarena_lab import match, rethink
from gridarena_lab.contest import Report
from gridarena_lab.rethink import Rethought
from gridarena_protocol.records import Clock, Record

SILENT = Report(lambda text: None)


class First(gridarena.Agent):
    """Always the first move that is there."""

    def play(self, turn: gridarena.Turn) -> None:
        turn.propose(next(turn.board.legal_moves()), value=turn.number)


class Watching(gridarena.Agent):
    """Proposes until it is told to stop, or sees nothing of it."""

    deaf = False
    board = ""
    taboos = 0
    left_s: float | None = None

    def play(self, turn: gridarena.Turn) -> None:
        assert isinstance(turn.board, SudokuBoard)
        Watching.board, Watching.taboos, Watching.left_s = str(turn.board), len(turn.board.taboo), turn.remaining_s()
        turn.propose(next(turn.board.legal_moves()))
        while self.deaf or not turn.closed:
            pass


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Record:
    """A match with taboos in it."""
    folder = tmp_path_factory.mktemp("logs")
    [played] = match(
        First, First, board="easy-2x3", time=None, driver="direct", games=1, log_folder=folder, report=SILENT
    )
    assert any(turn.verdict == "taboo" for turn in played.turns)
    assert any(turn.points for turn in played.turns)
    return played


def again(record: Record, turn: int, agent: gridarena.Agent, clock: Clock, folder: Path) -> Rethought:
    return rethink.rethink(record, turn, agent, clock, folder)


def test_an_agent_without_chance_plays_every_turn_as_it_did(record: Record, tmp_path: Path) -> None:
    """Move, verdict, reason, points and regions: what the referee said then, the oracle says now."""
    for turn in record.turns:
        thought = again(record, turn.turn, First(), Clock("untimed"), tmp_path)
        now = thought.judged
        assert (now.move, now.verdict, now.reason, now.points, now.regions) == (
            turn.move, turn.verdict, turn.reason, turn.points, turn.regions
        )  # fmt: skip
        assert [seen.thinking.value for seen in thought.seen if seen.thinking] == [turn.turn]
        assert thought.closed_us is None


def test_the_turn_closes_in_time(record: Record, tmp_path: Path) -> None:
    """Board and taboos are those of the turn; a hidden clock stays hidden."""
    last = record.turns[-1].turn
    thought = again(record, last, Watching(), Clock("hidden", 30), tmp_path)
    assert thought.closed_us is not None
    assert 30_000 <= thought.closed_us <= thought.returned_us
    assert Watching.board == thought.board
    assert Watching.taboos == sum(turn.verdict == "taboo" for turn in record.turns[: last - 1])
    assert Watching.left_s is None
    again(record, last, Watching(), Clock("revealed", 30), tmp_path)
    assert Watching.left_s is not None
    assert 0 < Watching.left_s <= 0.03


def test_a_search_that_does_not_stop_is_ended_and_its_place_told(
    record: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line of the student's own file."""
    monkeypatch.setattr(rethink, "STUCK_S", 0.1)
    monkeypatch.setattr(Watching, "deaf", True)
    thought = again(record, 1, Watching(), Clock("hidden", 20), tmp_path)
    assert len(thought.stuck) == 1
    assert __file__ in thought.stuck[0]
    assert "in play: " in thought.stuck[0]
    assert thought.judged.verdict == "accepted"


def test_what_goes_wrong_is_reported(record: Record, tmp_path: Path) -> None:
    """An exception, with its traceback's file; a turn without a proposal is missing."""

    class Broken(gridarena.Agent):
        def play(self, turn: gridarena.Turn) -> None:
            raise ValueError("no idea")

    thought = again(record, 1, Broken(), Clock("untimed"), tmp_path)
    assert thought.judged.verdict == "missing"
    assert "ValueError: no idea" in thought.troubles[0]
    assert (tmp_path / "match-1-seat0-turn-1-error.txt").exists()
