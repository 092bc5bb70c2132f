"""A tournament on paper: the real schedule and dispatcher in virtual time, with matches that only last.

Everybody is in the lobby, nobody is ever late, and a match takes what its board, its clock and its two agents' habits
make of it. So what comes out is the time that a tournament takes when nothing goes wrong.
"""

import heapq
import random
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from gridarena_protocol.records import MatchHeader, MatchResult
from gridarena_protocol.views import Plan
from gridarena_server.facts import PairingAdded, TournamentCreated
from gridarena_server.tournament.dispatch import choose
from gridarena_server.tournament.estimate import turn_ms
from gridarena_server.tournament.legs import Leg
from gridarena_server.tournament.lobby import Lobby
from gridarena_server.tournament.machines import Machines
from gridarena_server.tournament.presence import Presence
from gridarena_server.tournament.progress import Progress
from support.floor import Guest, VirtualTime

Lasts = Callable[[Leg], tuple[int, int]]
"""How many turns a match has and how many milliseconds it takes."""


@dataclass(frozen=True)
class Habits:
    """How agents and boards behave."""

    plan: Plan
    shares: Mapping[str, float]
    """Share of its time that an agent uses, on average."""
    turns: Mapping[int, int]
    """Of a match, on average, by board."""
    overhead_ms: int
    """Between two matches: assignment, attaching, the first turn."""
    rng: random.Random

    def lasts(self, leg: Leg) -> tuple[int, int]:
        """Turns vary by a tenth, and what an agent uses by a fifth."""
        turns = round(self.turns[leg.pairing.board] * self.rng.gauss(1, 0.1))
        budget = turn_ms(self.plan.clocks[leg.pairing.clock])
        used = [min(1.0, self.shares[agent] * self.rng.gauss(1, 0.2)) for agent in leg.agents]
        return turns, self.overhead_ms + round(turns * budget * sum(used) / 2)


@dataclass(frozen=True)
class Played:
    """A finished match, as the log has it."""

    seq: int
    header: MatchHeader
    result: MatchResult


@dataclass(frozen=True)
class Run:
    """What came of it."""

    hours: float
    matches: list[Played]


def run(plan: Plan, at_once: int, lasts: Lasts, slots: int = 1) -> Run:
    """Plays a whole tournament."""
    time = VirtualTime()
    lobby = Lobby(time)
    for agent in plan.agents:
        lobby.join(Guest(agent, slots=slots))
    progress = _scheduled(plan)
    presence = Presence(lobby, time)
    began = time.now
    ends: list[tuple[int, int, MatchHeader, MatchResult]] = []
    played: list[Played] = []
    while progress.status == "running":
        live = [header.agents for header in progress.live.values()]
        busy = Counter(agent for agents in live for agent in agents)
        for _, leg in choose([progress], presence, busy, Machines(lobby, live), at_once - len(live)):
            header, result, end = _match(plan, leg, len(played) + len(ends) + 1, time.now, lasts(leg))
            progress.begin(header)
            heapq.heappush(ends, (end, header.match, header, result))
        time.now, _, header, result = heapq.heappop(ends)
        progress.finish(header, result)
        played.append(Played(len(played) + 1, header, result))
    return Run((time.now - began) / 3.6e12, played)


def _scheduled(plan: Plan) -> Progress:
    progress = Progress(TournamentCreated(1, plan, 0))
    progress.started = True
    number = 0
    while rounds := progress.next_rounds():
        for place, meetings in enumerate(rounds, 1):
            for meeting in meetings:
                number += 1
                progress.add_round([PairingAdded(number, 1, place, meeting.agents, meeting.board, meeting.clock)])
    return progress


def _match(
    plan: Plan, leg: Leg, number: int, now_ns: int, lasted: tuple[int, int]
) -> tuple[MatchHeader, MatchResult, int]:
    turns, lasted_ms = lasted
    board = plan.boards[leg.pairing.board]
    header = MatchHeader(
        match=number,
        game=plan.game,
        setup=board.setup,
        options=board.options,
        clock=plan.clocks[leg.pairing.clock],
        rules=plan.rules,
        agents=leg.agents,
        versions=("1", "1"),
        tournament=1,
        pairing=leg.pairing.pairing,
        leg=leg.leg,
        attempt=1,
        rated=True,
        started_at=now_ns // 1_000_000,
        board=board.name,
    )
    end_ns = now_ns + lasted_ms * 1_000_000
    result = MatchResult(number, 0, (1, 0), "completed", "", True, turns, "", end_ns // 1_000_000)
    return header, result, end_ns
