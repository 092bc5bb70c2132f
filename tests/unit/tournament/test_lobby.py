"""The lobby: one member for each label."""

from gridarena_protocol.messages import Notice
from gridarena_server.errors import Code
from gridarena_server.tournament.lobby import Lobby
from support.floor import Guest, VirtualTime


def test_a_newer_stream_of_a_label_takes_over() -> None:
    """The older member is closed as superseded and its end changes nothing any more."""
    lobby = Lobby(VirtualTime())
    older, newer = Guest("ann"), Guest("ann")
    lobby.join(older)
    lobby.join(newer)
    lobby.leave(older)
    assert older.closed is Code.SUPERSEDED
    assert lobby.get("ann") is newer
    assert lobby.last_seen_ns("ann") is None


def test_leaving_is_remembered() -> None:
    """When an agent was last seen is known after it is gone."""
    time = VirtualTime()
    lobby = Lobby(time)
    ann = Guest("ann")
    lobby.join(ann)
    time.now += 5
    lobby.leave(ann)
    assert lobby.get("ann") is None
    assert lobby.last_seen_ns("ann") == time.now


def test_listeners_hear_of_joins_and_leaves_after_the_fact() -> None:
    """Whoever schedules sees the lobby as it is after the change."""
    lobby = Lobby(VirtualTime())
    heard: list[tuple[str, bool]] = []
    lobby.listen(
        joined=lambda member: heard.append((member.label, lobby.get(member.label) is member)),
        left=lambda member: heard.append((member.label, lobby.get(member.label) is None)),
    )
    ann = Guest("ann")
    lobby.join(ann)
    lobby.leave(ann)
    assert heard == [("ann", True), ("ann", True)]


def test_broadcast_reaches_everybody_here() -> None:
    """A notice goes to all members, in no particular order."""
    lobby = Lobby(VirtualTime())
    ann, bob = Guest("ann"), Guest("bob")
    lobby.join(ann)
    lobby.join(bob)
    lobby.broadcast(Notice("x", "y"))
    assert ann.told == bob.told == [Notice("x", "y")]
    assert lobby.connected == ["ann", "bob"]


def test_the_round_trip_of_somebody_absent_is_unknown() -> None:
    """Unknown is 0."""
    lobby = Lobby(VirtualTime())
    ann = Guest("ann")
    ann.rtt_us = 700
    lobby.join(ann)
    assert (lobby.rtt_us("ann"), lobby.rtt_us("bob")) == (700, 0)
