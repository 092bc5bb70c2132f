"""Formats: a pure function from the results so far to the next round's meetings.

A format sees the plan and every meeting already scheduled with what came of it. It answers with the next round, with an
empty round ("nothing until more results are in"), or with None ("that was all"). It never looks at a clock, an agent's
presence or the database, so it can be asked again after a restart and answers the same.

A *lap* of the round robin is one meeting of every two agents on one board with one clock; laps are the outer loop, so
that at any time every two agents have met equally often, give or take one lap. Board and clock of a lap go along a
diagonal: after as many laps as there are boards each board was seen once and the clocks evenly. Inside a lap the circle
method gives rounds in which nobody appears twice, so no agent is ever asked for more than its share at once.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from gridarena_protocol.records import MatchResult
from gridarena_protocol.views import Plan


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two agents on one board with one clock, twice: as named, then with the seats swapped."""

    agents: tuple[str, str]
    board: int
    clock: int


@dataclass(frozen=True, slots=True)
class Met:
    """A meeting that is on the schedule, and what came of it; in the order in which they were scheduled."""

    round: int
    """1, 2, ..."""
    meeting: Meeting
    results: tuple[MatchResult | None, MatchResult | None]
    """By leg; None while it is not decided."""


Format = Callable[[Plan, Sequence[Met]], tuple[Meeting, ...] | None]


def round_robin(plan: Plan, met: Sequence[Met]) -> tuple[Meeting, ...] | None:
    """Everybody meets everybody, whatever the results."""
    circle_rounds = len(plan.agents) - 1 + len(plan.agents) % 2
    lap, turn = divmod(met[-1].round if met else 0, circle_rounds)
    if lap >= len(plan.boards) * len(plan.clocks) * plan.rounds:
        return None
    board, clock = _board_and_clock(lap, len(plan.boards), len(plan.clocks))
    pairs = (pair[::-1] if lap % 2 else pair for pair in circle_round(plan.agents, turn))
    return tuple(Meeting(pair, board, clock) for pair in pairs)


def _board_and_clock(lap: int, boards: int, clocks: int) -> tuple[int, int]:
    diagonal, board = divmod(lap, boards)
    return board, (board + diagonal) % clocks


def circle_round(agents: Sequence[str], turn: int) -> Iterator[tuple[str, str]]:
    """Round ``turn`` of the circle method: the first agent stays, the others move one seat on; an odd one out rests.

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


def schedule(plan: Plan) -> Iterator[tuple[Meeting, ...]]:
    """The rounds that are certain before anything is played; of a round robin, all of them."""
    met: list[Met] = []
    while meetings := FORMATS[plan.format](plan, met):
        yield meetings
        number = met[-1].round + 1 if met else 1
        met.extend(Met(number, meeting, (None, None)) for meeting in meetings)
