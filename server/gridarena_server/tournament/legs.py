"""The matches that a schedule asks for, and which of them waits first for each two agents.

A *leg* is one of a pairing's two matches. It is *waiting* to be played, *taken* (its match is about to be written
down), has a live match, or is *settled*: it has its one result, was given up as void, or was *dropped* with an agent
that was withdrawn.
"""

import heapq
from collections.abc import Container, Iterator
from dataclasses import dataclass

from gridarena_server.facts import PairingAdded
from gridarena_server.tournament.formats import Pair, pair_of

ATTEMPTS = 3
"""How often a leg is tried before it is given up as void."""

Order = tuple[int, int, int]
"""Which leg comes first: by round, then pairing, then leg."""


@dataclass(slots=True)
class Leg:
    """One match that the schedule asks for."""

    pairing: PairingAdded
    leg: int
    waiting: bool = True
    settled: bool = False
    dropped: bool = False
    """Settled because an agent of it was withdrawn; waits again when the agent is back."""
    attempts: int = 0
    """The highest attempt number used so far."""
    limit: int = ATTEMPTS
    """The attempt after which it is given up."""
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
        return pair_of(self.pairing.agents)


class Legs:
    """All legs of a tournament."""

    def __init__(self) -> None:
        self._all: dict[tuple[int, int], Leg] = {}
        self._queues: dict[Pair, list[tuple[Order, Leg]]] = {}
        self.unsettled = 0
        self.dropped = 0

    def __len__(self) -> int:
        return len(self._all)

    def __iter__(self) -> Iterator[Leg]:
        return iter(self._all.values())

    def get(self, pairing: int, leg: int) -> Leg:
        """The leg of this key."""
        return self._all[pairing, leg]

    def add(self, leg: Leg) -> None:
        """A new leg, which waits."""
        self._all[leg.pairing.pairing, leg.leg] = leg
        self.unsettled += 1
        self.put_back(leg)

    # --- who waits ----------------------------------------------------------------------------------------------------

    def heads(self, among: Container[str] | None = None) -> list[Leg]:
        """For every two agents the first leg of theirs that waits; only of these agents where some are named."""
        return [leg for _, leg in self.ordered_heads(among)]

    def ordered_heads(self, among: Container[str] | None = None) -> list[tuple[Order, Leg]]:
        """The same with each one's place in the schedule; asked at every look, over all pairs of a class."""
        pairs = (
            self._queues if among is None else [pair for pair in self._queues if pair[0] in among and pair[1] in among]
        )
        entries = [self._first(pair) for pair in list(pairs)]
        return [entry for entry in entries if entry is not None]

    def head(self, pair: Pair) -> Leg | None:
        """The first leg of these two that waits."""
        entry = self._first(pair)
        return None if entry is None else entry[1]

    def _first(self, pair: Pair) -> tuple[Order, Leg] | None:
        queue = self._queues.get(pair, [])
        while queue:
            if queue[0][1].waiting:
                return queue[0]
            heapq.heappop(queue)
        self._queues.pop(pair, None)
        return None

    def take(self, leg: Leg) -> None:
        """The leg's next match is about to be written down; nobody else may take it."""
        leg.waiting = False

    def put_back(self, leg: Leg) -> None:
        """The leg waits (again)."""
        leg.waiting = True
        heapq.heappush(self._queues.setdefault(leg.pair, []), (leg.order, leg))

    # --- what is settled ----------------------------------------------------------------------------------------------

    def settle(self, leg: Leg) -> None:
        """The leg has its result, or is given up."""
        leg.waiting = False
        self.dropped -= leg.dropped
        self.unsettled -= not leg.settled
        leg.settled, leg.dropped = True, False

    def drop(self, leg: Leg) -> None:
        """The leg is not played as long as an agent of it is withdrawn; a settled one stays as it is."""
        if not leg.settled:
            self.settle(leg)
            leg.dropped = True
            self.dropped += 1

    def unsettle(self, leg: Leg) -> None:
        """The leg is to be played (again)."""
        self.dropped -= leg.dropped
        self.unsettled += leg.settled
        leg.settled = leg.dropped = False
        if leg.match is None:
            self.put_back(leg)
