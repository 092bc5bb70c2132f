"""Settings of every test run."""

import os
import shutil
import signal
import tempfile
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from gridarena_kernels import exact, lookahead, solver

REAL_TIME = {"tests/e2e", "tests/integration"}

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
    for kernels in (solver, exact, lookahead):  # what most tests use; on a fresh machine it takes half a minute
        kernels.warm()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """What plays in real time runs one test after the other, a process a folder; all else fills the gaps."""
    from xdist.scheduler import LoadScopeScheduling

    class Lanes(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            folder = "/".join(nodeid.split("/")[:2])
            return folder if folder in REAL_TIME else nodeid

    return Lanes(config, log)
