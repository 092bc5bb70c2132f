"""The board that follows the records."""

import pytest

from gridarena import IllegalMove
from gridarena.position import MissedTurnError, Position
from gridarena_games.base import Answer
from support.sdk import header, record


def test_records_are_played_in_order() -> None:
    """Each finished turn moves the board on; to_move follows."""
    position = Position(header(), [record(1, 0, "(0,0) -> 1")])
    assert position.board.to_move == 1
    assert position.tell(record(2, 1, "(1,1) -> 2"))
    assert position.board.to_move == 0
    assert len(position.turns) == 2


def test_known_record_changes_nothing() -> None:
    """A snapshot may repeat what was told."""
    position = Position(header(), [record(1, 0, "(0,0) -> 1")])
    assert not position.tell(record(1, 0, "(0,0) -> 1"))
    assert len(position.turns) == 1


def test_gap_is_noticed() -> None:
    """A record whose predecessor never came must not be played."""
    with pytest.raises(MissedTurnError):
        Position(header()).tell(record(2, 1, "(0,0) -> 1"))


def test_condemned_placement_is_a_taboo_for_both() -> None:
    """A skip by taboo forbids the placement and passes the turn."""
    condemned = record(1, 0, "(0,0) -> 1", verdict="taboo", skip="taboo", answer=Answer(False, "search"))
    position = Position(header(), [condemned])
    assert position.board.to_move == 1
    with pytest.raises(IllegalMove) as raised:
        position.legal_text("(0,0) -> 1")
    assert raised.value.reason == "taboo"


def test_last_turn_of_a_lost_match_is_not_played() -> None:
    """Missing and illegal turns end the match; the board stays."""
    position = Position(header(), [record(1, 0, "", verdict="missing", answer=None, number=0)])
    assert position.board.to_move == 0


def test_borrowed_board_may_be_left_in_any_state() -> None:
    """What a search does to its board is never seen again."""
    position = Position(header())
    borrowed = position.lend()
    borrowed.push(next(borrowed.legal_moves()), Answer(True, "assumed"))
    assert position.board.to_move == 0
    assert position.lend().to_move == 0


def test_prepared_board_follows_later_records() -> None:
    """A board made while the rival thinks has the rival's move too."""
    position = Position(header(), [record(1, 0, "(0,0) -> 1")])
    position.prepare()
    position.tell(record(2, 1, "(1,1) -> 2"))
    assert str(position.lend()) == str(position.board)


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("(0,0) -> 1", "occupied"),
        ("(0,1) -> 1", "duplicate"),
        ("(0,1) -> 9", "out of range"),
        ("hello", "invalid"),
        (None, "out of range"),
    ],
)
def test_forbidden_proposal_says_why(move: object, reason: str) -> None:
    """Reason for programs, one line for people."""
    position = Position(header(), [record(1, 0, "(0,0) -> 1")])
    with pytest.raises(IllegalMove) as raised:
        position.legal_text(move)  # type: ignore[arg-type]
    assert raised.value.reason == reason
    assert "\n" not in str(raised.value)


def test_legal_proposal_becomes_the_games_text() -> None:
    """A move value and its text are equally good."""
    position = Position(header())
    move = next(position.board.legal_moves())
    assert position.legal_text(move) == position.legal_text(position.game.text(move)) == "(0,0) -> 1"
