"""The figures of any group of games: of a cell, of all boards together, of everything.

Only complete pairs count. The second game of a pair gives back what the seat gave in the first, so a pair of which one
game is still missing would favour somebody.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import TypeVar

from gridarena_lab.experiment.games import Game
from gridarena_lab.statistics.interval import interval
from gridarena_lab.statistics.pairs import score, tally

Key = TypeVar("Key", bound=Hashable)
COMPLETED = "completed"
"""The termination of a game that was played to its end."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What a group of games brought its agent."""

    wins: int
    draws: int
    losses: int
    counts: tuple[int, int, int, int, int]
    """Pairs by what they brought, 0 to 2 points."""
    score: float
    """Points a game, draws as half."""
    interval: tuple[float, float]
    """95 %, over pairs."""
    points: tuple[float, float]
    """Mean of the agent's and of the rival's, a game."""
    lost_by: tuple[tuple[str, int], ...]
    """How the agent lost: terminations and their number, the most frequent first."""
    rival_lost_by: tuple[tuple[str, int], ...]
    """Likewise the rival."""
    depth: tuple[float | None, float | None]
    """Mean depth of the agent and of the rival; None: never said."""
    nodes: tuple[float | None, float | None]
    """Likewise nodes, or simulations, a turn."""

    @property
    def games(self) -> int:
        """Of complete pairs."""
        return self.wins + self.draws + self.losses

    @property
    def pairs(self) -> int:
        """Complete ones."""
        return sum(self.counts)

    @property
    def clear(self) -> int:
        """1: better for certain (95 %), -1: worse, 0: neither."""
        return 1 if self.interval[0] > 0.5 else -1 if self.interval[1] < 0.5 else 0


def summarise(games: Sequence[Game]) -> Summary | None:
    """The figures of the complete pairs among these games; None without any."""
    paired = complete(games)
    if not paired:
        return None
    counts = tally(first.score + second.score for first, second in paired)
    flat = [game for pair in paired for game in pair]
    return Summary(
        wins=sum(game.score == 1 for game in flat),
        draws=sum(game.score == 0.5 for game in flat),
        losses=sum(game.score == 0 for game in flat),
        counts=counts,
        score=score(counts),
        interval=interval(counts),
        points=(fmean(game.points[0] for game in flat), fmean(game.points[1] for game in flat)),
        lost_by=_reasons(flat, 0.0),
        rival_lost_by=_reasons(flat, 1.0),
        depth=(_mean(game.depth[0] for game in flat), _mean(game.depth[1] for game in flat)),
        nodes=(_mean(game.nodes[0] for game in flat), _mean(game.nodes[1] for game in flat)),
    )


def complete(games: Iterable[Game]) -> list[tuple[Game, Game]]:
    """The pairs of which both games are there."""
    legs: dict[tuple[Hashable, int], dict[int, Game]] = defaultdict(dict)
    for game in games:
        legs[game.cell, game.pair][game.leg] = game
    return [(both[0], both[1]) for both in legs.values() if len(both) == 2]


def by(games: Iterable[Game], key: Callable[[Game], Key]) -> dict[Key, Summary]:
    """The figures of every group that has complete pairs."""
    groups: dict[Key, list[Game]] = defaultdict(list)
    for game in games:
        groups[key(game)].append(game)
    found = {name: summarise(group) for name, group in groups.items()}
    return {name: summary for name, summary in found.items() if summary is not None}


def _reasons(games: Iterable[Game], score: float) -> tuple[tuple[str, int], ...]:
    return tuple(Counter(game.termination for game in games if game.score == score).most_common())


def _mean(said: Iterable[float | None]) -> float | None:
    numbers = [number for number in said if number is not None]
    return fmean(numbers) if numbers else None
