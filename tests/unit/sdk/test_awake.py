"""A machine that plays stays awake."""

import os
import subprocess
import sys

import psutil
import pytest

from gridarena import _awake

HOLDER = [sys.executable, "-c", "import sys; sys.stdin.read()"]
"""Ends when its standard input does."""


def children() -> set[psutil.Process]:
    """Of this process; the servers of other tests are among them."""
    return set(psutil.Process().children())


@pytest.mark.skipif(sys.platform == "win32", reason="Windows needs no command")
def test_a_command_runs_for_as_long_as_the_block(monkeypatch: pytest.MonkeyPatch) -> None:
    """And is gone behind it."""
    monkeypatch.setattr(_awake, "command", lambda platform, why: HOLDER)
    before = children()
    with _awake.awake("tests"):
        (child,) = children() - before
        assert child.is_running()
    assert not psutil.pid_exists(child.pid)


PROGRAM = f"""
import os
from gridarena import _awake
_awake.command = lambda platform, why: {HOLDER!r}
_awake.subprocess.DEVNULL = None  # it inherits our standard output, whose end is awaited
with _awake.awake("tests"):
    os.kill(os.getpid(), 9)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows needs no command")
def test_nobody_is_held_awake_by_the_dead() -> None:
    """What holds the machine ends when we do, however that is."""
    assert (
        subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, check=False, timeout=15).returncode == -9
    )


def test_a_command_that_is_not_there_is_done_without(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is said."""
    monkeypatch.setattr(_awake, "command", lambda platform, why: ["no-such-command-anywhere"])
    before = children()
    with _awake.awake("tests"):
        assert children() <= before


def test_every_system_has_its_way(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    """Linux only where systemd runs the machine: in a container its command is a stranger's."""
    assert _awake.command("darwin", "x") == ["caffeinate", "-i", "-w", str(os.getpid())]
    assert _awake.command("win32", "x") is None
    monkeypatch.setattr(_awake.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(_awake, "_SYSTEMD", tmp_path)
    assert (_awake.command("linux", "a tournament") or [])[-3:] == ["--why=a tournament", "--mode=block", "cat"]
    monkeypatch.setattr(_awake.shutil, "which", lambda name: None)
    assert _awake.command("linux", "x") is None
