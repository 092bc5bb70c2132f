"""Every game keeps the laws of the conformance suite, and the suite notices a game that does not."""

import random
from collections.abc import Iterator, Mapping

import pytest

from gridarena.testing import LAWS, Law, NonconformingError, Start, check_game
from gridarena.testing_games import points_add_up
from gridarena_games.base import Answer, Applied, Game, Move, Question
from gridarena_games.errors import IllegalMoveError, InvalidSetupError
from gridarena_games.registry import find_game, find_oracle
from gridarena_games.sudoku import Placement, Sudoku, SudokuBoard, read_board
from support.toy import Pebbles, PebblesBoard

pytestmark = pytest.mark.timeout(120)  # the first question compiles the kernels


def empty(m: int, n: int) -> str:
    return f"{m} {n} " + ". " * (m * n) ** 2


EASY = "2 2 1 2 3 . 3 4 1 2 2 1 . 3 . 3 . 1"
GIVENS = "2 2 1+ . . . . . 2- . . . . . . 3 . ."
"""One given is seat 0's, one seat 1's, one nobody's."""
STUCK = "2 2 1+ 2+ 3+ . 3- . . . . . . . 2 1 4 3"
"""In the mode rows the second seat's own row is full; it holds one cell elsewhere."""
SUDOKU = [empty(1, 1), empty(1, 2), empty(2, 1), empty(1, 3), empty(2, 2), empty(2, 3), EASY, "1 2 1 2 2 1"]


class StrictBoard(PebblesBoard):
    """Pebbles that refuse a skip nobody has to make."""

    def push(self, move: int | None, answer: Answer | None = None) -> Applied:
        if move is None and not self.forced_skip():
            raise IllegalMoveError("not allowed", "there are pebbles to take")
        return super().push(move, answer)

    def legal_moves(self) -> Iterator[int]:
        return iter(()) if self.forced_skip() else super().legal_moves()

    def question(self, move: int) -> Question | None:
        if self.forced_skip():
            raise IllegalMoveError("not allowed", "this seat has to skip")
        return super().question(move)

    def __str__(self) -> str:
        return f"{self.pebbles} pebbles"


class StrictPebbles(Pebbles):
    """Pebbles that know their options: a game with forced skips and moves that need no oracle."""

    def start(self, setup: str, options: Mapping[str, str]) -> StrictBoard:
        if set(options) - {"skip"}:
            raise InvalidSetupError(f"expected no option but 'skip', got {sorted(options)!r}")
        super().start(setup, options)
        return StrictBoard(int(setup), options.get("skip") == "1")


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("setup", SUDOKU, ids=lambda setup: setup[:16])
def test_sudoku_keeps_the_law(setup: str, law: Law) -> None:
    """Whatever an oracle says."""
    for seed in range(3):
        law(find_game("sudoku"), Start(setup), random.Random(seed))


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("mode", ["rows", "border", "random"])
def test_sudoku_keeps_the_law_in_every_mode(mode: str, law: Law) -> None:
    """Where seats run out of squares and pass, in turn and for good."""
    options = {"mode": mode, "seed": "1"} if mode == "random" else {"mode": mode}
    for setup in [*SUDOKU, GIVENS, STUCK]:
        for seed in range(2):
            law(find_game("sudoku"), Start(setup, options), random.Random(seed))


@pytest.mark.parametrize("mode", ["rows", "border"])
def test_every_mode_and_the_oracle_keep_the_laws(mode: str) -> None:
    """As they are refereed."""
    setups = [empty(2, 2), empty(2, 3), GIVENS, STUCK]
    check_game(find_game("sudoku"), setups, options={"mode": mode}, oracle=find_oracle("sudoku"), playouts=1)


def test_a_game_state_keeps_the_laws() -> None:
    """Points from before, taboos and a second seat that moves first included."""
    given = "scores = [3, 1]\ntaboo-moves = [(0,1) -> 2]\ncurrent-player = 2"
    state = f"rows = 2\ncolumns = 2\nboard =\n {GIVENS[4:]}\n{given}"
    check_game(find_game("sudoku"), [state], options={"mode": "rows"})


@pytest.mark.parametrize("setup", [empty(2, 2), empty(2, 3), EASY], ids=lambda setup: setup[:16])
def test_sudoku_and_its_oracle_keep_the_laws(setup: str) -> None:
    """As they are refereed."""
    check_game(find_game("sudoku"), [setup], options={"mode": "classic"}, oracle=find_oracle("sudoku"), playouts=1)


@pytest.mark.parametrize("skip", ["0", "1"])
def test_game_with_forced_skips_keeps_the_laws(skip: str) -> None:
    """The suite is not made for one game."""
    check_game(StrictPebbles(), ["1", "2", "3", "12", "30"], options={"skip": skip})


@pytest.mark.parametrize("turns", ["extra", "alternate"])
def test_dots_keeps_the_laws(turns: str) -> None:
    """With and without extra turns, from the empty board and from the middle."""
    setups = ["1x1", "1x2", "3x1", "2x2", "3x4", "1x1 1111", "2x2 101011101110 points 1 0 seat 1"]
    check_game(find_game("dots"), setups, options={"turns": turns})


class IgnoresOptions(Sudoku):
    def start(self, setup: str, options: Mapping[str, str]) -> SudokuBoard:
        return super().start(setup, {})


class SharesItsBoard(Sudoku):
    board: SudokuBoard | None = None

    def start(self, setup: str, options: Mapping[str, str]) -> SudokuBoard:
        fresh = super().start(setup, options)
        self.board = self.board or fresh
        return self.board


class LosesRows(Sudoku):
    def text(self, move: Move) -> str:
        assert isinstance(move, Placement)
        return super().text(move._replace(row=0))


class Mutant(Sudoku):
    """Sudoku with another board."""

    board: type[SudokuBoard] = SudokuBoard

    def start(self, setup: str, options: Mapping[str, str]) -> SudokuBoard:
        super().start(setup, options)
        return self.board(*read_board(setup))


class EndlessBoard(SudokuBoard):
    def outcome(self) -> None:
        return None


class ListsTwiceBoard(SudokuBoard):
    def legal_moves(self) -> Iterator[Placement]:
        for move in super().legal_moves():
            yield from (move, move)


class ListsTooFewBoard(SudokuBoard):
    def legal_moves(self) -> Iterator[Placement]:
        return (move for move in super().legal_moves() if self.to_move == 0 or move.value > 1)


class AsksCarelesslyBoard(SudokuBoard):
    def question(self, move: Move) -> Question:
        question = super().question(move)
        self._points[0] += 1
        return question


class PopsPointsNotBoard(SudokuBoard):
    def pop(self) -> None:
        points = list(self._points)
        super().pop()
        self._points[:] = points


class PopsBeyondBoard(SudokuBoard):
    def pop(self) -> None:
        if self._done:
            super().pop()


class ScoresForTheRivalBoard(SudokuBoard):
    def push(self, move: Move | None, answer: Answer | None = None) -> Applied:
        applied = super().push(move, answer)
        self._points.reverse()
        return applied


class ForgetsTaboosBoard(SudokuBoard):
    def push(self, move: Move | None, answer: Answer | None = None) -> Applied:
        applied = super().push(move, answer)
        self._taboo_values = [0] * len(self._taboo_values)
        return applied


class FillsCondemnedBoard(SudokuBoard):
    def push(self, move: Move | None, answer: Answer | None = None) -> Applied:
        return super().push(move, answer and Answer(accepted=True, reason=answer.reason))


class PassesFreelyBoard(SudokuBoard):
    def push(self, move: Move | None, answer: Answer | None = None) -> Applied:
        return Applied() if move is None else super().push(move, answer)


class StandsElsewhereBoard(SudokuBoard):
    def setup(self) -> str:
        return empty(self.m, self.n)


@pytest.mark.parametrize("broken", [IgnoresOptions, SharesItsBoard, LosesRows], ids=lambda broken: broken.__name__)
def test_suite_notices_a_broken_game(broken: type[Game]) -> None:
    """A suite that cannot fail proves nothing."""
    with pytest.raises(NonconformingError):
        check_game(broken(), [empty(2, 2)])


@pytest.mark.parametrize(
    "broken",
    [
        *(EndlessBoard, ListsTwiceBoard, ListsTooFewBoard, AsksCarelesslyBoard, PopsPointsNotBoard, PopsBeyondBoard),
        *(ScoresForTheRivalBoard, ForgetsTaboosBoard, FillsCondemnedBoard, PassesFreelyBoard, StandsElsewhereBoard),
    ],
    ids=lambda broken: broken.__name__,
)
def test_suite_notices_a_broken_board(broken: type[SudokuBoard]) -> None:
    """Each of these has one mistake, of a kind that games are written with."""
    game = Mutant()
    game.board = broken
    with pytest.raises(NonconformingError):
        check_game(game, [empty(2, 2)])


def test_failure_names_the_moves_that_led_there() -> None:
    """Enough to see it again."""
    game = Mutant()
    game.board = ScoresForTheRivalBoard
    with pytest.raises(NonconformingError, match=r"but the points went \[0, 1\]; after: \(\d,\d\) -> \d"):
        points_add_up(game, Start(EASY), random.Random(1))
