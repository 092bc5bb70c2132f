"""Which matches to open now, and which are lost because somebody has not come.

The schedule's order is a preference, not a queue: of all legs whose two agents are here and have a slot free, the
earliest goes first, in all running tournaments together. So nobody waits for a rival that is busy, slow or absent
while there is somebody else to play, and the table stays as even as presence allows. Legs of a silent agent (see
``presence``) come last, one at a time, and only when the rival has nobody else left who is here.
"""

import heapq
import math
from collections import Counter
from collections.abc import Iterator, Sequence

from gridarena_games.base import Seat
from gridarena_server.tournament.legs import Leg, Order
from gridarena_server.tournament.machines import Machines
from gridarena_server.tournament.presence import Presence
from gridarena_server.tournament.progress import Progress


def choose(
    running: Sequence[Progress], presence: Presence, busy: Counter[str], machines: Machines, room: int
) -> list[tuple[Progress, Leg]]:
    """Takes the legs to open now, earliest first.

    Args:
        running: the tournaments to choose from.
        presence: who is here.
        busy: how many matches every agent is in; counts the chosen ones too afterwards.
        machines: what every shared machine is busy with; the same.
        room: how many matches may be opened, in all.
    """
    tournaments = {progress.id: progress for progress in running}
    rooms = {progress.id: (progress.plan.concurrency or math.inf) - len(progress.live) for progress in running}
    heads: list[tuple[bool, Order, int, Leg]] = []
    for progress in running if room > 0 else ():
        heads += _candidates(progress, presence, busy)
    heapq.heapify(heads)
    chosen: list[tuple[Progress, Leg]] = []
    while heads and len(chosen) < room:
        late, _, tournament, leg = heapq.heappop(heads)
        progress = tournaments[tournament]
        free = all(busy[agent] < _bound(presence, agent) for agent in leg.agents)
        if not free or rooms[tournament] <= 0 or not machines.room(leg.agents):
            continue
        progress.legs.take(leg)
        chosen.append((progress, leg))
        busy.update(leg.agents)
        machines.take(leg.agents)
        rooms[tournament] -= 1
        following = progress.legs.head(leg.pair)
        if following is not None:
            heapq.heappush(heads, (late, following.order, tournament, following))
    return chosen


def _candidates(progress: Progress, presence: Presence, busy: Counter[str]) -> Iterator[tuple[bool, Order, int, Leg]]:
    """The first waiting leg of every two agents that are here and free; True in front puts it behind all others."""
    able = {agent for agent in progress.field.present if presence.able(progress, agent)}
    silent = {agent for agent in able if presence.silent(agent)}
    keen = {agent for leg in progress.legs.heads(able - silent) for agent in leg.pair} if silent else set()
    free = {agent for agent in able if busy[agent] < _bound(presence, agent)}
    for order, leg in progress.legs.ordered_heads(free):
        late = bool(silent) and not silent.isdisjoint(leg.pair)
        if not (late and keen.intersection(leg.pair)):
            yield late, order, progress.id, leg


def _bound(presence: Presence, agent: str) -> int:
    """How many matches an agent may be in."""
    return 1 if presence.silent(agent) else presence.slots(agent)


def forfeited(progress: Progress, awaited: dict[str, int]) -> Iterator[tuple[Leg, Seat | None]]:
    """Takes the legs that are lost because a seat did not come, with the winner; None: both stayed away.

    While the rival is still waited for, nothing is decided.
    """
    out = {agent for agent, left_ns in awaited.items() if left_ns <= 0}
    for head in progress.legs.heads() if out else ():
        absent = [agent for agent in head.pair if agent in awaited]
        if not absent or not out.issuperset(absent):
            continue
        leg: Leg | None = head
        while leg is not None:
            progress.legs.take(leg)
            first, second = (agent in absent for agent in leg.agents)
            yield leg, None if first and second else 1 if first else 0
            leg = progress.legs.head(leg.pair)
