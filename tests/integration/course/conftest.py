"""Both ways of getting a process ready for a turn."""

import sys

import pytest


@pytest.fixture(params=["fork", "prespawn"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The process path."""
    if request.param == "fork" and sys.platform != "linux":
        pytest.skip("forks are for Linux")
    monkeypatch.setenv("GRIDARENA_PROCESS", request.param)
    return str(request.param)
