"""Random openings."""

import pytest

from gridarena.boards import start_board
from gridarena_games.errors import InvalidSetupError
from gridarena_games.registry import find_game, find_oracle
from gridarena_lab import openings
from gridarena_lab.openings import opening
from gridarena_protocol.views import StartBoard
from support.toy import Pebbles


@pytest.mark.parametrize(
    ("game", "name", "options"),
    [("sudoku", "empty-2x2", {}), ("sudoku", "empty-2x3", {"mode": "rows"}), ("dots", "3x3", {"turns": "alternate"})],
)
def test_an_opening_is_a_position_that_can_be_played(game: str, name: str, options: dict[str, str]) -> None:
    """Some moves in, sound for the oracle, not the end; the options go with it."""
    board = start_board(game, name, options)
    for seed in range(5):
        opened = opening(game, board, 4, seed)
        position = find_game(game).start(opened.setup, opened.options)
        assert position.outcome() is None
        assert not position.forced_skip()
        assert opened.options == board.options
        assert opened.name == f"{name}+4r{seed}"
        oracle = find_oracle(game)
        assert oracle is None or oracle(position).start().accepted


def test_the_seed_says_which_one() -> None:
    """The same one, the same position; for ever: this one was drawn when openings were new."""
    board = start_board("dots", "2x2")
    assert opening("dots", board, 3, 7) == opening("dots", board, 3, 7)
    assert len({opening("dots", board, 3, seed).setup for seed in range(20)}) > 10
    assert opening("dots", board, 3, 7).setup == "2x2 000011000100 seat 1"


def test_squares_drawn_by_a_seed_stay_the_same_squares() -> None:
    """The seed is replaced by the squares that it has drawn."""
    board = start_board("sudoku", "empty-2x2", {"mode": "random", "seed": "3"})
    before = find_game("sudoku").start(board.setup, board.options)
    opened = opening("sudoku", board, 2, 1)
    after = find_game("sudoku").start(opened.setup, opened.options)
    assert opened.options == {"mode": "random"}
    assert [after.starting_squares(seat) for seat in (0, 1)] == [before.starting_squares(seat) for seat in (0, 1)]


def test_no_opening_ends_a_match() -> None:
    """As many moves as there are but the last; one more is refused in one line."""
    board = start_board("dots", "1x1")
    assert opening("dots", board, 0, 1) is board
    assert opening("dots", board, 3, 1).setup
    with pytest.raises(InvalidSetupError, match="fewer than 4 moves on 1x1, got 4"):
        opening("dots", board, 4, 1)


def test_a_game_without_texts_for_its_positions_has_no_openings(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is said in one line."""
    monkeypatch.setattr(openings, "find_game", lambda name: Pebbles())
    with pytest.raises(InvalidSetupError, match="pebbles cannot write its positions down"):
        opening("pebbles", StartBoard("nine", "9", {}), 2, 1)
