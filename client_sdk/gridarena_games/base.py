"""The seam every game implements: pure rules that know nothing of clocks, networks or databases.

A game is found through the entry point group ``gridarena.games``. Moves and boards travel and are stored as the game's
own text, so nothing above this package ever needs to name a game. Some rules cannot be decided by the board alone
(Competitive Sudoku: does the puzzle stay solvable?). Then :meth:`Board.question` hands out a :class:`Question`, an
:class:`Oracle` (entry point group ``gridarena.oracles``, under the game's name) answers it off the referee's path, and
:meth:`Board.push` takes the answer. The answer is part of the record: replay trusts it and never asks again.
"""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol, runtime_checkable

from gridarena_games.value import value

Seat = Literal[0, 1]
"""Seat 0 moves first."""

SEATS: tuple[Seat, Seat] = (0, 1)

Move = Hashable
"""A game's own move value; opaque to everybody but the game."""

SkipKind = Literal["taboo", "no squares"]
Termination = Literal["completed", "missing", "illegal", "taboo", "resigned", "abandoned", "absent"]


@value
class Question:
    """What the board needs to know before a move can be judged; opaque to the referee."""

    position: Any
    """The position *after* the move, in the form the game's oracle understands. Never mutated."""


@value
class Answer:
    """An oracle's verdict; part of the turn record."""

    accepted: bool
    """True: the placement keeps the puzzle solvable. False: condemned (or still open after the budget)."""
    reason: str
    """"known" (a known solution has it), "search" (decided by search), "undecided" (budget used up)."""
    nodes: int = 0
    """Search nodes spent."""


@value
class Applied:
    """What a pushed move did."""

    points: int = 0
    skip: SkipKind | None = None
    regions: tuple[str, ...] = ()
    """Names of what the move completed, for people: ``("row 2", "block 1,0")``."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended."""

    winner: Seat | None
    """None is a draw."""
    termination: Termination
    points: tuple[int, int]


class Board(Protocol):
    """A position with its history; mutated by push and pop only."""

    to_move: Seat
    """The seat to move; extra turns and forced skips are the game's business."""

    @property
    def points(self) -> tuple[int, int]:
        """Points so far, by seat."""
        ...

    def legal_moves(self) -> Iterator[Move]:
        """Every move that may be proposed (it may still be condemned by the oracle)."""
        ...

    def question(self, move: Move) -> Question | None:
        """Asks what must be known to judge the move; None when the board alone decides.

        Raises:
            IllegalMoveError: the rules forbid the move here.
        """
        ...

    def push(self, move: Move | None, answer: Answer | None = None) -> Applied:
        """Plays the move for the seat to move; ``None`` is the forced skip.

        ``answer`` is required where :meth:`question` asked; a condemned placement becomes a skip.

        Raises:
            IllegalMoveError: the rules forbid the move here; the board is unchanged.
        """
        ...

    def pop(self) -> None:
        """Takes the last push back. Raises IndexError when there is none."""
        ...

    def forced_skip(self) -> bool:
        """True when the seat to move has no move and must pass."""
        ...

    def outcome(self) -> Outcome | None:
        """The result once the game itself is over, else None."""
        ...

    def __str__(self) -> str:
        """The position for people, as plain text."""
        ...


@runtime_checkable
class Restartable(Protocol):
    """A board that can say where it stands in the words of a start position; not every game's can.

    ``game.start(board.setup(), board.options())`` is the same position.
    """

    def setup(self) -> str:
        """The position in the game's own text."""
        ...

    def options(self) -> Mapping[str, str]:
        """The options that go with that text."""
        ...


@runtime_checkable
class Game(Protocol):
    """A game's rules."""

    name: str

    def start(self, setup: str, options: Mapping[str, str]) -> Board:
        """Builds the start position from the game's own text.

        Raises:
            InvalidSetupError: one line that says what was expected and what came.
        """
        ...

    def move(self, text: str) -> Move:
        """Reads a move. Raises InvalidMoveError."""
        ...

    def text(self, move: Move) -> str:
        """Writes a move; ``game.move(game.text(move)) == move``."""
        ...


class Oracle(Protocol):
    """Answers the questions of one match and keeps what it learned; made by ``factory(board)`` from the start board."""

    def start(self) -> Answer:
        """Judges the start position; a start that is not accepted must be refused. May take long: call in a thread."""
        ...

    def answer_now(self, question: Question) -> Answer | None:
        """Answers in at most a few milliseconds, or None: ask :meth:`answer` in a thread."""
        ...

    def answer(self, question: Question) -> Answer:
        """Answers by node budget, never by time; releases the GIL where it can."""
        ...


@dataclass(frozen=True, slots=True)
class Grade:
    """How hard a start position is, in the game's own terms."""

    level: str
    """A word, such as "easy"."""
    figures: Mapping[str, int | None]
    """The numbers behind it by name; None where one could not be found out."""
    why: str
    """What the level means, for people."""


class StartPositions(Protocol):
    """A game's start positions by name; found by entry point (group ``gridarena.boards``, under the game's name)."""

    suite: tuple[str, ...]
    """Names of the positions that are shipped with the game and never change."""
    usual: str
    """The name of the position that is played where nobody names one."""
    forms: str
    """What names look like, for people."""

    def setup(self, name: str) -> str | None:
        """The position of this name in the game's own text, the same on every machine; None: that is no such name.

        Raises:
            InvalidSetupError: the name has the right form, but there is no such position.
        """
        ...

    def seeded(self, name: str, seed: int) -> str:
        """The name of this seed's position; the name itself where it has a seed already, or can have none."""
        ...

    def grade(self, board: Board) -> Grade:
        """How hard a start position of the game is. May take seconds."""
        ...
