"""Idle workers of many agents, no more than the machine's memory takes: the one that has waited longest goes first."""

from typing import Protocol

from gridarena._workers import Worker


class Owner(Protocol):
    """A pool that can do without a worker."""

    def discard(self, worker: Worker) -> None:
        """Ends a worker."""
        ...


class Shelf:
    """Where pools keep their idle workers together."""

    def __init__(self, room: int) -> None:
        self._room = room
        self._owners: dict[Worker, Owner] = {}
        """The one that came first in front."""

    def put(self, worker: Worker, owner: Owner) -> None:
        """A worker has nothing to do; too many of them cost the oldest."""
        self._owners[worker] = owner
        while len(self._owners) > self._room:
            oldest = next(iter(self._owners))
            self._owners.pop(oldest).discard(oldest)

    def take(self, worker: Worker) -> None:
        """A worker has something to do, or is gone."""
        self._owners.pop(worker, None)
