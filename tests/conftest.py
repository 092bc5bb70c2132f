"""Settings of every test run."""

import pytest
from hypothesis import HealthCheck, settings

from gridarena_kernels import solver

# A busy machine must not turn a slow example into a failure; the time-out of a whole test guards against hangs.
settings.register_profile("gridarena", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("gridarena")


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compiles the kernels before any test's time counts; where they are cached this takes a moment."""
    solver.warm()
