"""Settings of every test run."""

import os
import shutil
import signal
import tempfile

import pytest
from hypothesis import HealthCheck, settings

from gridarena_kernels import solver

# A busy machine must not turn a slow example into a failure; the time-out of a whole test guards against hangs.
settings.register_profile("gridarena", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("gridarena")


# Nobody's kept join files: of this process, and of those it starts.
os.environ["GRIDARENA_HOME"] = tempfile.mkdtemp(prefix="gridarena-home-")


def pytest_sessionfinish() -> None:
    """Leaves nothing behind."""
    shutil.rmtree(os.environ["GRIDARENA_HOME"], ignore_errors=True)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compiles the kernels before any test's time counts, and lets Ctrl-C through.

    A shell's background job ignores SIGINT, and so would every process that a test starts and interrupts.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    solver.warm()
