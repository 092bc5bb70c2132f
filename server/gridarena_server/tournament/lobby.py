"""Who is here: one member for each agent label, the newest stream wins.

The lobby keeps no fact of its own: after a restart everybody joins again, and nobody's absence is counted from before.
Whoever schedules matches listens; the listener is told after the lobby has changed.
"""

from collections.abc import Callable
from typing import Protocol

from gridarena_protocol.messages import LobbyEvent
from gridarena_server.clock import Clock
from gridarena_server.errors import Code


class Member(Protocol):
    """An agent that is here; lives as long as its Lobby stream."""

    @property
    def label(self) -> str:
        """The name under which it is rated."""
        ...

    @property
    def team(self) -> str:
        """The people who own it."""
        ...

    @property
    def name(self) -> str:
        """Its name within the team."""
        ...

    @property
    def version(self) -> str:
        """As it said in Hello."""
        ...

    @property
    def games(self) -> tuple[str, ...]:
        """The games it plays."""
        ...

    @property
    def slots(self) -> int:
        """How many matches it plays at once."""
        ...

    @property
    def machine(self) -> str:
        """What it shares with other agents of its machine; empty: nothing that is known."""
        ...

    @property
    def machine_slots(self) -> int:
        """How many matches that machine takes at once."""
        ...

    @property
    def rtt_us(self) -> int:
        """Round trip as last measured; 0 when unknown."""
        ...

    def send(self, event: LobbyEvent) -> None:
        """Never blocks, keeps order."""
        ...

    def close(self, code: Code | None) -> None:
        """Ends the stream after what was sent; None = status OK."""
        ...


class Lobby:
    """Everybody who could play now."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._members: dict[str, Member] = {}
        self._last_seen_ns: dict[str, int] = {}
        self._joined: list[Callable[[Member], None]] = []
        self._left: list[Callable[[Member], None]] = []

    def listen(self, joined: Callable[[Member], None], left: Callable[[Member], None]) -> None:
        """Calls these after every join and every leave."""
        self._joined.append(joined)
        self._left.append(left)

    def join(self, member: Member) -> None:
        """Takes an agent in; an older member of the same label is closed with ``superseded``."""
        older = self._members.get(member.label)
        if older is member:
            return
        self._members[member.label] = member
        if older is not None:
            older.close(Code.SUPERSEDED)
        for listener in self._joined:
            listener(member)

    def leave(self, member: Member) -> None:
        """The stream is gone; of a superseded member this changes nothing."""
        if self._members.get(member.label) is not member:
            return
        del self._members[member.label]
        self._last_seen_ns[member.label] = self._clock.now_ns()
        for listener in self._left:
            listener(member)

    def get(self, label: str) -> Member | None:
        """The agent of this label, if it is here."""
        return self._members.get(label)

    def rtt_us(self, label: str) -> int:
        """Round trip to an agent as last measured; 0 when unknown or when it is not here."""
        member = self._members.get(label)
        return 0 if member is None else member.rtt_us

    def last_seen_ns(self, label: str) -> int | None:
        """When the agent left, on the monotonic clock; None when it has never been here since the start."""
        return self._last_seen_ns.get(label)

    @property
    def connected(self) -> list[str]:
        """The labels of everybody here, sorted."""
        return sorted(self._members)

    def broadcast(self, event: LobbyEvent) -> None:
        """Tells everybody."""
        for member in list(self._members.values()):
            member.send(event)
