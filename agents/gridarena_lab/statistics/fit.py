"""Strengths of many agents at once from their results, whatever their order: the likeliest ones, and how sure they are.

Newton's method on the concave log-likelihood of a model of :mod:`outcomes`. Only differences of strength can be seen,
so the strengths sum to zero: the fit runs in the space orthogonal to (1, ..., 1), where the covariance comes from, too.

An agent that won all its games has no likeliest strength. ``prior`` virtual games an agent, half of them won and half
lost, spread over the opponents it met in proportion to its games, keep every answer finite; the fewer games, the more
they pull towards the others. BayesElo adds as many virtual draws, but knows beforehand how common draws are: where that
is estimated, too, it would swallow them.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gridarena_lab.statistics.outcomes import CHANCES, SLOPES, Array, Model
from gridarena_server.tournament.elo import SCALE

NATURAL = math.log(10) / SCALE
"""One Elo in natural units."""
PRIOR = 2.0
"""Virtual games an agent, as many as BayesElo has."""
_STEPS = 200
_SETTLED = 1e-11
_FARTHEST = 30.0
"""The largest lead looked at, in natural units; an answer beyond its half is taken for an endless one."""
_FARTHEST_BOUND = 600.0
"""The same where a prior bounds every lead between two that met, and only a long row of agents makes a large one."""


@dataclass(frozen=True, slots=True)
class Met:
    """What two agents' games brought, as the first saw them; the first had the first move."""

    first: int
    second: int
    wins: float
    draws: float
    losses: float

    @property
    def games(self) -> float:
        """How many there were."""
        return self.wins + self.draws + self.losses


@dataclass(frozen=True, slots=True)
class Fit:
    """The likeliest strengths, in Elo; their mean is 0."""

    model: Model
    """The one asked for; without any draw all are Bradley and Terry's."""
    elo: Array
    covariance: Array
    width: float | None
    """How common draws are, in natural units; None where the model or the games have none."""
    advantage: float
    """What the first move is worth, in Elo; 0 where it was not asked."""
    log_likelihood: float

    def error(self, agent: int) -> float:
        """The standard error of one strength."""
        return float(np.sqrt(self.covariance[agent, agent]))

    def chances(self, first: int, second: int) -> tuple[float, float, float]:
        """That the first wins, draws or loses a game against the second; nobody has the first move."""
        lead = np.array([(self.elo[first] - self.elo[second]) * NATURAL])
        found = CHANCES[self.model](lead, self.width or 0.0)
        return float(found.win[0]), float(found.draw[0]), float(found.loss[0])


def fit(agents: int, results: Sequence[Met], model: Model, *, prior: float = PRIOR, advantage: bool = False) -> Fit:
    """The likeliest strengths of so many agents.

    Args:
        agents: How many there are.
        results: What they brought against each other.
        model: How a lead turns into results.
        prior: Virtual games an agent.
        advantage: Estimate what the first move is worth, too.

    Raises:
        ValueError: the games do not connect all agents, or leave some strength infinite.
    """
    if not connected(agents, results):
        raise ValueError("expected games that connect all agents, got groups that never met")
    all_results = [*results, *virtual(agents, results, prior)]
    problem = _Problem(agents, all_results, model, advantage, _FARTHEST_BOUND if prior > 0 else _FARTHEST)
    place = problem.solve()
    return problem.fit(place)


def connected(agents: int, results: Sequence[Met]) -> bool:
    """Every agent can be compared with every other, over however many others."""
    reached, frontier = {0}, [0]
    while frontier:
        here = frontier.pop()
        for met in results:
            for one, other in ((met.first, met.second), (met.second, met.first)):
                if one == here and other not in reached:
                    reached.add(other)
                    frontier.append(other)
    return len(reached) >= agents


def virtual(agents: int, results: Sequence[Met], prior: float) -> list[Met]:
    """The prior's games: each agent's, spread over its opponents by how often it met them."""
    played = [0.0] * agents
    for met in results:
        for one in (met.first, met.second):
            played[one] += met.games
    shares = ((met, prior * met.games * (1 / played[met.first] + 1 / played[met.second]) / 2) for met in results)
    return [Met(met.first, met.second, share / 2, 0, share / 2) for met, share in shares if share]


class _Problem:
    """The log-likelihood over strengths (in a basis that sums to zero), advantage and width."""

    def __init__(self, agents: int, results: Sequence[Met], model: Model, advantage: bool, farthest: float) -> None:
        drawn = any(met.draws for met in results)
        self._model: Model = model if drawn else "bradley-terry"
        self._has_width = self._model != "bradley-terry"
        self._advantage = advantage
        self._farthest = farthest
        self._counts = [np.array([getattr(met, kind) for met in results], float) for kind in _KINDS]
        sides = np.zeros((len(results), agents))
        for row, met in enumerate(results):
            sides[row, met.first] += 1
            sides[row, met.second] -= 1
        self._basis = _zero_sum(agents)
        self._design = np.hstack([sides @ self._basis, np.ones((len(results), int(advantage)))])

    def solve(self) -> Array:
        """Newton's steps, each halved until it goes up."""
        place = np.zeros(self._design.shape[1] + int(self._has_width))
        if self._has_width:
            place[-1] = 0.5
        value, slope, bend = self._at(place)
        for _ in range(_STEPS):
            step = np.linalg.lstsq(-bend, slope, rcond=None)[0]
            while (found := self._at(place + step))[0] < value and np.abs(step).max() > _SETTLED:
                step /= 2
            if found[0] < value:
                break
            place, (value, slope, bend) = place + step, found
            if np.abs(step).max() < _SETTLED:
                break
        if np.abs(self._design @ place[: self._design.shape[1]]).max() > self._farthest / 2:
            raise ValueError("expected every agent to win and to lose something, got an endless strength")
        return place

    def _at(self, place: Array) -> tuple[float, Array, Array]:
        """Value, gradient and Hessian; infinitely unlikely where the model or the arithmetic ends."""
        leads = self._design @ place[: self._design.shape[1]]
        width = float(place[-1]) if self._has_width else 0.0
        if np.abs(leads).max() > self._farthest or (self._model == "rao-kupper" and width <= 0):
            return -np.inf, place, np.eye(len(place))
        slopes = SLOPES[self._model](leads, width, *self._counts)
        gradient = self._design.T @ slopes.by_lead
        hessian = self._design.T @ (slopes.lead_lead[:, None] * self._design)
        if self._has_width:
            cross = self._design.T @ slopes.lead_width
            gradient = np.append(gradient, slopes.by_width.sum())
            hessian = np.block([[hessian, cross[:, None]], [cross[None, :], slopes.width_width.sum()]])
        return float(slopes.value.sum()), gradient, hessian

    def fit(self, place: Array) -> Fit:
        """The answer at its place."""
        value, _, bend = self._at(place)
        free = self._basis.shape[1]
        inner = np.linalg.inv(-bend)[:free, :free]
        return Fit(
            model=self._model,
            elo=self._basis @ place[:free] / NATURAL,
            covariance=self._basis @ inner @ self._basis.T / NATURAL**2,
            width=float(place[-1]) if self._has_width else None,
            advantage=float(place[free]) / NATURAL if self._advantage else 0.0,
            log_likelihood=value,
        )


_KINDS = ("wins", "draws", "losses")


def _zero_sum(agents: int) -> Array:
    """An orthonormal basis of the vectors that sum to zero (Helmert's)."""
    basis = np.zeros((agents, agents - 1))
    for column in range(1, agents):
        basis[:column, column - 1] = 1
        basis[column, column - 1] = -column
        basis[:, column - 1] /= math.sqrt(column * (column + 1))
    return basis
