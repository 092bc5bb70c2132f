"""What goes into a match's machine (events) and what comes out (effects).

Instants are monotonic nanoseconds of the referee's clock. Nothing here touches a socket, a timer or a database.
"""

from gridarena_games.base import Answer, Question, Seat
from gridarena_games.value import value
from gridarena_protocol.messages import Proposal
from gridarena_protocol.records import MatchResult, TurnRecord
from gridarena_server.errors import Code
from gridarena_server.facts import Fact

# --- events -----------------------------------------------------------------------------------------------------------


@value
class SeatAttached:
    """A stream of this seat is up; also sent when a newer one takes over from an older one."""

    seat: Seat
    at: int


@value
class SeatLost:
    """The seat's newest stream is gone."""

    seat: Seat
    at: int


@value
class Proposed:
    """A proposal was read from the seat's newest stream."""

    seat: Seat
    proposal: Proposal
    at: int


@value
class Finished:
    """The seat ends its turn."""

    seat: Seat
    turn: int
    attempt: int
    at: int


@value
class Resigned:
    """The seat gives the match up."""

    seat: Seat
    at: int


@value
class DeadlineReached:
    """The timer that :class:`ArmDeadline` asked for has run out."""

    timer: int
    at: int
    stall: int
    """Nanoseconds the referee itself was late during the open turn, in all."""
    longest: int
    """The same, at one time."""


@value
class Answered:
    """The oracle has answered; None: it could not, twice."""

    answer: Answer | None
    at: int


@value
class Committed:
    """The facts of the last :class:`Commit` are durable."""

    at: int


@value
class Unwritten:
    """The facts of the last :class:`Commit` cannot be written; none of them is there."""

    at: int


@value
class Aborted:
    """The host voids the match."""

    reason: str
    at: int


@value
class Drained:
    """The server is about to stop: no further turn opens."""

    at: int


Event = (
    SeatAttached
    | SeatLost
    | Proposed
    | Finished
    | Resigned
    | DeadlineReached
    | Answered
    | Committed
    | Unwritten
    | Aborted
    | Drained
)

# --- effects ----------------------------------------------------------------------------------------------------------


@value
class Open:
    """Tell the seat that its turn is open; readers and the rival may now learn of all earlier turns."""

    seat: Seat
    turn: int
    attempt: int
    budget_ms: int | None


@value
class Refuse:
    """Tell the seat that a message of its did not count."""

    seat: Seat
    code: Code
    turn: int
    attempt: int
    number: int
    text: str


@value
class Ask:
    """Ask the oracle, off the loop."""

    question: Question


@value
class ArmDeadline:
    """Wake the machine at this instant; replaces the timer before."""

    timer: int
    at: int


@value
class Commit:
    """Make these facts durable in one transaction."""

    facts: tuple[Fact, ...]


@value
class Announce:
    """Acknowledge the turn to the seat that moved; it is durable."""

    record: TurnRecord
    urgent: bool
    """The clock ended the turn, so the seat may still be searching; one that ended it itself can wait for its word."""


@value
class End:
    """The match is over for good; exactly one of the two is set and durable."""

    result: MatchResult | None
    void: str | None


Effect = Open | Refuse | Ask | ArmDeadline | Commit | Announce | End
