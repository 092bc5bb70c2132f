"""What the referee is told about a placement, and at what cost."""

import pytest

from gridarena_games.base import Answer, Question
from gridarena_games.registry import find_oracle
from gridarena_games.sudoku.board import SudokuBoard
from gridarena_games.sudoku.game import Sudoku
from gridarena_games.sudoku.rules import Placement
from gridarena_games.sudoku.text import write_board
from gridarena_kernels import jit, oracle, solver
from gridarena_kernels.oracle import SudokuOracle
from support.toy import Pebbles

pytestmark = pytest.mark.timeout(120)  # the first test of a fresh machine compiles the kernels

BOMB = "2 2\n1 2 . .\n. . . .\n. . . 3\n. . . .\n"
"""The value 4 must go to (0,3): at (0,2) it would leave nothing for (0,3) but 3, which its column has."""
SOLUTION = bytes([1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1])


def empty(m: int, n: int) -> SudokuBoard:
    """An empty board."""
    return Sudoku().start(write_board(m, n, [0] * (m * n) ** 2), {})


def full_but_one() -> tuple[SudokuBoard, Question]:
    """A 4x4 board with its last question."""
    board = SudokuBoard(2, 2, [*SOLUTION[:15], 0])
    return board, board.question(Placement(3, 3, 1))


def no_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on no search gets further than its root."""
    monkeypatch.setattr(solver, "QUICK_NODES", 1)
    monkeypatch.setattr(solver, "FULL_NODES", 1)


def test_sudoku_finds_this_oracle() -> None:
    """By entry point, as a third game's oracle would be found."""
    assert find_oracle("sudoku") is SudokuOracle


def test_only_sudoku_boards_are_taken() -> None:
    """A wrong entry point says so in one line."""
    with pytest.raises(TypeError, match=r"^expected a sudoku board, got a PebblesBoard$"):
        SudokuOracle(Pebbles().start("3", {}))


@pytest.mark.parametrize("ask", ["answer", "answer_now"])
def test_bombs_are_condemned_and_fills_accepted(ask: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same verdict on the loop and in a thread."""
    monkeypatch.setattr(oracle, "COMPILED", True)
    board = Sudoku().start(BOMB, {})
    judge = getattr(SudokuOracle(board), ask)
    condemned = judge(board.question(Placement(0, 2, 4)))
    assert (condemned.accepted, condemned.reason) == (False, "search")
    accepted = judge(board.question(Placement(0, 3, 4)))
    assert (accepted.accepted, accepted.reason) == (True, "search")


def test_known_solutions_answer_without_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """The start position's solution answers for every placement it has, on the loop and off it."""
    board = empty(4, 4)
    judge = SudokuOracle(board)
    assert judge.start().accepted
    solution = solver.solve(4, 4, bytes(256)).solution
    assert solution is not None
    no_budget(monkeypatch)
    monkeypatch.setattr(oracle, "COMPILED", False)
    for cell in range(0, 256, 5):
        question = board.question(Placement(*divmod(cell, 16), solution[cell]))
        assert judge.answer_now(question) == judge.answer(question) == Answer(True, "known", 0)


def test_known_solutions_that_disagree_answer_nothing() -> None:
    """A position that no known solution has is looked into; what is found is known from then on."""
    board = empty(2, 2)
    judge = SudokuOracle(board)
    judge.start()
    other = [value for value in range(1, 5) if judge.answer(board.question(Placement(0, 0, value))).reason == "search"]
    assert len(other) == 3
    assert [judge.answer(board.question(Placement(0, 0, value))).reason for value in range(1, 5)] == ["known"] * 4


def test_only_the_newest_solutions_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory stays bounded; an old solution has to be found again."""
    monkeypatch.setattr(oracle, "KEPT", 2)
    board = empty(2, 2)
    judge = SudokuOracle(board)
    questions = [board.question(Placement(0, 0, value)) for value in (1, 2, 3, 1, 3)]
    assert [judge.answer(question).reason for question in questions] == ["search"] * 4 + ["known"]


def test_start_that_stays_undecided_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody can play on a board of which nobody knows whether it can be filled."""
    no_budget(monkeypatch)
    assert SudokuOracle(empty(3, 3)).start() == Answer(False, "undecided", 2)


def test_start_without_a_solution_is_refused() -> None:
    """Cells 0 and 1 both need the value 1."""
    board = SudokuBoard(1, 3, [0, 0, 1, 2, 0, 0, 3, 0, 0])
    assert not SudokuOracle(board).start().accepted


def test_undecided_placements_are_condemned(monkeypatch: pytest.MonkeyPatch) -> None:
    """Accepting one might leave a board that cannot be filled; the loop hands it on to a thread."""
    board = empty(3, 3)
    judge = SudokuOracle(board)
    no_budget(monkeypatch)
    question = board.question(Placement(0, 0, 1))
    assert judge.answer_now(question) is None
    assert judge.answer(question) == Answer(False, "undecided", 2)


def test_plain_python_never_searches_on_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """Uncompiled, even the quick search can take a second."""
    monkeypatch.setattr(oracle, "COMPILED", False)
    board, question = full_but_one()
    judge = SudokuOracle(board)
    assert judge.answer_now(question) is None
    assert judge.answer(question).accepted
    assert judge.answer_now(question) == Answer(True, "known", 0)


def test_large_grids_are_never_searched_on_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """At 25x25 the quick search would hold the referee up."""
    monkeypatch.setattr(oracle, "COMPILED", True)
    board = empty(5, 5)
    assert SudokuOracle(board).answer_now(board.question(Placement(0, 0, 1))) is None


@pytest.mark.skipif(not jit.COMPILED, reason="numba is not installed")
def test_compiled_search_answers_on_the_loop() -> None:
    """A question costs less than the way to a thread and back."""
    board, question = full_but_one()
    assert SudokuOracle(board).answer_now(question) == Answer(True, "search", 1)
