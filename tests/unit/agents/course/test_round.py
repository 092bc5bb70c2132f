"""One turn of a course agent as its frames tell it."""

from typing import Any

import pytest

from gridarena.errors import IllegalMove, Mishap, TurnClosed
from gridarena_agents.course.round import SETTLE_S, Round


class FakeTurn:
    """Takes moves whose value is at most 4, until it is closed."""

    def __init__(self) -> None:
        self.moves: list[tuple[int, int, int]] = []
        self.closed = False

    def propose(self, move: tuple[int, int, int]) -> None:
        if self.closed:
            raise TurnClosed("closed")
        if move[2] > 4:
            raise IllegalMove("out of range", f"{move} is out of range")
        self.moves.append(tuple(move))  # type: ignore[arg-type]


def move(value: int, *, whole: bool = True, turn: int = 7) -> dict[str, Any]:
    return {"is": "move", "turn": turn, "move": [0, 0, value], "whole": whole}


@pytest.fixture
def turn() -> FakeTurn:
    return FakeTurn()


@pytest.fixture
def played(turn: FakeTurn) -> Round:
    return Round(7, turn)  # type: ignore[arg-type]


def wrong(played: Round) -> Mishap | None:
    try:
        played.complain(lambda name: f"report {name}")
    except Mishap as mishap:
        return mishap
    return None


def test_of_several_at_once_the_newest_legal_one_goes_out(played: Round, turn: FakeTurn) -> None:
    """And the illegal newest is told."""
    played.take([move(1), move(2), move(9)], 0.0)
    assert turn.moves == [(0, 0, 2)]
    assert "proposed (0,0) -> 9 is out of range" in str(wrong(played))


def test_a_better_word_makes_up_for_an_illegal_one(played: Round, turn: FakeTurn) -> None:
    """Also when it repeats what stands."""
    played.take([move(1)], 0.0)
    played.take([move(9)], 0.0)
    played.take([move(1)], 0.0)
    assert turn.moves == [(0, 0, 1)]
    assert wrong(played) is None


def test_frames_of_another_turn_are_stale(played: Round, turn: FakeTurn) -> None:
    """Whatever they say."""
    played.take([move(1, turn=6), {"is": "done", "turn": 6}, {"is": "exited", "turn": 6, "code": 1}], 0.0)
    assert (turn.moves, played.over) == ([], False)


def test_half_written_waits_for_what_follows(played: Round, turn: FakeTurn) -> None:
    """It counts after a moment of silence, not when the rest comes."""
    played.take([move(1, whole=False)], 0.0)
    assert (turn.moves, played.wait_s) == ([], SETTLE_S)
    played.take([move(2)], SETTLE_S / 2)
    assert turn.moves == [(0, 0, 2)]
    played.take([move(3, whole=False)], 1.0)
    played.take([], 1.0 + SETTLE_S)
    assert turn.moves == [(0, 0, 2), (0, 0, 3)]


def test_half_written_counts_at_the_end(played: Round, turn: FakeTurn) -> None:
    """Nothing can follow any more."""
    played.take([move(1, whole=False), {"is": "done", "turn": 7}], 0.0)
    assert (turn.moves, played.over) == ([(0, 0, 1)], True)
    assert wrong(played) is None


def test_exception_is_told_with_its_report(played: Round) -> None:
    """The end of the process behind it is nothing new."""
    played.take([{"is": "raised", "turn": 7, "text": "ValueError: x", "report": "turn-7"}], 0.0)
    assert not played.over
    played.take([{"is": "done", "turn": 7}], 0.0)
    played.take([{"is": "exited", "turn": 7, "code": 0}], 0.0)
    mishap = wrong(played)
    assert mishap is not None
    assert (str(mishap), mishap.account) == ("compute_best_move raised ValueError: x", "report turn-7")


def test_a_return_without_a_proposal_is_told(played: Round) -> None:
    """The student looks for a reason otherwise."""
    played.take([{"is": "done", "turn": 7}], 0.0)
    assert str(wrong(played)) == "compute_best_move returned and had proposed nothing"


@pytest.mark.parametrize(
    ("code", "words"),
    [(3, "exit code 3"), (0, "exit code 0"), (-11, "recursion without end"), (-9, "killed"), (-15, "signal 15")],
)
def test_end_of_the_process_is_explained(played: Round, code: int, words: str) -> None:
    """By what usually is behind it."""
    played.take([{"is": "exited", "turn": 7, "code": code}], 0.0)
    assert played.over
    assert words in str(wrong(played))


def test_close_ends_it(played: Round, turn: FakeTurn) -> None:
    """Whoever notices first."""
    turn.closed = True
    played.take([move(1)], 0.0)
    assert played.over
    assert wrong(played) is None


def test_broken_processes_are_known(played: Round) -> None:
    """New ones may do better in the next turn."""
    played.take([{"is": "broken", "text": "no import", "report": "start"}], 0.0)
    assert played.over
    assert played.broken
    assert str(wrong(played)) == "no import"
