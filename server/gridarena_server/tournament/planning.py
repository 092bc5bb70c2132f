"""What a plan must be like before it becomes a tournament, and what it will cost."""

import asyncio

from gridarena_protocol.views import Estimate, Plan
from gridarena_server.errors import Code, ServiceError
from gridarena_server.tournament.estimate import Capacity, estimate, random_turns
from gridarena_server.tournament.formats import FORMATS
from gridarena_server.tournament.measured import Measurements
from gridarena_server.tournament.ports import RefereePort

LEAST_JOIN_MS = 1_000
"""Less than it takes to come to a match would lose every match."""


async def check(plan: Plan, referee: RefereePort) -> None:
    """Refuses a plan that cannot be played, with one line that says why. Raises ServiceError."""
    problem = _problem(plan)
    if problem:
        raise ServiceError(Code.INVALID, problem)
    for board in plan.boards:
        try:
            await referee.check(plan.game, board.setup, board.options)
        except ServiceError as error:
            if error.code is Code.BAD_START:
                raise ServiceError(Code.BAD_START, f"board {board.name!r}: {error.text}") from error
            raise


def _problem(plan: Plan) -> str:
    if plan.format not in FORMATS:
        return f"expected a format of {', '.join(FORMATS)}, got {plan.format!r}"
    if len(plan.agents) < 2:
        return f"expected at least two agents, got {len(plan.agents)}"
    twice = sorted({agent for agent in plan.agents if plan.agents.count(agent) > 1})
    if twice:
        return f"expected each agent once, got {', '.join(twice)} more than once"
    if not plan.boards or not plan.clocks or plan.rounds < 1:
        return f"expected boards, clocks and rounds, got {len(plan.boards)}, {len(plan.clocks)} and {plan.rounds}"
    if plan.rules.join_ms < LEAST_JOIN_MS:
        return (
            f"expected at least {LEAST_JOIN_MS} ms to join, for an agent has to take its seat, got {plan.rules.join_ms}"
        )
    return ""


async def cost(plan: Plan, capacity: Capacity, measured: Measurements) -> Estimate:
    """Estimates a checked plan; the random games are played in a thread."""
    turns = {}
    for place, board in enumerate(plan.boards):
        turns[place] = await asyncio.to_thread(random_turns, board, plan.game)
    return estimate(plan, turns, capacity, measured)
