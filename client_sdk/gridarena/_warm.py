"""What has to happen before an agent may say it is ready."""

import sys

from gridarena.agent import Agent


def warmed(agent: Agent) -> Agent:
    """The agent, warm; with it the shared solver where the agent uses it, for numba takes seconds to load."""
    if "gridarena_kernels.solver" in sys.modules:
        from gridarena_kernels import solver

        solver.warm()
    agent.warm_up()
    return agent
