"""Phase 2: networks that score an action are judged by whole games against three rules, in the true game.

Report 2 let its networks play each other; that selects who beats beginners. Here each plays `random`, a greedy rule and
the rule that passes at even numbers of cells, from random openings that are the same for all of a generation.
"""

import random
from collections.abc import Callable, Sequence
from functools import cache

import numpy as np

from gridarena_agents.reports.actions import FEATURES, Field, Ints
from gridarena_agents.reports.network import Network
from gridarena_games.sudoku.board import SudokuBoard
from gridarena_games.sudoku.game import Sudoku
from gridarena_kernels.boards import SudokuPositions
from gridarena_kernels.completions import completions
from gridarena_lab.neat.evolution import Settings

MOST_WAYS = 1024
OPENING = 4
"""Up to so many moves are made at random before a game."""
MARGIN_WORTH = 0.01
"""What a point more or less counts beside winning; it leads where all games are lost."""

Policy = Callable[[Field, random.Random], int]
"""Chooses a pair."""


def settings(population: int) -> Settings:
    """Several species, and structure that grows: parities have to be combined."""
    return Settings(
        inputs=FEATURES, outputs=1, population=population, links="full_direct", mutate=0.4, replace=0.05, power=0.6,
        limit=8, toggle=0.01, add_link=0.15, drop_link=0.05, add_node=0.1, drop_node=0.05, species=2.0, survive=0.3,
    )  # fmt: skip


def by_network(network: Network) -> Policy:
    """The action that the network likes best, the first of equal ones."""

    def choose(field: Field, rng: random.Random) -> int:
        pairs = np.flatnonzero(field.standing)
        return int(pairs[network.run(field.features(pairs))[:, 0].argmax()])

    return choose


def at_random(field: Field, rng: random.Random) -> int:
    """Any pair that stands."""
    return int(rng.choice(np.flatnonzero(field.standing).tolist()))


def greedy(field: Field, rng: random.Random) -> int:
    """The fill that scores most."""
    fills = np.flatnonzero(field.fills)
    return _best(fills, field.points(fills), rng)


def skipping(field: Field, rng: random.Random) -> int:
    """At even numbers of cells a bomb, where there is one; else points minus the best reply."""
    bombs = np.flatnonzero(field.bombs)
    if field.empties % 2 == 0 and len(bombs):
        return int(rng.choice(bombs.tolist()))
    fills = np.flatnonzero(field.fills)
    return _best(fills, field.points(fills) - field.replies(fills), rng)


RIVALS: dict[str, Policy] = {"random": at_random, "greedy": greedy, "skip": skipping}


def _best(pairs: Ints, worth: Ints, rng: random.Random) -> int:
    return int(rng.choice(pairs[worth == worth.max()].tolist()))


@cache
def _start(size: str, seed: int) -> Field:
    """The empty 2x2, of which all ways to fill it are known; of larger boards one that is half full."""
    setup = SudokuPositions().setup(f"empty-{size}" if size == "2x2" else f"random-{size}-{seed}")
    assert setup is not None, "the name has the right form"
    board = Sudoku().start(setup, {})
    assert isinstance(board, SudokuBoard)
    return Field.of(board, completions(board.m, board.n, list(board.cells), MOST_WAYS))


def opening(size: str, rng: random.Random) -> Field:
    """A position to start from, its bombs known."""
    field = _start(size, rng.randrange(1000))
    while field.ways is None:
        field = _start(size, rng.randrange(1000))
    for _ in range(rng.randrange(OPENING + 1)):
        field = field.after(at_random(field, rng))
    return field


def game(start: Field, first: Policy, second: Policy, rng: random.Random) -> int:
    """The first one's points minus the second one's."""
    field, difference, side = start, 0, 1
    policies = {1: first, -1: second}
    while field.empties:
        pair = policies[side](field, rng)
        if field.fills[pair]:
            difference += side * int(field.points(np.array([pair]))[0])
        field = field.after(pair)
        side = -side
    return difference


def scores(network: Network, size: str, games: int, seed: str) -> dict[str, tuple[float, float]]:
    """By rival: the share of games won, draws half, and the mean difference; both seats from each opening."""
    policy = by_network(network)
    found = {}
    for name, rival in RIVALS.items():
        rng = random.Random(f"{seed}/{name}")
        differences = []
        for _ in range(games // 2):
            start = opening(size, rng)
            differences += [game(start, policy, rival, rng), -game(start, rival, policy, rng)]
        won = sum((one > 0) + 0.5 * (one == 0) for one in differences)
        found[name] = won / len(differences), sum(differences) / len(differences)
    return found


def marks(size: str, games: int, seed: int, generation: int, networks: Sequence[Network]) -> list[float]:
    """Fitness: the mean share over the rivals, and a little for points."""
    return [_mark(scores(network, size, games, f"{seed}/{generation}")) for network in networks]


def _mark(found: dict[str, tuple[float, float]]) -> float:
    won = sum(share for share, _ in found.values()) / len(found)
    margin = sum(mean for _, mean in found.values()) / len(found)
    return won + MARGIN_WORTH * max(-10, min(10, margin)) / 10
