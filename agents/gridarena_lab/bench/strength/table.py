"""The table of a strength run: score, interval and reasons of losses for every pairing.

The two matches of a pair share their opening, so they are no independent samples. The interval is Wilson's with the
number of matches divided by the *design effect*: how much larger (or smaller) the variance between pairs makes the
error of the mean than independent matches would (Kish 1965; Korn and Graubard 1998). Wilson's does not end at 1 when
everything was won.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gridarena_lab.bench.strength.results import LEFT_OUT, Game
from gridarena_lab.bench.strength.schedule import Pairing
from gridarena_lab.statistics.wilson import wilson

LEAST_EFFECT = 0.5
"""Two matches of a pair are never worth more than so: seats that cancel each other out may be chance."""


@dataclass(frozen=True, slots=True)
class Row:
    """One pairing so far."""

    name: str
    games: int
    left_out: int
    won: int
    drawn: int
    score: float
    low: float
    high: float
    bound: float
    losses: str
    """By reason."""
    fallbacks: str
    """Games in which a turn was left to the SDK's random move, the agent's and the rival's."""

    @property
    def holds(self) -> bool:
        """True once the interval lies above the bound."""
        return self.low >= self.bound


def rows(stages: Iterable[Sequence[Pairing]], games: Sequence[Game]) -> list[Row]:
    """A row for every pairing that has been played."""
    by_key: dict[tuple[str, str, int], list[Game]] = defaultdict(list)
    for game in games:
        by_key[game.mode, game.rival, game.time_ms].append(game)
    return [_row(pairing, by_key[pairing.key]) for stage in stages for pairing in stage if by_key[pairing.key]]


def _row(pairing: Pairing, games: Sequence[Game]) -> Row:
    counted = [game for game in games if game.counts]
    score, low, high = interval(_by_pair(counted))
    return Row(
        name=str(pairing),
        games=len(counted),
        left_out=sum(game.termination == LEFT_OUT for game in games),
        won=sum(game.score == 1 for game in counted),
        drawn=sum(game.score == 0.5 for game in counted),
        score=score,
        low=low,
        high=high,
        bound=pairing.bound,
        losses=_reasons(game for game in counted if not game.score),
        fallbacks=", ".join(str(sum(game.fallbacks[who] > 0 for game in counted)) for who in (0, 1)),
    )


def _by_pair(games: Iterable[Game]) -> list[list[float]]:
    scores: dict[tuple[str, int], list[float]] = defaultdict(list)
    for game in games:
        scores[game.board, game.pair].append(game.score)
    return list(scores.values())


def _reasons(lost: Iterable[Game]) -> str:
    counted = Counter(f"{game.termination} on {game.board}" for game in lost)
    return ", ".join(f"{count} {reason}" for reason, count in counted.most_common())


def interval(pairs: Sequence[Sequence[float]]) -> tuple[float, float, float]:
    """Mean score of a match and its 95 % interval; ``pairs`` holds the scores of the matches of each pair."""
    games = sum(map(len, pairs))
    if not games:
        return 0.0, 0.0, 1.0
    mean = sum(map(sum, pairs)) / games
    spread = mean * (1 - mean)
    effect = 1.0
    if len(pairs) > 1 and spread:
        between = sum((sum(pair) - mean * len(pair)) ** 2 for pair in pairs) * len(pairs) / (len(pairs) - 1)
        effect = max(LEAST_EFFECT, between / games / spread)
    return mean, *wilson(mean, games / effect)


def as_text(table: Sequence[Row]) -> str:
    """The table for people, also as Markdown."""
    lines = [
        "| against | games | left out | won, drawn | score | 95 % interval | wanted | holds | random turns | losses |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    return "\n".join((*lines, *map(_line, table)))


def _line(row: Row) -> str:
    return (
        f"| {row.name} | {row.games} | {row.left_out} | {row.won}, {row.drawn} | {row.score:.3f} "
        f"| {row.low:.3f} to {row.high:.3f} | {row.bound:.2f} | {'yes' if row.holds else 'no'} "
        f"| {row.fallbacks} | {row.losses} |"
    )
