"""What travels on the private pipe between the network process and a worker: length-prefixed JSON frames.

The worker is trusted as far as its student is: it can only spoil its own match.
"""

import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, BinaryIO, Literal

from gridarena import _plain
from gridarena_games.base import Seat
from gridarena_protocol.records import MatchHeader, MatchResult, Thinking, TurnRecord

# --- network -> worker ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AgentSource:
    """Where an agent's class is found, in words that another process understands."""

    kind: Literal["file", "module"]
    place: str
    """Absolute path of the file, or dotted name of the module."""
    qualname: str
    options: Mapping[str, Any] = field(default_factory=dict)
    """Keyword arguments of the class."""
    name: str = ""
    """What the agent is called where the class's own name would say nothing."""
    elsewhere: bool = False
    """It searches in processes of its own, which give way themselves; the worker only carries messages."""
    present: bool = False
    """A person at this terminal: it plays in the process that has it, and nothing is played in its stead."""


@dataclass(frozen=True, slots=True)
class Load:
    """First frame: become this agent."""

    source: AgentSource
    path: tuple[str, ...]
    """``sys.path`` of the network process."""
    stop_file: str
    log_folder: str
    """Absolute: the agent may change the working folder."""


@dataclass(frozen=True, slots=True)
class Begin:
    """Take a seat of this match, with these turns behind it."""

    header: MatchHeader
    seat: Seat
    turns: tuple[TurnRecord, ...]


@dataclass(frozen=True, slots=True)
class Open:
    """Search this turn."""

    turn: int
    attempt: int
    remaining_s: float | None


@dataclass(frozen=True, slots=True)
class Tell:
    """A turn that is over."""

    record: TurnRecord


@dataclass(frozen=True, slots=True)
class End:
    """The match is over; become ready for another one."""

    result: MatchResult | None


ToWorker = Load | Begin | Open | Tell | End
TO_WORKER: dict[str, type[ToWorker]] = {kind.__name__: kind for kind in (Load, Begin, Open, Tell, End)}

# --- worker -> network ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ready:
    """A fresh instance of the agent is warm; this is how it wants to be known."""

    name: str
    version: str
    games: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Parted:
    """The agent has heard how its match ended; a fresh instance is made and warmed up next."""


@dataclass(frozen=True, slots=True)
class Broken:
    """The agent could not be loaded or warmed up; the worker ends."""

    text: str


@dataclass(frozen=True, slots=True)
class Offer:
    """A legal proposal of the search."""

    turn: int
    attempt: int
    move: str
    thinking: Thinking | None


@dataclass(frozen=True, slots=True)
class Done:
    """The search has come back."""

    turn: int
    attempt: int


@dataclass(frozen=True, slots=True)
class Trouble:
    """The student's code has raised."""

    text: str
    """One line for the student: where, what, and the traceback's file."""
    kind: str
    """The exception's class."""
    error: str
    """The exception in one line, with its traceback's file."""
    turn: int | None = None
    """In which turn; None: between turns."""


FromWorker = Ready | Parted | Broken | Offer | Done | Trouble
FROM_WORKER: dict[str, type[FromWorker]] = {
    kind.__name__: kind for kind in (Ready, Parted, Broken, Offer, Done, Trouble)
}

# --- framing ----------------------------------------------------------------------------------------------------------

_LENGTH = struct.Struct(">I")


def pack(message: ToWorker | FromWorker) -> bytes:
    """One frame."""
    body = _plain.dump(message)
    return _LENGTH.pack(len(body)) + body


class Unpacker:
    """Cuts a byte stream into frames, however it was chunked."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Yields the bodies of all frames that are complete by now."""
        self._buffer += data
        start, end, bodies = 0, len(self._buffer), []
        while end - start >= _LENGTH.size:
            (length,) = _LENGTH.unpack_from(self._buffer, start)
            if end - start - _LENGTH.size < length:
                break
            start += _LENGTH.size
            bodies.append(bytes(self._buffer[start : start + length]))
            start += length
        del self._buffer[:start]  # before anybody can raise over one of them
        yield from bodies


def read(stream: BinaryIO) -> bytes | None:
    """Blocks for one frame's body; None at the end of the stream."""
    head = _read_exactly(stream, _LENGTH.size)
    return None if head is None else _read_exactly(stream, _LENGTH.unpack(head)[0])


def _read_exactly(stream: BinaryIO, size: int) -> bytes | None:
    data = stream.read(size)
    return data if len(data) == size else None
