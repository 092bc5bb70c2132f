"""What travels on a Play or Lobby stream, as plain dataclasses; `codec` turns them into protobuf and back."""

from collections.abc import Mapping
from dataclasses import field

from gridarena_games.base import Seat
from gridarena_games.value import value
from gridarena_protocol.records import (
    Clock,
    MatchHeader,
    MatchResult,
    Thinking,
    TurnRecord,
)

PROTOCOL = 1
"""Raised when an older SDK can no longer take part; exchanged in Hello and Welcome."""

# --- seat -> referee (Play.Attach) ------------------------------------------------------------------------------------


@value
class Attach:
    """First message of a Play stream."""

    match: int
    seat: Seat
    ticket: str


@value
class Proposal:
    """A move offered during a turn; the last one in time counts."""

    turn: int
    attempt: int
    number: int
    """Rises within (turn, attempt); a number not above the last is refused."""
    move: str
    thinking: Thinking | None = None
    fallback: bool = False
    """True for the SDK's own random first move."""
    final: bool = False
    """True: also ends the turn, as a Finish right behind it would."""


@value
class Finish:
    """Ends the turn at once, with or without a proposal."""

    turn: int
    attempt: int


@value
class Resign:
    """Gives the match up."""


SeatMessage = Attach | Proposal | Finish | Resign

# --- referee -> seat (Play.Attach) ------------------------------------------------------------------------------------


@value
class Snapshot:
    """First message of a Play stream: the whole match so far; the open turn follows as TurnOpened."""

    header: MatchHeader
    seat: Seat
    turns: tuple[TurnRecord, ...]
    epoch: int
    """How many times this seat has attached; a larger one supersedes."""


@value
class TurnOpened:
    """This seat is to move now."""

    turn: int
    attempt: int
    budget_ms: int | None
    """None with a hidden clock and when untimed."""
    played: tuple[TurnRecord, ...] = ()
    """The turns this seat has not been told of yet, in order."""


@value
class TurnClosed:
    """Acknowledges this seat's own turn: durable, and this is what counted.

    A turn that the seat ended itself may instead be among those that its next opening, or the end, tells of.
    """

    record: TurnRecord


@value
class TurnPlayed:
    """A turn of the rival's, or one that was skipped, told when the next turn is not this seat's."""

    record: TurnRecord


@value
class ProposalRefused:
    """A message that did not count, and why (a code of the error catalogue)."""

    turn: int
    attempt: int
    number: int
    code: str
    text: str


@value
class MatchFinished:
    """The only message that ends a match. Either ``result`` or ``void`` is set."""

    result: MatchResult | None
    void: str | None = None
    played: tuple[TurnRecord, ...] = ()
    """The turns this seat has not been told of yet, in order."""


RefereeMessage = Snapshot | TurnOpened | TurnClosed | TurnPlayed | ProposalRefused | MatchFinished

# --- Lobby.Join -------------------------------------------------------------------------------------------------------


@value
class Hello:
    """First message of a Lobby stream."""

    agent: str
    version: str
    games: tuple[str, ...]
    slots: int = 1
    """How many matches this agent can play at once."""
    sdk: str = ""
    protocol: int = PROTOCOL
    machine: str = ""
    """Agents that share a machine send the same text, which only they know; empty: nothing is said."""
    machine_slots: int = 0
    """How many matches that machine can take at once, of all its agents together."""


@value
class Ping:
    """Either side may send one; the other answers with Pong at once."""

    id: int
    sent_us: int = 0
    """The sender's own clock; echoed, never interpreted."""


@value
class Pong:
    """The answer to a Ping."""

    id: int
    sent_us: int = 0


@value
class Leave:
    """Says that the end of the stream that follows is meant; new matches are no longer assigned."""


@value
class Seek:
    """Wants a casual match, which is not rated; holds until a match comes of it, until the next one, or the end."""

    game: str = ""
    boards: tuple[str, ...] = ()
    """Names of shipped start positions; none: any of them."""
    options: Mapping[str, str] = field(default_factory=dict)
    """Of the game."""
    clock: Clock | None = None
    """None: whatever the rival wants."""
    standing: bool = False
    """Holds on after a match, and accepts every wish but another standing one; everything else is then ignored."""


LobbyRequest = Hello | Ping | Pong | Leave | Seek


@value
class Welcome:
    """The answer to Hello."""

    agent: str
    """The label under which the agent is rated."""
    server: str
    """The server's version."""
    protocol: int = PROTOCOL


@value
class MatchAssigned:
    """Play this: attach with the ticket. Sent again for unfinished matches after every Hello."""

    header: MatchHeader
    seat: Seat
    endpoint: str
    """Empty when the same server referees."""
    ticket: str


@value
class Notice:
    """A line for the person who runs the agent."""

    code: str
    text: str


@value
class Drain:
    """The server is about to stop: current turns finish, no new ones open; reconnect until it is back."""

    reason: str


LobbyEvent = Welcome | MatchAssigned | Notice | Drain | Ping | Pong
