"""Where one tournament stands: derived from its facts, and from nothing else.

The same facts fed in after a restart give the same picture, so a tournament's state is never stored. A *leg* is one
of a pairing's two matches. It is *waiting* to be played, *taken* (its match is about to be written down), has a live
match, or is *settled*: it has its one result, or was given up as void. A void that was nobody's intention puts the
leg back among the waiting, for at most :data:`ATTEMPTS` attempts. Facts that are known already change nothing.
"""

import heapq
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from gridarena_protocol.records import MatchHeader, MatchResult, Record
from gridarena_protocol.views import Plan, TournamentStatus
from gridarena_server.facts import BOTH_AWAY, PairingAdded, TournamentCreated
from gridarena_server.tournament.formats import FORMATS, Meeting, Met, schedule

ATTEMPTS = 3
"""How often a leg is tried before it is given up as void."""

Pair = tuple[str, str]
"""Two agents, sorted."""
Order = tuple[int, int, int]
"""Which leg comes first: by round, then pairing, then leg."""


@dataclass(slots=True)
class Leg:
    """One match that the schedule asks for."""

    pairing: PairingAdded
    leg: int
    waiting: bool = True
    settled: bool = False
    attempts: int = 0
    """The highest attempt number used so far."""
    match: int | None = None
    """The live one."""
    counted: int | None = None
    """The match whose result counts."""

    @property
    def order(self) -> Order:
        """Its place in the schedule."""
        return self.pairing.round, self.pairing.pairing, self.leg

    @property
    def agents(self) -> tuple[str, str]:
        """By seat."""
        first, second = self.pairing.agents
        return (first, second) if self.leg == 0 else (second, first)

    @property
    def pair(self) -> Pair:
        """Who meets, whatever the seats."""
        first, second = sorted(self.pairing.agents)
        return first, second


class Progress:
    """One tournament's legs and counts."""

    def __init__(self, created: TournamentCreated) -> None:
        self.id = created.tournament
        self.plan: Plan = created.plan
        self.started = False
        self.aborted = False
        self.exhausted = False
        """The format has no further round."""
        self.since_ns = 0
        """When agents began to be waited for, on the monotonic clock."""
        self.rounds = 0
        self.live: dict[int, MatchHeader] = {}
        self.finished = 0
        self._void: set[int] = set()
        self._planned = 2 * sum(len(meetings) for meetings in schedule(created.plan))
        self._legs: dict[tuple[int, int], Leg] = {}
        self._queues: dict[Pair, list[Order]] = {}
        self._met: dict[int, Met] = {}
        self._unsettled = 0

    # --- the schedule -------------------------------------------------------------------------------------------------

    def next_round(self) -> tuple[Meeting, ...]:
        """What the format wants to be played next; empty when nothing, now or ever, which is noted."""
        meetings = FORMATS[self.plan.format](self.plan, list(self._met.values()))
        self.exhausted = meetings is None
        return meetings or ()

    def add_round(self, pairings: Iterable[PairingAdded]) -> None:
        """Puts pairings, which are durable, among the waiting: a round's, or after a restart all of them."""
        for pairing in pairings:
            self.rounds = max(self.rounds, pairing.round)
            meeting = Meeting(pairing.agents, pairing.board, pairing.clock)
            self._met[pairing.pairing] = Met(pairing.round, meeting, (None, None))
            for number in (0, 1):
                leg = Leg(pairing, number)
                self._legs[pairing.pairing, number] = leg
                self._unsettled += 1
                self.put_back(leg)

    # --- legs ---------------------------------------------------------------------------------------------------------

    def leg(self, header: MatchHeader) -> Leg:
        """The leg that a match belongs to."""
        return self._legs[header.pairing or 0, header.leg]

    def heads(self) -> list[Leg]:
        """For every two agents the first leg of theirs that waits."""
        heads = [self.head(pair) for pair in list(self._queues)]
        return [leg for leg in heads if leg is not None]

    def head(self, pair: Pair) -> Leg | None:
        """The first leg of these two that waits."""
        queue = self._queues.get(pair, [])
        while queue:
            leg = self._legs[queue[0][1:]]
            if leg.waiting:
                return leg
            heapq.heappop(queue)
        self._queues.pop(pair, None)
        return None

    def take(self, leg: Leg) -> None:
        """The leg's next match is about to be written down; nobody else may take it."""
        leg.waiting = False

    def put_back(self, leg: Leg) -> None:
        """The leg waits (again)."""
        leg.waiting = True
        heapq.heappush(self._queues.setdefault(leg.pair, []), leg.order)

    # --- matches ------------------------------------------------------------------------------------------------------

    def begin(self, header: MatchHeader) -> None:
        """A leg's match is on its way to the referee, or live after a restart."""
        leg = self.leg(header)
        if header.match in self._void or leg.counted == header.match:
            return
        leg.waiting = False
        leg.match = header.match
        leg.attempts = max(leg.attempts, header.attempt)
        self.live[header.match] = header

    def take_back(self, header: MatchHeader) -> None:
        """The match was never written down: its leg waits again and the attempt was none."""
        leg = self.leg(header)
        if self.live.pop(header.match, None) is not None:
            leg.match = None
            leg.attempts = header.attempt - 1
        if not leg.settled and leg.match is None:
            self.put_back(leg)

    def finish(self, header: MatchHeader, result: MatchResult) -> None:
        """A match has its result."""
        leg = self._over(header)
        if leg.counted is None and header.match not in self._void:
            leg.counted = header.match
            self.finished += 1
            self._settle(leg)
            self._tell_format(leg, result)

    def void(self, header: MatchHeader, reason: str, *, by_host: bool) -> None:
        """A match does not count; one that was finished takes its result along and is not played again."""
        leg = self._over(header)
        if header.match in self._void:
            return
        self._void.add(header.match)
        if leg.counted == header.match:
            leg.counted = None
            self.finished -= 1
            self._tell_format(leg, None)
        elif by_host or reason == BOTH_AWAY or leg.attempts >= ATTEMPTS:
            self._settle(leg)
        elif not leg.settled and leg.match is None:
            self.put_back(leg)

    def learn(self, records: Iterable[Record], voided_by_host: AbstractSet[int]) -> None:
        """Takes in matches as the log has them."""
        for record in sorted(records, key=lambda record: record.header.match):
            header = record.header
            if record.void is not None:
                self.void(header, record.void, by_host=header.match in voided_by_host)
            elif record.result is not None:
                self.finish(header, record.result)
            else:
                self.begin(header)

    def _over(self, header: MatchHeader) -> Leg:
        leg = self.leg(header)
        leg.attempts = max(leg.attempts, header.attempt)
        if self.live.pop(header.match, None) is not None:
            leg.match = None
        return leg

    def _settle(self, leg: Leg) -> None:
        leg.waiting = False
        if not leg.settled:
            leg.settled = True
            self._unsettled -= 1

    def _tell_format(self, leg: Leg, result: MatchResult | None) -> None:
        met = self._met[leg.pairing.pairing]
        results = (result, met.results[1]) if leg.leg == 0 else (met.results[0], result)
        self._met[leg.pairing.pairing] = Met(met.round, met.meeting, results)

    # --- the whole ----------------------------------------------------------------------------------------------------

    @property
    def status(self) -> TournamentStatus:
        """Derived, never stored."""
        if self.aborted:
            return "aborted"
        if not self.started:
            return "created"
        return "finished" if self.exhausted and self._unsettled == 0 else "running"

    @property
    def matches(self) -> int:
        """How many results there will be, as far as that is known."""
        return len(self._legs) if self.exhausted else max(self._planned, len(self._legs))

    @property
    def voided(self) -> int:
        """Matches that do not count."""
        return len(self._void)
