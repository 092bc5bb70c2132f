"""What is played: pairings of one agent with its rivals, and in which order.

Whoever stops the run early should have a little of everything rather than all of one pairing. So the order is breadth
first: a pair of matches of every rival on every board, then a second one. A pairing is done when it has enough matches.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from gridarena.resolve import agent_names
from gridarena_kernels.boards import SudokuPositions

REPORTS = ("report-minimax", "report-a2", "report-a2-skip", "report-mcts", "report-mcts2", "report-even")
RIVALS = (*REPORTS, "greedy", "minimax", "mcts", "skip")
SMALL_ONLY = {"report-neat": ("2x2", "2x3")}
"""Agents that play these block sizes only; scheduled where they are installed."""
CLASSIC_BOUND = 0.90
ROWS_BOUND = 0.85


@dataclass(frozen=True, slots=True)
class Pairing:
    """A rival, a clock and a mode, on several boards."""

    rival: str
    mode: str
    time_ms: int
    boards: tuple[str, ...]
    bound: float
    """The interval should lie above it."""

    @property
    def key(self) -> tuple[str, str, int]:
        """What tells it from the others."""
        return self.mode, self.rival, self.time_ms

    def __str__(self) -> str:
        return f"{self.rival} {self.mode} {self.time_ms / 1000:g} s"


@dataclass(frozen=True, slots=True)
class Pair:
    """Two matches from one opening, the seats swapped."""

    pairing: Pairing
    board: str
    number: int

    @property
    def seed(self) -> str:
        """Of its opening."""
        return f"{self.pairing.mode} {self.pairing.rival} {self.pairing.time_ms} {self.board} {self.number}"


def stages() -> tuple[tuple[Pairing, ...], ...]:
    """Everything, most wanted first: 0.1 s on all boards of the suite, `rows`, 0.5 s on boards up to 3x3."""
    every = SudokuPositions.suite
    small = tuple(board for board in every if board.rpartition("-")[2] in ("2x2", "2x3", "3x3"))
    return (
        _classic(every, 100),
        tuple(Pairing(rival, "rows", 100, every, ROWS_BOUND) for rival in ("minimax", "greedy")),
        _classic(small, 500),
    )


def _classic(boards: Sequence[str], time_ms: int) -> tuple[Pairing, ...]:
    """Every rival on the boards it can play."""
    installed = set(agent_names())
    rivals = (*RIVALS, *(name for name in SMALL_ONLY if name in installed))
    return tuple(
        Pairing(
            rival,
            "classic",
            time_ms,
            tuple(board for board in boards if board.rpartition("-")[2] in SMALL_ONLY.get(rival, (board[-3:],))),
            CLASSIC_BOUND,
        )
        for rival in rivals
    )


def pairs(stage: Sequence[Pairing], games: int, played: Mapping[tuple[str, str, int], int]) -> Iterator[Pair]:
    """One stage, breadth first; ``played`` is read anew before each pair, and ends pairings that have enough."""
    longest = max(len(pairing.boards) for pairing in stage)
    number = 0
    while any(played.get(pairing.key, 0) < games for pairing in stage):
        for place in range(longest):
            for pairing in stage:
                if played.get(pairing.key, 0) < games:
                    turn = number * longest + place
                    yield Pair(pairing, pairing.boards[turn % len(pairing.boards)], turn // len(pairing.boards))
        number += 1
