"""A table of strengths from results, by whichever system one is used to.

The order-free systems (:mod:`fit`) use every game at once and are the better ones for an experiment, where nobody's
strength changes; Elo and Glicko are there to be compared with a server's leaderboard or other tools. Those take the
games of one pair number as a rating period: everybody is rated against what everybody was before it.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from gridarena_lab.statistics.fit import PRIOR, Fit, Met, fit
from gridarena_lab.statistics.glicko import Against, Glicko, glicko1, glicko2
from gridarena_lab.statistics.outcomes import Model
from gridarena_lab.statistics.pairs import Z95
from gridarena_server.tournament.elo import Elo, expected

System = Literal["davidson", "bradley-terry", "rao-kupper", "bayeselo", "elo", "glicko1", "glicko2"]
SYSTEMS: tuple[System, ...] = get_args(System)
FITTED: Mapping[System, Model] = {
    "davidson": "davidson",
    "bradley-terry": "bradley-terry",
    "rao-kupper": "rao-kupper",
    "bayeselo": "rao-kupper",
}
"""The model of each system that fits all games at once; BayesElo is Rao and Kupper's with the first move's worth."""


@dataclass(frozen=True, slots=True)
class Result:
    """One game."""

    first: str
    """Who had the first move."""
    second: str
    score: float
    """Of the first: 1, 0.5 or 0."""
    period: int
    """The number of its pair."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One agent's strength."""

    agent: str
    elo: float
    low: float | None
    """Of its 95 % interval; None where the system knows none (Elo)."""
    high: float | None
    games: int
    score: float
    """Points a game."""
    against_next: tuple[float, float, float] | None
    """Chances to win, draw and lose against the next in the table; None for the last and where no model gives them."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """The strengths, the strongest first."""

    system: System
    standings: tuple[Standing, ...]
    advantage: float | None
    """What the first move is worth, in Elo; None: not asked."""


def rank(results: Sequence[Result], system: System = "davidson") -> Ranking:
    """The agents by strength; games of an agent against itself say nothing and are left out.

    Raises:
        ValueError: groups of agents that never met cannot be compared.
    """
    met = [result for result in results if result.first != result.second]
    agents = sorted({name for result in met for name in (result.first, result.second)})
    if not agents:
        return Ranking(system, (), None)
    model = FITTED.get(system)
    if model is not None:
        found = fit(len(agents), _met(agents, met), model, prior=PRIOR, advantage=system == "bayeselo")
        return _fitted(agents, met, found, system)
    return Ranking(system, tuple(_rated(agents, met, system)), None)


def elo_after(rating: float, games: Iterable[tuple[float, float]], k: float) -> float:
    """Elo's rating after an event: opponents' ratings before it, and scores."""
    return rating + k * sum(score - expected(rating - opponent) for opponent, score in games)


def _met(agents: Sequence[str], results: Sequence[Result]) -> list[Met]:
    place = {agent: index for index, agent in enumerate(agents)}
    counts: dict[tuple[int, int], list[int]] = defaultdict(lambda: [0, 0, 0])
    for result in results:
        counts[place[result.first], place[result.second]][round(2 - 2 * result.score)] += 1
    return [Met(first, second, *three) for (first, second), three in counts.items()]


def _fitted(agents: Sequence[str], results: Sequence[Result], found: Fit, system: System) -> Ranking:
    order = sorted(range(len(agents)), key=lambda index: -found.elo[index])
    scored = _scores(results)
    standings = []
    for index, follower in zip(order, [*order[1:], None], strict=True):
        elo, half = float(found.elo[index]), Z95 * found.error(index)
        next_one = None if follower is None else found.chances(index, follower)
        standings.append(Standing(agents[index], elo, elo - half, elo + half, *scored[agents[index]], next_one))
    return Ranking(system, tuple(standings), found.advantage if system == "bayeselo" else None)


def _rated(agents: Sequence[str], results: Sequence[Result], system: System) -> list[Standing]:
    """One rating period after the other."""
    now = dict.fromkeys(agents, Glicko(_CONSTANTS.start))
    for period in sorted({result.period for result in results}):
        games: dict[str, list[Against]] = {agent: [] for agent in agents}
        for result in (each for each in results if each.period == period):
            games[result.first].append(Against(now[result.second], result.score))
            games[result.second].append(Against(now[result.first], 1 - result.score))
        now = {agent: _STEPS[system](now[agent], games[agent]) for agent in agents}
    scored = _scores(results)
    order = sorted(now.items(), key=lambda item: -item[1].rating)
    return [_periodic(agent, rated, system, *scored[agent]) for agent, rated in order]


def _periodic(agent: str, rated: Glicko, system: System, games: int, score: float) -> Standing:
    """Elo alone knows no doubt."""
    half = None if system == "elo" else Z95 * rated.deviation
    low, high = (None, None) if half is None else (rated.rating - half, rated.rating + half)
    return Standing(agent, rated.rating, low, high, games, score, None)


def _elo_step(before: Glicko, period: Sequence[Against]) -> Glicko:
    met = ((game.opponent.rating, game.score) for game in period)
    return Glicko(elo_after(before.rating, met, _CONSTANTS.k))


_CONSTANTS = Elo()
_STEPS: Mapping[System, Callable[[Glicko, Sequence[Against]], Glicko]] = {
    "elo": _elo_step,
    "glicko1": glicko1,
    "glicko2": glicko2,
}


def _scores(results: Iterable[Result]) -> dict[str, tuple[int, float]]:
    """Games and points a game, by agent."""
    made: dict[str, list[float]] = defaultdict(list)
    for result in results:
        made[result.first].append(result.score)
        made[result.second].append(1 - result.score)
    return {agent: (len(scores), sum(scores) / len(scores)) for agent, scores in made.items()}
