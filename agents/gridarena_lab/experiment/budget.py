"""What an agent may spend on a turn, in the words of plans and command lines.

``0.1s`` is a time, ``1000n`` a number of whatever the agent counts: nodes of a tree for an alpha-beta search,
simulations for a Monte Carlo one. The letter is the unit, so that no number can be taken for the other kind.
``untimed`` leaves it to every agent when to stop.
"""

import re
from dataclasses import dataclass
from typing import Literal

from gridarena_lab.contest import ContestError
from gridarena_protocol.records import Clock

UNTIMED = "untimed"
SHORTEST_S = 0.001
LONGEST_S = 3600.0

_WORD = re.compile(r"(?P<amount>\d{1,12}(?:\.\d{1,6})?)(?P<unit>s|n)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Budget:
    """So much a turn."""

    unit: Literal["s", "n", ""]
    """Seconds, nodes, or nothing that is counted."""
    amount: float = 0.0

    @classmethod
    def read(cls, text: str) -> "Budget":
        """Reads ``0.1s``, ``1000n`` or ``untimed``.

        Raises:
            ContestError: one line that says what was expected and what came.
        """
        if text == UNTIMED:
            return cls("")
        found = _WORD.fullmatch(text)
        if found is None:
            raise ContestError(f"expected a budget like 0.1s (time), 1000n (nodes) or {UNTIMED}, got {text!r}")
        amount = float(found["amount"])
        if found["unit"] == "s":
            if not SHORTEST_S <= amount <= LONGEST_S:
                raise ContestError(f"expected {SHORTEST_S:g}s to {LONGEST_S:g}s a turn, got {text!r}")
            return cls("s", amount)
        if amount < 1 or not amount.is_integer():
            raise ContestError(f"expected a whole number of nodes from 1n, got {text!r}")
        return cls("n", amount)

    @property
    def timed(self) -> bool:
        """The machine's speed and load are part of the result."""
        return self.unit == "s"

    @property
    def nodes(self) -> int | None:
        """How many; None where nodes are not what is limited."""
        return int(self.amount) if self.unit == "n" else None

    @property
    def clock(self) -> Clock:
        """The referee's clock: hidden where there is a time, as in the course, else none."""
        return Clock("hidden", round(self.amount * 1000)) if self.timed else Clock("untimed")

    def scaled(self, scale: float) -> "Budget":
        """The same kind of budget, so many times as large, as far as it can be."""
        if self.timed:
            return Budget("s", min(max(round(self.amount * scale, 3), SHORTEST_S), LONGEST_S))
        return Budget(self.unit, max(1.0, float(round(self.amount * scale)))) if self.nodes else self

    def __str__(self) -> str:
        return f"{self.amount:g}s" if self.timed else UNTIMED if self.nodes is None else f"{self.nodes}n"
