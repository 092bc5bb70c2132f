"""The warm process and its keeper where one of them dies in an awkward moment."""

import os
import queue
import socket
import subprocess
import sys
from collections.abc import Callable

import pytest

from gridarena_agents.course.runner import crew, frames, tree
from gridarena_agents.course.runner.forking import Forking
from gridarena_agents.course.runner.zygote import read_order

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="forks are for Linux")


class Killed(socket.socket):
    """A socket whose reader is killed behind its first read."""

    reads = 0

    def recv(self, size: int, flags: int = 0) -> bytes:
        self.reads += 1
        if self.reads == 2:
            raise KeyboardInterrupt
        return super().recv(size, flags)


def test_order_is_read_whole_or_not_at_all() -> None:
    """The warm process reads on where its killed fork has stopped."""
    ours, theirs = socket.socketpair()
    with ours, theirs, Killed(fileno=theirs.detach()) as way:
        told = [{"turn": 1, "state": {"cells": [0] * 256}}, {"bury": True}]
        for frame in told:
            frames.send(ours.fileno(), frame)
        with pytest.raises(KeyboardInterrupt):
            read_order(way)
        way.reads = 2
        assert read_order(way) == told[0]
        with way.makefile("rb", buffering=0) as stream:
            assert frames.read(stream) == told[1]
        ours.close()
        assert read_order(way) is None


def test_numbers_of_buried_processes_are_not_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    """They may be anybody's by now."""
    killed: list[int] = []
    monkeypatch.setattr(tree, "kill_session", killed.append)
    monkeypatch.setattr(tree, "kill_orphans", lambda known: None)  # this process has children of its own
    monkeypatch.setattr(crew, "start", lambda role, plan, **streams: subprocess.Popen([sys.executable, "-c", ""]))
    read, write = os.pipe()
    work: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
    made = Forking({}, write, work.put)
    made.start()
    work.get(timeout=60)()  # the end of what it says
    with os.fdopen(read, "rb") as news:
        assert (frames.read(news) or {})["is"] == "broken"
        made.give_up()
        made.end()
    os.close(write)
    assert killed == []
