"""The warm process and its keeper where one of them dies in an awkward moment."""

import os
import queue
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

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


class Keeper:
    """A crew whose warm processes end at once, and what it kills and tells."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.killed: list[int] = []
        self.started = 0
        monkeypatch.setattr(tree, "kill_session", self.killed.append)
        monkeypatch.setattr(tree, "kill_orphans", lambda known: None)  # this process has children of its own
        monkeypatch.setattr(crew, "start", self._start)
        read, self._write = os.pipe()
        self.news = os.fdopen(read, "rb")
        self.work: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self.crew = Forking({}, self._write, self.work.put)

    def _start(self, role: str, plan: object, **streams: object) -> subprocess.Popen[bytes]:
        self.started += 1
        return subprocess.Popen([sys.executable, "-c", ""])

    def told(self) -> list[frames.Frame]:
        """Everything it has told; it tells nothing more."""
        os.close(self._write)
        with self.news:
            return list(iter(lambda: frames.read(self.news), None))


@pytest.fixture
def keeper(monkeypatch: pytest.MonkeyPatch) -> Iterator[Keeper]:
    kept = Keeper(monkeypatch)
    yield kept
    kept.crew._zygote.wait()
    kept.work.get(timeout=60)  # the thread that listened to it is through
    kept.crew._socket.close()


def test_numbers_of_buried_processes_are_not_killed(keeper: Keeper) -> None:
    """They may be anybody's by now."""
    keeper.crew.start()
    end = keeper.work.get(timeout=60)
    end()
    keeper.work.put(end)
    keeper.crew.give_up()
    keeper.crew.end()
    assert [told["is"] for told in keeper.told()] == ["broken"]
    assert keeper.killed == []


def test_import_is_given_up_only_when_it_hangs(keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    """A turn that was closed meanwhile is no reason."""
    made, now = keeper.crew, time.monotonic()
    made.start()
    made.open({"turn": 1, "state": {}})
    made.close(1)
    for later, killed in ((2 * crew.PATIENCE_S, 0), (crew.IMPORT_S / 2, 0), (crew.IMPORT_S + 2, 1)):
        monkeypatch.setattr(time, "monotonic", lambda at=now + later: at)
        made.look()
        assert len(keeper.killed) == killed
    keeper.told()


def test_end_of_a_process_that_has_just_been_killed_is_waited_for(
    keeper: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its turn was closed long ago, but who it is was not known before."""
    made = keeper.crew
    made.start()
    made.open({"turn": 1, "state": {}})
    made.close(1)
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now + 2 * crew.PATIENCE_S)
    made._heard({"pid": 1234})
    made.look()
    assert keeper.killed == [1234]
    keeper.told()


def test_turn_that_had_not_begun_is_played_by_the_next_warm_process(keeper: Keeper) -> None:
    """The one that its order went to was being given up for the turn before."""
    made = keeper.crew
    made.start()
    made._heard({"pid": 1234})
    made._ended(1234, 0)
    made.open({"turn": 2, "state": {}})
    keeper.work.get(timeout=60)()
    assert keeper.started == 2
    assert made.turn == 2
    assert keeper.told() == []
