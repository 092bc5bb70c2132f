"""What an experiment is: cells (agent, rival, board, budget), so many pairs of games in each, and one seed.

A cell holds the words as somebody typed them, so that a table's rows are what its maker asked for, and so that anybody
can type them again. Everything random in a game is derived from the experiment's seed, the cell and the pair
(:meth:`Experiment.seed_of`): the same plan is the same games. Where the games take a time instead of nodes that holds
for openings and agents, but not for how far a machine gets.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from gridarena_games.base import Seat
from gridarena_lab.experiment.budget import Budget
from gridarena_lab.statistics.sprt import Hypotheses

Kind = Literal["matrix", "sweep", "compare"]
FILE = "experiment.toml"
"""The plan, in an experiment's folder."""
DATABASE = "games.db"
"""The games, in an experiment's folder."""
LEGS: tuple[Seat, Seat] = (0, 1)
"""The two games of a pair; in leg 1 the seats are swapped."""


@dataclass(frozen=True, slots=True)
class Cell:
    """Who meets whom, where, with what."""

    agent: str
    """The address of whose score it is."""
    rival: str
    """The other one's address."""
    board: str
    """A start position's name, or a file."""
    budget: str
    """As of :class:`~gridarena_lab.experiment.budget.Budget`: ``0.1s``, ``1000n`` or ``untimed``."""

    @property
    def limit(self) -> Budget:
        """What each of the two may spend on a turn."""
        return Budget.read(self.budget)

    def __str__(self) -> str:
        return f"{self.agent} - {self.rival} on {self.board}, {self.budget}"


@dataclass(frozen=True, slots=True)
class Experiment:
    """A plan; frozen with the first game."""

    name: str
    kind: Kind
    cells: tuple[Cell, ...]
    pairs: int
    """Of each cell; with a test, the most there will be."""
    seed: int
    """Of openings and agents."""
    game: str
    opening: int = 0
    """Random legal moves at the start, others for every pair; 0: none."""
    options: Mapping[str, str] = field(default_factory=dict)
    """The game's, for every board."""
    swept: tuple[str, ...] = ()
    """Names of the options that a sweep goes through, in the agents' addresses."""
    stopping: Hypotheses | None = None
    """A sequential test that ends it; None: every pair is played."""
    scale: float = 1.0
    """By how much games and budgets were reduced when the plan was read; they are what they are here."""
    command: str = ""
    """What makes the same experiment again, for the report."""

    @property
    def games(self) -> int:
        """How many there are at most."""
        return 2 * self.pairs * len(self.cells)

    @property
    def timed(self) -> bool:
        """Some cell has a clock."""
        return any(cell.limit.timed for cell in self.cells)

    def number(self, cell: int, pair: int, leg: int) -> int:
        """A game's number, from 1: also its match's, which makes it impossible to keep it twice.

        Pairs come first, so that every beginning of the numbers is a balanced table.
        """
        return 2 * (pair * len(self.cells) + cell) + leg + 1

    def place(self, number: int) -> tuple[int, int, Seat]:
        """The cell, the pair and the leg of a game's number."""
        pair, rest = divmod(number - 1, 2 * len(self.cells))
        return rest // 2, pair, 1 if rest % 2 else 0

    def seed_of(self, *about: object) -> int:
        """A seed of 31 bits for one thing: the opening of a pair on a board, an agent in a game of a cell."""
        words = "\n".join(map(str, (self.seed, *about)))
        return int.from_bytes(hashlib.sha256(words.encode()).digest()[:4]) >> 1
