"""A turn as a search sees it."""

from collections.abc import Callable

import numpy as np
import pytest

from gridarena import Match, Turn, TurnClosed
from gridarena.turn import LINE_LIMIT, thinking
from gridarena_games.base import Move
from gridarena_games.registry import find_game
from gridarena_protocol.records import Thinking
from support.sdk import EMPTY_2X2, header


def make_turn(
    offer: Callable[[Move | str, Thinking | None], None], remaining_s: float | None = None
) -> tuple[Turn, np.ndarray]:
    stop = np.zeros(1, dtype=np.uint8)
    board = find_game("sudoku").start(EMPTY_2X2, {})
    match = Match(header(), 0)
    return Turn(match, 1, 1, board, stop=stop, offer=offer, remaining_s=remaining_s), stop


def test_proposal_carries_the_thinking() -> None:
    """Move, depth, nodes, value and line arrive as they were said."""
    seen: list[object] = []
    turn, _ = make_turn(lambda move, thought: seen.append((move, thought)))
    turn.propose("(0,0) -> 1", depth=3, nodes=10, value=0.5, line="(0,0) -> 1")
    assert seen == [("(0,0) -> 1", Thinking(3, 10, 0.5, "(0,0) -> 1"))]


def test_stop_flag_closes_the_turn() -> None:
    """What a kernel sees in stop[0] Python sees as closed, and a proposal then raises."""
    turn, stop = make_turn(lambda move, thought: pytest.fail("a closed turn takes nothing"))
    assert not turn.closed
    stop[0] = 1
    assert turn.closed
    with pytest.raises(TurnClosed, match="turn 1 is closed"):
        turn.propose("(0,0) -> 1")


def test_turn_that_ended_stays_closed() -> None:
    """A thread that outlives its turn cannot propose in the next one, whatever the flag says by then."""
    turn, _ = make_turn(lambda move, thought: pytest.fail("a closed turn takes nothing"))
    turn.end()
    with pytest.raises(TurnClosed):
        turn.propose("(0,0) -> 1")


def test_remaining_time_is_unknown_with_a_hidden_clock() -> None:
    """None, not a guess."""
    turn, _ = make_turn(lambda move, thought: None)
    assert turn.remaining_s() is None


def test_remaining_time_never_falls_below_zero() -> None:
    """A revealed clock counts down to 0 and stays there."""
    turn, _ = make_turn(lambda move, thought: None, remaining_s=-1.0)
    assert turn.remaining_s() == 0.0
    turn, _ = make_turn(lambda move, thought: None, remaining_s=100.0)
    assert 0 < (turn.remaining_s() or 0) <= 100


def test_thinking_takes_what_kernels_hand_out() -> None:
    """Numbers of numpy, negative and endless ones all become something that travels."""
    thought = thinking(np.int64(3), np.int64(-1), np.float64("inf"), "x" * 1000 + "\ud800")  # type: ignore[arg-type]
    assert thought == Thinking(3, 0, None, "x" * LINE_LIMIT)
    assert type(thought.depth) is int
    assert thinking(None, None, None, "\ud800") == Thinking(line="?")


def test_nothing_said_is_no_thinking() -> None:
    """A bare proposal stays small."""
    assert thinking(None, None, None, "") is None
