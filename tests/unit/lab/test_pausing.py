"""Time stands still at a breakpoint."""

import sys

import pytest

from gridarena_lab.pausing import PausableClock, breakpoints
from gridarena_server.clock import SystemClock


class Hands:
    """The machine's clock, moved by the test."""

    now = 1_000

    def read(self, clock: SystemClock) -> int:
        return self.now


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> Hands:
    moved = Hands()
    monkeypatch.setattr(SystemClock, "now_ns", lambda clock: moved.read(clock))
    return moved


def test_held_time_does_not_pass(hands: Hands) -> None:
    """Not while it is held, and not afterwards either."""
    clock = PausableClock()
    with clock.held():
        hands.now = 5_000
        assert clock.now_ns() == 1_000
    assert clock.now_ns() == 1_000
    hands.now = 6_000
    assert clock.now_ns() == 2_000
    with clock.held():
        hands.now = 9_000
        assert clock.now_ns() == 2_000
    assert clock.now_ns() == 2_000


def test_another_debugger_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a student has chosen counts; without a choice the hook is ours for as long as the block runs."""
    monkeypatch.setattr(sys, "breakpointhook", sys.__breakpointhook__)
    with breakpoints(PausableClock()):
        assert sys.breakpointhook is not sys.__breakpointhook__
    assert sys.breakpointhook is sys.__breakpointhook__
    monkeypatch.setenv("PYTHONBREAKPOINT", "0")
    with breakpoints(PausableClock()):
        assert sys.breakpointhook is sys.__breakpointhook__
