"""Trains a network of `report-neat` from a seed, and says how it went."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from gridarena_agents.reports.network import Kind, Network
from gridarena_games.sudoku.rules import MAX_SIZE
from gridarena_lab.neat import cells, play
from gridarena_lab.neat.evolution import Generation, evolve

Phase = Literal[1, 2]
CHOSEN_FROM = 5
"""So many of the last generations' best networks meet again at the end; the best of a generation was also lucky."""
FRESH_GAMES = 100
"""Games against each rival by which they are compared, and reported."""


@dataclass(frozen=True, slots=True)
class Course:
    """What shall be trained."""

    rows: int
    """Of a block."""
    cols: int
    phase: Phase
    generations: int
    """At most; phase 1 ends when it is passed."""
    population: int
    games: int
    """Phase 2: games of a network against each rival in a generation."""
    seed: int

    def __post_init__(self) -> None:
        """Raises ValueError where the board is too large for a network of it."""
        if not 2 <= self.rows * self.cols <= MAX_SIZE or self.rows < 1:
            raise ValueError(f"expected blocks of 2 to {MAX_SIZE} cells, got {self.size}")

    @property
    def size(self) -> str:
        """As in the names of boards."""
        return f"{self.rows}x{self.cols}"

    @property
    def kind(self) -> Kind:
        """What the network's outputs are about."""
        return "cells" if self.phase == 1 else "actions"


@dataclass(frozen=True, slots=True)
class Trained:
    """What came out."""

    network: Network
    passed: bool | None
    """Phase 1: right on every cell of every fresh board. Phase 2: None."""
    scores: dict[str, float]
    """Shares on fresh boards: of right cells, or of games won against each rival, draws half."""
    best: tuple[float, ...]
    """The best fitness by generation."""
    mean: tuple[float, ...]


def train(course: Course, tell: Callable[[str, float], None]) -> Trained:
    """Trains; ``tell`` hears what was reached and the share of the generations that is behind.

    Raises:
        NoNeatError: the extra ``[neat]`` is not installed.
    """
    return _phase1(course, tell) if course.phase == 1 else _phase2(course, tell)


def _phase1(course: Course, tell: Callable[[str, float], None]) -> Trained:
    count = (course.rows * course.cols) ** 2
    run = evolve(
        cells.settings(count, course.population),
        "cells",
        course.seed,
        lambda number, networks: cells.marks(count, course.seed, number, networks),
        one_to_one=True,
    )
    seen: list[Generation] = []
    for generation in islice(run, course.generations):
        seen.append(generation)
        tell(f"generation {len(seen)}: best {generation.best:.4f}", len(seen) / course.generations)
        right = cells.share_right(generation.network, course.seed) if generation.best == 1 else 0
        if right == 1:
            break
    right = cells.share_right(seen[-1].network, course.seed)
    return _trained(seen, seen[-1].network, {"cells": right}, passed=right == 1)


def _phase2(course: Course, tell: Callable[[str, float], None]) -> Trained:
    run = evolve(
        play.settings(course.population),
        "actions",
        course.seed,
        lambda number, networks: play.marks(course.size, course.games, course.seed, number, networks),
    )
    seen: list[Generation] = []
    for generation in islice(run, course.generations):
        seen.append(generation)
        tell(f"generation {len(seen)}: best {generation.best:.3f}", len(seen) / (course.generations + 1))
    scored = []
    for generation in seen[-CHOSEN_FROM:]:
        found = play.scores(generation.network, course.size, FRESH_GAMES, f"{course.seed}/fresh")
        scored.append((sum(won for won, _ in found.values()), generation.network, found))
    _, network, found = max(scored, key=lambda one: one[0])
    tell("the best of the last ones met again", 1)
    return _trained(seen, network, {name: won for name, (won, _) in found.items()}, passed=None)


def _trained(seen: list[Generation], network: Network, scores: dict[str, float], *, passed: bool | None) -> Trained:
    best, mean = tuple(one.best for one in seen), tuple(one.mean for one in seen)
    return Trained(network, passed, {name: round(share, 4) for name, share in scores.items()}, best, mean)
