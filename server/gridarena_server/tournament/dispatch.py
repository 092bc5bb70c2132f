"""Which matches to open now, and which are lost because somebody has not come.

The schedule's order is a preference, not a queue: of all legs whose two agents are here and have a slot free, the
earliest goes first, in all running tournaments together. So nobody waits for a rival that is busy, slow or absent
while there is somebody else to play, and the table stays as even as presence allows.
"""

import heapq
import math
from collections import Counter
from collections.abc import Iterator, Sequence

from gridarena_games.base import Seat
from gridarena_server.clock import Clock
from gridarena_server.tournament.lobby import Lobby
from gridarena_server.tournament.machines import Machines
from gridarena_server.tournament.progress import Leg, Order, Progress

MS = 1_000_000
"""Nanoseconds."""


class Presence:
    """Who is here, and until when those who are not are waited for."""

    def __init__(self, lobby: Lobby, clock: Clock) -> None:
        self._lobby = lobby
        self._clock = clock

    def here(self, agent: str, game: str) -> bool:
        """In the lobby and able to play the game."""
        member = self._lobby.get(agent)
        return member is not None and game in member.games

    def slots(self, agent: str) -> int:
        """How many matches the agent plays at once; 0 when it is not here."""
        member = self._lobby.get(agent)
        return 0 if member is None else member.slots

    def awaited(self, progress: Progress) -> dict[str, int]:
        """The absent agents of a tournament and how many nanoseconds they have left; 0 or less: they are out.

        The time to join counts from the latest of tournament start, server start and the agent's last being seen.
        """
        now_ns = self._clock.now_ns()
        patience_ns = progress.plan.rules.join_ms * MS
        left: dict[str, int] = {}
        for agent in progress.plan.agents:
            if not self.here(agent, progress.plan.game):
                seen_ns = self._lobby.last_seen_ns(agent)
                since_ns = progress.since_ns if seen_ns is None else max(progress.since_ns, seen_ns)
                left[agent] = since_ns + patience_ns - now_ns
        return left


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
    heads: list[tuple[Order, int, Leg]]
    heads = [(leg.order, progress.id, leg) for progress in running for leg in progress.heads()]
    heapq.heapify(heads)
    chosen: list[tuple[Progress, Leg]] = []
    while heads and len(chosen) < room:
        _, tournament, leg = heapq.heappop(heads)
        progress = tournaments[tournament]
        game = progress.plan.game
        able = all(presence.here(agent, game) and presence.slots(agent) > busy[agent] for agent in leg.agents)
        if not able or rooms[tournament] <= 0 or not machines.room(leg.agents):
            continue
        progress.take(leg)
        chosen.append((progress, leg))
        busy.update(leg.agents)
        machines.take(leg.agents)
        rooms[tournament] -= 1
        following = progress.head(leg.pair)
        if following is not None:
            heapq.heappush(heads, (following.order, tournament, following))
    return chosen


def forfeited(progress: Progress, awaited: dict[str, int]) -> Iterator[tuple[Leg, Seat | None]]:
    """Takes the legs that are lost because a seat did not come, with the winner; None: both stayed away.

    While the rival is still waited for, nothing is decided.
    """
    out = {agent for agent, left_ns in awaited.items() if left_ns <= 0}
    for head in progress.heads() if out else ():
        absent = [agent for agent in head.pair if agent in awaited]
        if not absent or not out.issuperset(absent):
            continue
        leg: Leg | None = head
        while leg is not None:
            progress.take(leg)
            first, second = (agent in absent for agent in leg.agents)
            yield leg, None if first and second else 1 if first else 0
            leg = progress.head(leg.pair)
