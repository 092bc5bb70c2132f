"""Pebbles: a game small enough to see through, with an oracle, forced skips and a last-taker bonus.

The setup is the number of pebbles. A move takes one to three. Taking exactly three asks the oracle (the test plays it);
condemned, nothing is taken. Each pebble is a point. With the option "skip" = "1", seat 1 has to skip every turn.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from gridarena_games.base import Answer, Applied, Outcome, Question, Seat
from gridarena_games.errors import IllegalMoveError, InvalidMoveError, InvalidSetupError


@dataclass(frozen=True)
class Done:
    taken: int
    seat: Seat
    condemned: bool


class PebblesBoard:
    def __init__(self, pebbles: int, skip: bool) -> None:
        self.to_move: Seat = 0
        self.pebbles = pebbles
        self.skip = skip
        self.condemned = False
        self._points = [0, 0]
        self._done: list[Done] = []

    @property
    def points(self) -> tuple[int, int]:
        return self._points[0], self._points[1]

    def legal_moves(self) -> Iterator[int]:
        for take in range(1, min(3, self.pebbles) + 1):
            if take < 3 or not self.condemned:
                yield take

    def question(self, move: int) -> Question | None:
        if not 1 <= move <= self.pebbles:
            raise IllegalMoveError("out of range", f"cannot take {move} of {self.pebbles} pebbles")
        if move == 3 and self.condemned:
            raise IllegalMoveError("taboo", "taking 3 is taboo")
        return Question(self.pebbles - move) if move == 3 else None

    def push(self, move: int | None, answer: Answer | None = None) -> Applied:
        if move is None:
            self._turn(Done(0, self.to_move, False))
            return Applied(skip="no squares")
        if self.question(move) is not None and answer is not None and not answer.accepted:
            self.condemned = True
            self._turn(Done(0, self.to_move, True))
            return Applied(skip="taboo")
        self.pebbles -= move
        self._points[self.to_move] += move
        self._turn(Done(move, self.to_move, False))
        return Applied(points=move, regions=(f"{move} pebbles",))

    def _turn(self, done: Done) -> None:
        self._done.append(done)
        self.to_move = 1 if self.to_move == 0 else 0

    def pop(self) -> None:
        done = self._done.pop()
        self.pebbles += done.taken
        self._points[done.seat] -= done.taken
        self.to_move = done.seat
        if done.condemned:
            self.condemned = False

    def forced_skip(self) -> bool:
        return self.skip and self.to_move == 1 and self.pebbles > 0

    def outcome(self) -> Outcome | None:
        if self.pebbles:
            return None
        first, second = self._points
        winner: Seat | None = None if first == second else (0 if first > second else 1)
        return Outcome(winner, "completed", (first, second))

    def __str__(self) -> str:
        return "o" * self.pebbles


class Pebbles:
    name = "pebbles"

    def start(self, setup: str, options: Mapping[str, str]) -> PebblesBoard:
        if not setup.isdigit():
            raise InvalidSetupError(f"expected a number of pebbles, got {setup!r}")
        return PebblesBoard(int(setup), options.get("skip") == "1")

    def move(self, text: str) -> int:
        if not text.isdigit():
            raise InvalidMoveError(f"expected a number, got {text!r}")
        return int(text)

    def text(self, move: int) -> str:
        return str(move)
