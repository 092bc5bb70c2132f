"""The direct driver: the real referee, no network."""

from pathlib import Path

import pytest

import gridarena
from gridarena.errors import ArenaError, UnusableFileError
from gridarena_games.errors import InvalidSetupError, UnknownGameError
from gridarena_lab import match
from gridarena_lab.contest import Report
from gridarena_protocol.records import Record, TurnRecord, chain


class First(gridarena.Agent):
    """Proposes the first legal move, and the second before it."""

    def play(self, turn: gridarena.Turn) -> None:
        moves = list(turn.board.legal_moves())
        for move in reversed(moves[:2]):
            turn.propose(move, depth=1)


class Silent(gridarena.Agent):
    def play(self, turn: gridarena.Turn) -> None:
        return


class Raising(gridarena.Agent):
    def play(self, turn: gridarena.Turn) -> None:
        turn.propose(next(turn.board.legal_moves()))
        raise RuntimeError("as planned")


class Listening(First):
    heard: list[object] = []

    def match_started(self, match: gridarena.Match) -> None:
        self.heard.append(match.seat)

    def match_finished(self, result: gridarena.MatchResult | None) -> None:
        self.heard.append(result)


def _match(first: str | type, second: str | type, folder: Path, said: list[str], **more: object) -> list[Record]:
    turns: list[TurnRecord] = []
    records = match(
        first, second, board="empty-2x2", time=None, driver="direct", log_folder=folder,
        report=Report(said.append, lambda number, turn: turns.append(turn)), **more,
    )  # fmt: skip
    assert turns == [turn for record in records for turn in record.turns]
    return records


def test_a_match_is_refereed_and_recorded(tmp_path: Path) -> None:
    """Every turn with its proposals, the chain of hashes, the result."""
    said: list[str] = []
    records = _match(First, "random?seed=1", tmp_path, said)
    assert said == []
    assert [record.header.agents for record in records] == [("first", "random"), ("random", "first")]
    for record in records:
        assert record.result is not None
        assert record.result.termination == "completed"
        assert record.hashes == tuple(chain(record.header, record.turns))
        assert record.result.hash == record.hashes[-1]
        mine = record.header.agents.index("first")
        own = [turn for turn in record.turns if turn.seat == mine]
        assert {turn.proposals for turn in own} <= {1, 2}
        assert record.details[own[0].turn - 1].seen[-1].thinking is not None


def test_equal_seeds_play_equal_matches(tmp_path: Path) -> None:
    """The same moves, turn by turn."""
    one, other = (_match("random?seed=1", "minimax?seed=2&nodes=50", tmp_path, [], games=1) for _ in range(2))
    assert [turn.move for turn in one[0].turns] == [turn.move for turn in other[0].turns]


def test_an_agent_that_proposes_nothing_loses(tmp_path: Path) -> None:
    """There is no fallback here."""
    (record,) = _match(Silent, First, tmp_path, [], games=1)
    assert record.result is not None
    assert (record.result.winner, record.result.termination) == (1, "missing")


def test_an_exception_costs_the_rest_of_the_turn(tmp_path: Path) -> None:
    """The proposal stands, and the person reads whose traceback lies where."""
    said: list[str] = []
    (record,) = _match(Raising, First, tmp_path, said, games=1)
    assert record.result is not None
    assert record.result.termination == "completed"
    assert said[0].startswith("raising: turn 1: play raised RuntimeError: as planned")
    assert list((tmp_path / "raising").glob("*-error.txt"))


def test_hooks_are_told(tmp_path: Path) -> None:
    """Start with the seat, end with the result."""
    Listening.heard.clear()
    records = _match(Listening, First, tmp_path, [])
    assert Listening.heard == [0, records[0].result, 1, records[1].result]


def test_what_cannot_be_played_gets_one_line(tmp_path: Path) -> None:
    """A clock, a board, a game, a number of games, an agent, a driver."""
    empty = tmp_path / "empty.py"
    empty.write_text("", encoding="utf-8")
    with pytest.raises(ArenaError, match=r"plays untimed only, not 0\.1 s"):
        match(First, "random", driver="direct")
    with pytest.raises(InvalidSetupError, match="got 'nowhere'"):
        match(First, "random", board="nowhere")
    with pytest.raises(UnknownGameError, match="no game is called 'chess'"):
        match(First, "random", game="chess")
    with pytest.raises(ArenaError, match="expected at least one game"):
        match(First, "random", games=0)
    with pytest.raises(ArenaError, match="to 3600 seconds"):
        match(First, "random", time=0)
    with pytest.raises(UnusableFileError, match="expected one subclass"):
        match(str(empty), First, time=None, driver="direct")
    with pytest.raises(ArenaError, match="greedy plays sudoku, not dots"):
        match(First, "greedy", board="2x2", time=None, driver="direct")
    with pytest.raises(ArenaError, match="expected the driver wire or direct, got 'pigeon'"):
        match(First, "random", driver="pigeon")  # type: ignore[arg-type]


def test_a_start_without_solution_is_refused(tmp_path: Path) -> None:
    """By the referee, named by its board."""
    board = tmp_path / "dead.txt"
    board.write_text("2 2\n1 2 3 .\n. . . 4\n. . . .\n. . . .", encoding="utf-8")
    with pytest.raises(ArenaError, match="board dead: the start position has no solution"):
        match(First, "random", board=str(board), time=None, driver="direct")


async def test_it_works_beside_a_running_loop(tmp_path: Path) -> None:
    """As in a notebook."""
    assert len(_match(First, "random?seed=1", tmp_path, [], games=1)) == 1
