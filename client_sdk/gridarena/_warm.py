"""What has to happen before an agent may say it is ready."""

import gc
import sys
from collections.abc import Callable
from contextlib import suppress

from gridarena.agent import Agent
from gridarena_games.errors import UnknownGameError
from gridarena_games.registry import find_game, game_names


def warmed(agent: Agent) -> Agent:
    """The agent, warm; with it the rules of its games, and the shared solver where the agent uses it.

    Importing rules takes tens of milliseconds, numba seconds, and the first turn would have to wait for them.
    """
    for name in agent.games or game_names():
        with suppress(UnknownGameError):
            find_game(name)
    if "gridarena_kernels.solver" in sys.modules:
        from gridarena_kernels import solver

        solver.warm()
    agent.warm_up()
    return agent


def settled(make: Callable[[], Agent]) -> Agent:
    """:func:`warmed` in a process of its agent's own, whose collector need not look at what is loaded by then.

    The instance of the match before goes first, even one that refers to itself: two of them may be too much memory.
    """
    gc.unfreeze()
    spare_the_collector()
    agent = warmed(make())
    spare_the_collector()
    return agent


def spare_the_collector() -> None:
    """What is loaded by now stays for good.

    Looking through it again takes tens of milliseconds each time, on a busy machine a whole short turn, and in the
    process that talks to the server it holds up every match at once.
    """
    gc.collect()
    gc.freeze()
