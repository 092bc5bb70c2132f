"""One thing that is not as it was written, and where."""

from dataclasses import dataclass

SHOWN = 120
"""Characters of what was expected or is stored; a text that was damaged may be long."""


@dataclass(frozen=True, slots=True)
class Difference:
    """What was computed again differs from what is stored."""

    where: str
    """The line, for people: "turn 3 of match 7"."""
    what: str
    """Of that line: "hash"; empty: the whole of it."""
    expected: str
    stored: str
    match: int | None = None
    turn: int | None = None
    hint: str = ""
    """What it suggests."""

    def __str__(self) -> str:
        hint = f" ({self.hint})" if self.hint else ""
        what = f"{self.where}: {self.what}" if self.what else self.where
        return f"{what}: expected {short(self.expected)}, stored is {short(self.stored)}{hint}"


def of_match(match: int, turn: int | None, what: str, expected: object, stored: object, hint: str = "") -> Difference:
    """A difference in a match, or in one turn of it."""
    where = f"match {match}" if turn is None else f"turn {turn} of match {match}"
    return Difference(where, what, str(expected), str(stored), match, turn, hint)


def short(text: str) -> str:
    """The text, cut where it would fill the screen."""
    return text if len(text) <= SHOWN else text[: SHOWN - 3] + "..."
