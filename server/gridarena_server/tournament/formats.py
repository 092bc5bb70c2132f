"""Formats: a pure function from who takes part and what was scheduled to the rounds that can be scheduled next.

A format sees the plan, the entrants and every meeting already scheduled with what came of it. It answers with the
rounds that are certain by now, with an empty tuple ("nothing until more results are in"), or with None ("that was
all"). It never looks at a clock, an agent's presence or the database, so it can be asked again after a restart, or
after somebody entered late, and answers what is still missing.

A *lap* of the round robin is one meeting of every two agents on one of their boards with one clock; laps are the outer
loop, so that at any time every two agents have met equally often, give or take one lap. Board and clock of a lap go
along a diagonal: after as many laps as there are boards each board was seen once and the clocks evenly. Inside a lap
the circle method gives rounds in which nobody appears twice, so no agent is ever asked for more than its share at once.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from gridarena_protocol.records import MatchResult
from gridarena_protocol.views import Plan
from gridarena_server.tournament.draw import boards_of

Pair = tuple[str, str]
"""Two agents, sorted."""


@dataclass(frozen=True, slots=True)
class Entrants:
    """Who takes part."""

    agents: tuple[str, ...]
    """Everybody who ever did, in the order of coming."""
    withdrawn: frozenset[str] = frozenset()

    @property
    def present(self) -> tuple[str, ...]:
        """Everybody who still does."""
        return tuple(agent for agent in self.agents if agent not in self.withdrawn)


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two agents on one board with one clock, twice: as named, then with the seats swapped."""

    agents: tuple[str, str]
    board: int
    clock: int

    @property
    def pair(self) -> Pair:
        """Who meets, whatever the seats."""
        return pair_of(self.agents)


@dataclass(frozen=True, slots=True)
class Met:
    """A meeting that is on the schedule, and what came of it; in the order in which they were scheduled."""

    round: int
    """1, 2, ..."""
    meeting: Meeting
    results: tuple[MatchResult | None, MatchResult | None]
    """By leg; None while it is not decided."""


Round = tuple[Meeting, ...]
Format = Callable[[Plan, Entrants, Sequence[Met]], tuple[Round, ...] | None]


def pair_of(agents: tuple[str, str]) -> Pair:
    """Two agents in the one order that does not depend on seats."""
    first, second = agents
    return (first, second) if first <= second else (second, first)


def round_robin(plan: Plan, entrants: Entrants, met: Sequence[Met]) -> tuple[Round, ...] | None:
    """Everybody meets everybody, whatever the results: all meetings that are not on the schedule yet."""
    times = Counter(one.meeting.pair for one in met)
    number = {agent: place for place, agent in enumerate(entrants.agents)}
    rounds = []
    for lap in range(plan.drawn * len(plan.clocks) * plan.rounds):
        slot, clock = _slot_and_clock(lap, plan.drawn, len(plan.clocks))
        for pairs in circle(entrants.present):
            missing = [pair for pair in pairs if times[pair_of(pair)] <= lap]
            boards = [boards_of(plan, number[one], number[other])[slot] for one, other in missing]
            named = (pair[::-1] if lap % 2 else pair for pair in missing)
            if missing:
                rounds.append(tuple(Meeting(pair, board, clock) for pair, board in zip(named, boards, strict=True)))
    return tuple(rounds) or None


def _slot_and_clock(lap: int, slots: int, clocks: int) -> tuple[int, int]:
    diagonal, slot = divmod(lap, slots)
    return slot, (slot + diagonal) % clocks


def circle(agents: Sequence[str]) -> Iterator[list[tuple[str, str]]]:
    """The circle method: rounds in which everybody appears once; an odd one out rests."""
    for turn in range(len(agents) - 1 + len(agents) % 2):
        yield list(_circle_round(agents, turn))


def _circle_round(agents: Sequence[str], turn: int) -> Iterator[tuple[str, str]]:
    """The first agent stays, the others have moved on by ``turn`` seats.

    Sides alternate along the circle, so each agent is named first about as often as second.
    """
    ring: list[str | None] = [*agents, None] if len(agents) % 2 else [*agents]
    rest = ring[1:]
    shift = turn % len(rest)
    ring[1:] = rest[-shift:] + rest[:-shift]
    for place in range(len(ring) // 2):
        one, other = ring[place], ring[-1 - place]
        if one is not None and other is not None:
            swapped = (turn if place == 0 else place) % 2
            yield (other, one) if swapped else (one, other)


FORMATS: Mapping[str, Format] = {"round-robin": round_robin}


def schedule(plan: Plan) -> tuple[Round, ...]:
    """The rounds that are certain before anything is played; of a round robin, all of them."""
    return FORMATS[plan.format](plan, Entrants(plan.agents), ()) or ()
