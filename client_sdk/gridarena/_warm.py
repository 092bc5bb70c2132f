"""What has to happen before an agent may say it is ready."""

import sys

from gridarena.agent import Agent


def warmed(agent: Agent) -> Agent:
    """The agent, warm; with it the shared kernels where the agent uses them, for numba takes seconds to load them."""
    if "gridarena_kernels" in sys.modules:
        from gridarena_kernels import solver

        solver.warm()
    agent.warm_up()
    return agent
