"""Openings of a strength run, and who has lost in them."""

from gridarena_games.registry import find_game
from gridarena_games.sudoku.board import sudoku_board
from gridarena_kernels.exact import solve_position
from gridarena_lab.bench.strength.starts import fresh_start, lost_seat


def test_equal_seeds_are_equal_starts_and_a_known_one_is_not_drawn_again() -> None:
    """No two pairs of a pairing begin alike."""
    first = fresh_start("easy-2x2", "classic", "7", set())
    assert fresh_start("easy-2x2", "classic", "7", set()) == first
    assert fresh_start("easy-2x2", "classic", "7", {first.setup}).setup != first.setup


def test_who_has_lost_is_the_exact_solvers_word_with_the_points_made_so_far() -> None:
    """The 2x2 book and the search agree."""
    for seed in range(2):
        start = fresh_start("empty-2x2", "classic", str(seed), set())
        board = sudoku_board(find_game("sudoku").start(start.setup, start.options))
        solved = solve_position(board)
        assert solved is not None
        lead = board.points[board.to_move] - board.points[1 - board.to_move] + solved.value
        expected = None if not lead else 1 - board.to_move if lead > 0 else board.to_move
        assert lost_seat(start) == expected


def test_nobody_has_lost_where_it_is_too_early_to_know() -> None:
    """An almost empty 3x3 is played from both seats."""
    assert lost_seat(fresh_start("empty-3x3", "classic", "1", set())) is None
