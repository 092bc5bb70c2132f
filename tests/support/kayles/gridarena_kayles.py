"""Kayles: pins in a row; a move knocks over one pin or two that stand side by side, and who knocks the last one wins.

A game of somebody else's, in a distribution of its own, with nothing of what the house's games have: no points, no
oracle, no named start positions, no view but its text.
"""

import re
from collections.abc import Iterator, Mapping

from gridarena_games.base import Answer, Applied, Outcome, Seat
from gridarena_games.errors import IllegalMoveError, InvalidMoveError, InvalidSetupError

LONGEST = 60


class KaylesBoard:
    """The pins, by number from 1, and the moves that were made."""

    points = (0, 0)

    def __init__(self, pins: str, *, misere: bool) -> None:
        self.to_move: Seat = 0
        self._standing = [pin == "o" for pin in pins]
        self._misere = misere
        self._history: list[tuple[int, ...]] = []

    def legal_moves(self) -> Iterator[tuple[int, ...]]:
        for pin, stands in enumerate(self._standing, start=1):
            if stands:
                yield (pin,)
                if pin < len(self._standing) and self._standing[pin]:
                    yield (pin, pin + 1)

    def question(self, move: tuple[int, ...]) -> None:
        if not isinstance(move, tuple) or move not in set(self.legal_moves()):
            raise IllegalMoveError("not allowed", f"expected a standing pin or two side by side, got {move!r}")

    def push(self, move: tuple[int, ...] | None, answer: Answer | None = None) -> Applied:
        if move is None:
            raise IllegalMoveError("not allowed", "nobody may pass")
        self.question(move)
        self._turn(move, stands=False)
        self._history.append(move)
        return Applied()

    def pop(self) -> None:
        self._turn(self._history.pop(), stands=True)

    def _turn(self, pins: tuple[int, ...], *, stands: bool) -> None:
        for pin in pins:
            self._standing[pin - 1] = stands
        self.to_move = 1 if self.to_move == 0 else 0

    def forced_skip(self) -> bool:
        return False

    def outcome(self) -> Outcome | None:
        if any(self._standing):
            return None
        last: Seat = 1 if self.to_move == 0 else 0
        return Outcome(self.to_move if self._misere else last, "completed", (0, 0))

    def __str__(self) -> str:
        return f"{''.join('o' if pin else '.' for pin in self._standing)}  seat {self.to_move} to move"


class Kayles:
    """Finds its pins in a row of `o` (standing) and `.` (gone)."""

    name = "kayles"

    def start(self, setup: str, options: Mapping[str, str]) -> KaylesBoard:
        if set(options) - {"last"} or options.get("last", "wins") not in ("wins", "loses"):
            raise InvalidSetupError(f"expected no option but last=wins or last=loses, got {sorted(options.items())!r}")
        if re.fullmatch(rf"[o.]{{1,{LONGEST}}}", setup.strip()) is None:
            raise InvalidSetupError(f"expected a row like ooo.oo of at most {LONGEST} pins, got {setup[:70]!r}")
        return KaylesBoard(setup.strip(), misere=options.get("last") == "loses")

    def move(self, text: str) -> tuple[int, ...]:
        if (found := re.fullmatch(r"(\d{1,3})(?:-(\d{1,3}))?", text, re.ASCII)) is None:
            raise InvalidMoveError(f"expected pins like 3 or 3-4, got {text[:40]!r}")
        return tuple(int(pin) for pin in found.groups() if pin is not None)

    def text(self, move: tuple[int, ...]) -> str:
        return "-".join(map(str, move))
