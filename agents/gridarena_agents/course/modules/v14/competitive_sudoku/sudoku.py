"""Moves, boards and states as agents of generation v14 know them.

Written from a description of the course's module. It adds what no agent can mind: moves can be hashed, and compared
with anything. ``copy``, ``io`` and ``random`` belong to what agents import from here, used or not. ``get`` and ``put``
are the hottest lines of nearly every agent and check nothing. States must stay plain objects with these very
attributes: agents copy their ``__dict__``, and write to them.
"""

import copy
import io
import random
from typing import Any, Iterator, List, Optional, Tuple, Union

from competitive_sudoku._drawing import draw as _draw
from competitive_sudoku._grid import Grid as _Grid
from competitive_sudoku._properties import groups as _groups
from competitive_sudoku._properties import numbers as _numbers
from competitive_sudoku._properties import parse_properties

Square = Tuple[int, int]


class SudokuSettings:
    """How states are printed."""

    print_ascii_states = False


class Move:
    """A value for a square, which is (row, column)."""

    def __init__(self, square: Square, value: int) -> None:
        self.square = square
        self.value = value

    def __str__(self) -> str:
        row, column = self.square
        return "({},{}) -> {}".format(row, column, self.value)

    def __eq__(self, other: Any) -> Any:
        try:
            return self.square == other.square and self.value == other.value
        except AttributeError:
            return NotImplemented

    def __hash__(self) -> int:
        return hash((self.square, self.value))


class TabooMove(Move):
    """A move that was tried and would have left the board without a solution; equal to the plain move."""


class SudokuBoard(_Grid):
    """A grid whose cells are named by their square."""

    def put(self, square: Square, value: int) -> None:
        """Writes a square."""
        i, j = square
        self.squares[self.N * i + j] = value

    def get(self, square: Square) -> int:
        """Reads a square."""
        i, j = square
        return self.squares[self.N * i + j]

    def square2index(self, square: Square) -> int:
        """The index of a square in ``squares``."""
        i, j = square
        return self.N * i + j

    def index2square(self, k: int) -> Square:
        """The square of an index."""
        return k // self.N, k % self.N

    def __str__(self) -> str:
        return print_sudoku_board(self)


class GameState:
    """All an agent is told.

    Missing lists are new and empty, and so are two missing boards, of 2x2; of two boards the missing one is worked out
    from the other and ``moves``.
    """

    def __init__(
        self,
        initial_board: Optional[SudokuBoard] = None,
        board: Optional[SudokuBoard] = None,
        taboo_moves: Optional[List[TabooMove]] = None,
        moves: Optional[List[Union[Move, TabooMove]]] = None,
        scores: Optional[List[int]] = None,
        current_player: int = 1,
        allowed_squares1: Optional[List[Square]] = None,
        allowed_squares2: Optional[List[Square]] = None,
        occupied_squares1: Optional[List[Square]] = None,
        occupied_squares2: Optional[List[Square]] = None,
    ) -> None:
        self.taboo_moves = [] if taboo_moves is None else taboo_moves
        self.moves = [] if moves is None else moves
        self.scores = [0, 0] if scores is None else scores
        if initial_board is None and board is None:
            initial_board, board = SudokuBoard(2, 2), SudokuBoard(2, 2)
        self.initial_board = _before(board, self.moves) if initial_board is None else initial_board
        self.board = _after(self.initial_board, self.moves) if board is None else board
        self.current_player = current_player
        self.allowed_squares1 = allowed_squares1
        self.allowed_squares2 = allowed_squares2
        self.occupied_squares1 = occupied_squares1
        self.occupied_squares2 = occupied_squares2

    def is_classic_game(self) -> bool:
        """Every square is open to both players."""
        return self.allowed_squares1 is None and self.allowed_squares2 is None

    def occupied_squares(self) -> Optional[List[Square]]:
        """The list itself of the current player's squares; None in a classic game."""
        return self.occupied_squares1 if self.current_player == 1 else self.occupied_squares2

    def player_squares(self) -> Optional[List[Square]]:
        """The empty squares the current player may use, in order: its start squares and all around its own.

        None in a classic game.
        """
        allowed = self.allowed_squares1 if self.current_player == 1 else self.allowed_squares2
        if allowed is None:
            return None
        size, squares = self.board.N, self.board.squares
        found = {(i, j) for i, j in allowed if squares[size * i + j] == 0}
        for row, column in self.occupied_squares() or ():
            for i in range(max(row - 1, 0), min(row + 2, size)):
                for j in range(max(column - 1, 0), min(column + 2, size)):
                    if squares[size * i + j] == 0:
                        found.add((i, j))
        return sorted(found)

    def __str__(self) -> str:
        return print_game_state(self)


def _before(board: Any, moves: List[Union[Move, TabooMove]]) -> SudokuBoard:
    """The start position that ``moves`` led away from."""
    initial: SudokuBoard = copy.deepcopy(board)
    for move in moves:
        initial.put(move.square, SudokuBoard.empty)
    return initial


def _after(initial: SudokuBoard, moves: List[Union[Move, TabooMove]]) -> SudokuBoard:
    board = copy.deepcopy(initial)
    for move in moves:
        board.put(move.square, move.value)
    return board


def allowed_squares(board: SudokuBoard, playmode: str) -> Any:
    """The start squares of both players; None for a mode nobody knows.

    In ``border`` both are the very same list.
    """
    last, line = board.N - 1, range(board.N)
    if playmode == "classic":
        return [], []
    if playmode == "rows":
        return [(0, j) for j in line], [(last, j) for j in line]
    if playmode == "border":
        sides = [(i, j) for j in (0, last) for i in range(1, last)]
        border = [(0, j) for j in line] + [(last, j) for j in line] + sides
        return border, border
    if playmode == "random":
        squares = generate_random_tuples(board.N)
        return squares[: board.N], squares[board.N :]
    return None


def generate_random_tuples(N: int) -> List[Square]:
    """2 N different squares of a board of size N, in the order a set of them has."""
    if N <= 1:
        raise ValueError("There are no {} different squares on a board of size {}.".format(2 * N, N))
    return list(set(random.sample([(i, j) for i in range(N) for j in range(N)], 2 * N)))


def parse_sudoku_board(text: str) -> SudokuBoard:
    """Reads ``m n`` and N * N words; ``.`` and 0 are empty squares."""
    words = text.split()
    if len(words) < 2:
        raise RuntimeError("The string does not contain a sudoku board")
    board = SudokuBoard(int(words[0]), int(words[1]))
    if len(words) != board.N * board.N + 2:
        raise RuntimeError("The number of squares in the sudoku is incorrect.")
    board.squares = [SudokuBoard.empty if word == "." else int(word) for word in words[2:]]
    return board


def print_sudoku_board(board: SudokuBoard) -> str:
    """``m n`` and a line for every row."""
    words = ["{:>4}".format("." if value == 0 else str(value)) for value in board.squares]
    return "{} {}\n{}".format(board.m, board.n, _rows(board, words))


def pretty_print_sudoku_board(board: SudokuBoard, gamestate: Optional[GameState] = None) -> str:
    """The board drawn with lines around its regions; with a state, every square marked by its owner."""
    cells = ["." if value == 0 else str(value) for value in board.squares]
    if gamestate is not None:
        for mark, squares in (("+", gamestate.occupied_squares1), ("-", gamestate.occupied_squares2)):
            for square in squares or ():
                cells[board.square2index(square)] += mark
    return _draw(board.m, board.n, cells, SudokuSettings.print_ascii_states)


def pretty_print_game_state(game_state: GameState) -> str:
    """The board drawn, the scores, and whose turn it is."""
    return "{}Score: {} - {}\nCurrent player: player{}\n".format(
        pretty_print_sudoku_board(game_state.board, game_state),
        game_state.scores[0],
        game_state.scores[1],
        game_state.current_player,
    )


def parse_game_state(text: str, playmode: str) -> GameState:
    """Reads a state; who owns a square is told by the board's marks alone.

    Raises:
        KeyError: rows, columns or board is missing.
    """
    properties = parse_properties(text)
    m, n = int(properties["rows"]), int(properties["columns"])
    classic = playmode == "classic"
    board, *owned = _parse_cells(m, n, properties["board"], classic)
    initial = _parse_cells(m, n, properties["initial-board"], classic)[0] if "initial-board" in properties else None
    allowed: Any = (None, None)
    if not classic:
        allowed = allowed_squares(board, playmode)
        if "allowed-squares1" in properties and "allowed-squares2" in properties:
            allowed = tuple(_groups(properties["allowed-squares" + player], 2) for player in "12")
    history: Any = [
        [Move((i, j), value) for i, j, value in _groups(properties.get(key, ""), 3)] for key in ("taboo-moves", "moves")
    ]
    scores = _numbers(properties["scores"]) if "scores" in properties else [0, 0]
    assert len(scores) == 2
    player = int(properties.get("current-player", 1))
    return GameState(initial, board, history[0], history[1], scores, player, *allowed, *owned)


def _parse_cells(m: int, n: int, text: str, classic: bool) -> Any:
    """A board, and the squares of both players: the last character of a word is its mark."""
    if classic:
        return parse_sudoku_board("{} {} {}".format(m, n, text)), None, None
    words = text.split()
    board = parse_sudoku_board("{} {} {}".format(m, n, " ".join("." if w == "." else w[:-1] or "?" for w in words)))
    filled = [(board.index2square(k), word[-1]) for k, word in enumerate(words) if word != "."]
    first = [square for square, mark in filled if mark == "+"]
    return board, first, [square for square, mark in filled if mark != "+"]


def print_game_state(game_state: GameState) -> str:
    """The state as ``key = value`` lines, which :func:`parse_game_state` reads."""
    board = game_state.board
    lines = [
        "rows = {}".format(board.m),
        "columns = {}".format(board.n),
        "board =",
        _rows(board, _marked(game_state)).rstrip("\n"),
        "taboo-moves = {}".format(_listed(game_state.taboo_moves)),
        "moves = {}".format(_listed(game_state.moves)),
        "scores = [{}, {}]".format(*game_state.scores),
        "current-player = {}".format(game_state.current_player),
    ]
    if not game_state.is_classic_game():
        for key in ("allowed_squares1", "allowed_squares2", "occupied_squares1", "occupied_squares2"):
            squares = ["({},{})".format(*square) for square in getattr(game_state, key) or ()]
            lines.append("{} = {}".format(key.replace("_", "-"), ", ".join(squares)))
    return "\n".join(lines) + "\n"


def _listed(moves: Any) -> str:
    return "[{}]".format(", ".join(str(move) for move in moves))


def _marked(game_state: GameState) -> List[str]:
    """The board's words; whatever is not the first player's is marked as the second's, as the course's tools do."""
    board = game_state.board
    if game_state.is_classic_game():
        return ["{:>4}".format("." if value == 0 else str(value)) for value in board.squares]
    first = {board.square2index(square) for square in game_state.occupied_squares1 or ()}
    marks = ["+" if k in first else "-" for k in range(len(board.squares))]
    return ["{:>6}".format("." if v == 0 else str(v) + marks[k]) for k, v in enumerate(board.squares)]


def _rows(board: SudokuBoard, words: List[str]) -> str:
    size = board.N
    return "".join("".join(words[k : k + size]) + "\n" for k in range(0, size * size, size))
