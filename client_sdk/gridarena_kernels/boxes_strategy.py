"""What a Dots and Boxes position promises by many games played out: see `boxes_playout`."""

from dataclasses import dataclass
from functools import cache

from gridarena_games.dots.edges import Edge
from gridarena_kernels import jit
from gridarena_kernels.boxes_exact import Boxes
from gridarena_kernels.boxes_playout import candidates, sample
from gridarena_kernels.jit import Flat, flat, octets, zeros


@dataclass(frozen=True, slots=True)
class Promising:
    """What the games so far say."""

    move: Edge
    """The one most games were played behind."""
    value: float
    """Own minus other boxes on average."""
    games: int


class Strategy:
    """The games from one position; with the extra turn only."""

    def __init__(self, boxes: Boxes, drawn: int, seed: int) -> None:
        """Lists the moves; the position has a free edge."""
        edges = len(boxes.tables.edges)
        self._boxes = boxes
        self._drawn = drawn
        self._moves = zeros(edges)
        self.choices = int(candidates(boxes.field, drawn, self._moves))
        """How many moves can be best."""
        self._sums, self._visits, self._work = zeros(edges), zeros(edges), zeros(edges + len(boxes.tables.sides))
        self._rng = flat((seed % 0x7FFFFFFE + 1,))

    def run(self, games: int, stop: Flat) -> Promising:
        """So many more games, fewer when stopped."""
        sample(
            self._boxes.field, self._drawn, self._moves, self.choices, self._sums, self._visits, games, self._rng,
            self._work, stop,
        )  # fmt: skip
        best = max(range(self.choices), key=lambda i: (self._visits[i], self._sums[i]))
        mean = self._sums[best] / max(1, self._visits[best])
        games = sum(int(self._visits[i]) for i in range(self.choices))
        return Promising(self._boxes.tables.edges[self._moves[best]], float(mean), games)


@cache
def warm() -> None:
    """Compiles or loads the kernels, once a process."""
    jit.load(lambda: Strategy(Boxes(1, 2, remembered=101), 0, 1).run(20, octets(bytearray(1))))
