"""What earlier matches say about later ones: how long matches on a board are, and how much of its time an agent uses.

An agent that answers at once and one that thinks to the last millisecond differ by a factor of a hundred, so the share
of the allowed time is estimated for each agent. Of a match only the two together are known, half the sum of their
shares; which shares fit all matches best is a least-squares problem, solved by going round the agents a few times
(Gauss-Seidel), with a pull towards everybody's average so that a single odd match does not decide. Shares measured with
the very same clock count before those measured with others, because an agent that answers at once does not take longer
when it may.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from gridarena_games.base import Termination
from gridarena_protocol.records import Clock
from gridarena_server.tournament.formats import Pair, pair_of
from gridarena_server.tournament.ratings import PlayedRow

PLAYED_ON: tuple[Termination, ...] = ("completed", "illegal", "taboo", "missing", "resigned")
"""Ends of matches nobody was waited for in."""

Board = tuple[str, tuple[tuple[str, str], ...]]
"""A start position and the game's options."""


ROUNDS = 30
"""Times round the agents; the shares have settled by then."""
PULL = 0.5
"""How much everybody's average counts, in matches."""


@dataclass(slots=True)
class Average:
    """A sum and what it is to be divided by."""

    total: float = 0
    weight: float = 0

    def add(self, value: float, weight: float = 1) -> None:
        """One more."""
        self.total += value
        self.weight += weight

    @property
    def value(self) -> float:
        """Of what was added."""
        return self.total / self.weight


class Measurements:
    """Averages over the matches of one game."""

    def __init__(self) -> None:
        self.matches = 0
        self._met: dict[int, dict[Pair, Average]] = {}
        """Share of the allowed time, by allowed milliseconds of a turn (0: any) and pair of agents."""
        self._shares: dict[int, Shares] = {}
        """What follows from that, as far as it was asked for."""
        self._turns: dict[Board, Average] = {}

    def add(self, row: PlayedRow) -> None:
        """One more match; those in which somebody was waited for say nothing."""
        header, result = row.header, row.result
        if result.termination not in PLAYED_ON or result.turns == 0:
            return
        self.matches += 1
        board = board_of(header.setup, header.options)
        self._turns.setdefault(board, Average()).add(result.turns)
        allowed = allowed_ms(header.clock)
        if allowed is not None:
            share = (result.ended_at - header.started_at) / (result.turns * allowed)
            for clock in (0, allowed):
                self._met.setdefault(clock, {}).setdefault(pair_of(header.agents), Average()).add(share)
            self._shares.clear()

    def turns(self, setup: str, options: Mapping[str, str]) -> float | None:
        """Turns of a match from this start position; None when there was none."""
        average = self._turns.get(board_of(setup, options))
        return None if average is None else average.value

    def share(self, agents: tuple[str, str], clock: Clock) -> float | None:
        """What part of the allowed time a match of these two takes; None when nothing was measured."""
        allowed = allowed_ms(clock) or 0
        measured_with = allowed if allowed in self._met else 0
        if measured_with not in self._met:
            return None
        if measured_with not in self._shares:
            self._shares[measured_with] = solve(self._met[measured_with])
        shares = self._shares[measured_with]
        one, other = (shares.of.get(agent, shares.everybody) for agent in agents)
        return (one + other) / 2


@dataclass(frozen=True, slots=True)
class Shares:
    """What part of its time each agent uses."""

    everybody: float
    of: Mapping[str, float]


def solve(met: Mapping[Pair, Average]) -> Shares:
    """The agents' shares that fit best what pairs of them were seen to use, half each."""
    everybody = sum(seen.total for seen in met.values()) / sum(seen.weight for seen in met.values())
    rivals: dict[str, list[tuple[str, Average]]] = {}
    for (one, other), seen in met.items():
        rivals.setdefault(one, []).append((other, seen))
        rivals.setdefault(other, []).append((one, seen))
    of = dict.fromkeys(rivals, everybody)
    for _ in range(ROUNDS):
        for agent, seen_with in rivals.items():
            own = sum(2 * seen.total - seen.weight * of[rival] for rival, seen in seen_with)
            weight = sum(seen.weight for _, seen in seen_with)
            of[agent] = max(0.0, (own + PULL * everybody) / (weight + PULL))
    return Shares(everybody, of)


def board_of(setup: str, options: Mapping[str, str]) -> Board:
    """What makes two start positions the same."""
    return setup, tuple(sorted(options.items()))


def allowed_ms(clock: Clock) -> int | None:
    """The longest a turn can take; None when untimed."""
    return None if clock.budget_ms is None else clock.budget_ms + clock.grace_ms
