"""For tests of agents, games and servers: a seat whose every step is written down, and the games' conformance suite.

:class:`ScriptedSeat` is a real client over a real connection, so that a test says what happens on the wire and nothing
is pretended. Every wait ends after a few seconds with what was expected and what came instead.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Generic, Self, TypeVar

from gridarena._client import Client, LobbyStream, SeatStream
from gridarena.errors import ServiceError
from gridarena.server import Server
from gridarena.testing_games import (
    LAWS,
    Law,
    NonconformingError,
    Start,
    check_game,
    check_perft,
    check_refused,
    perft,
)
from gridarena_games.registry import default_game
from gridarena_protocol.messages import (
    PROTOCOL,
    Attach,
    Finish,
    Hello,
    Leave,
    LobbyEvent,
    MatchAssigned,
    Ping,
    Pong,
    Proposal,
    RefereeMessage,
    Resign,
    Snapshot,
    TurnOpened,
    Welcome,
)
from gridarena_protocol.records import Thinking

__all__ = [
    "LAWS",
    "Law",
    "NonconformingError",
    "ScriptedSeat",
    "Start",
    "UnexpectedError",
    "check_game",
    "check_perft",
    "check_refused",
    "perft",
]

PATIENCE_S = 5.0

M = TypeVar("M")
K = TypeVar("K")


class UnexpectedError(AssertionError):
    """The other side did not do what the script says."""


class ScriptedSeat:
    """One agent in the lobby and, once attached, in one seat; use it with ``async with``.

    Pings of the server are answered in the background; everything else happens when the script says so.
    """

    def __init__(
        self,
        server: Server,
        agent: str = "scripted",
        *,
        version: str = "test",
        games: tuple[str, ...] | None = None,
        slots: int = 1,
        protocol: int = PROTOCOL,
        patience_s: float = PATIENCE_S,
    ) -> None:
        self._server = server
        self._hello = Hello(agent, version, games or (default_game(),), slots, "scripted", protocol)
        self._patience_s = patience_s
        self._exits = contextlib.AsyncExitStack()
        self._awake = asyncio.Event()
        self._awake.set()
        self._lobby: _Incoming[LobbyEvent] | None = None
        self._play: _Incoming[RefereeMessage] | None = None
        self._lobby_stream: LobbyStream | None = None
        self._seat_stream: SeatStream | None = None
        self._number = 0
        self.opened: TurnOpened | None = None
        """The newest turn that was opened for this seat."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.cut()

    # --- the lobby ----------------------------------------------------------------------------------------------------

    async def join(self) -> Welcome:
        """Says Hello. Raises ServiceError when the server refuses."""
        client = await self._exits.enter_async_context(Client(self._server))
        self._lobby_stream = stream = client.lobby()
        self._lobby = _Incoming(lambda: _without_pings(stream, self._awake), self._awake)
        stream.send(self._hello)
        return await self.event(Welcome)

    async def event(self, kind: type[K]) -> K:
        """The next event of the lobby, which must be of this kind."""
        return await _next(self._lobby, kind, self._patience_s)

    async def assigned(self) -> MatchAssigned:
        """The next match to play."""
        return await self.event(MatchAssigned)

    def leave(self) -> None:
        """Says that this agent goes, and ends its side of the lobby's stream."""
        stream = _there(self._lobby_stream)
        stream.send(Leave())
        stream.end()

    async def lobby_ended(self) -> str | None:
        """Waits for the end of the lobby's stream; its code, or None for a good end."""
        return await _there(self._lobby).ended(self._patience_s)

    # --- the seat -----------------------------------------------------------------------------------------------------

    async def attach(self, assigned: MatchAssigned) -> Snapshot:
        """Takes the seat, on a connection of its own. Raises ServiceError when the server refuses."""
        client = await self._exits.enter_async_context(Client(self._server))
        self._seat_stream = stream = client.seat()
        self._play = _Incoming(stream.receive, self._awake)
        stream.send(Attach(assigned.header.match, assigned.seat, assigned.ticket))
        return await self.expect(Snapshot)

    async def expect(self, kind: type[K]) -> K:
        """The referee's next message, which must be of this kind."""
        message = await _next(self._play, kind, self._patience_s)
        if isinstance(message, TurnOpened):
            self.opened, self._number = message, 0
        return message

    def propose(
        self,
        move: str,
        *,
        number: int | None = None,
        turn: int | None = None,
        attempt: int | None = None,
        thinking: Thinking | None = None,
        fallback: bool = False,
        final: bool = False,
    ) -> Proposal:
        """Sends a proposal for the open turn, or whatever it is told to; returns what it sent."""
        self._number = self._number + 1 if number is None else number
        proposal = Proposal(*self._turn(turn, attempt), self._number, move, thinking, fallback, final)
        _there(self._seat_stream).send(proposal)
        return proposal

    def finish(self, *, turn: int | None = None, attempt: int | None = None) -> None:
        """Ends the open turn, or whichever it is told to."""
        _there(self._seat_stream).send(Finish(*self._turn(turn, attempt)))

    def resign(self) -> None:
        """Gives the match up."""
        _there(self._seat_stream).send(Resign())

    async def seat_ended(self) -> str | None:
        """Waits for the end of the seat's stream; its code, or None for a good end."""
        return await _there(self._play).ended(self._patience_s)

    # --- misfortune ---------------------------------------------------------------------------------------------------

    async def cut(self) -> None:
        """Drops every connection without a word."""
        for incoming in (self._lobby, self._play):
            if incoming is not None:
                await incoming.close()
        self._lobby = self._play = self._lobby_stream = self._seat_stream = None
        await self._exits.aclose()

    def freeze(self) -> None:
        """From now on reads nothing and answers no ping, as a stopped process would."""
        self._awake.clear()

    def thaw(self) -> None:
        """Wakes up again."""
        self._awake.set()

    def _turn(self, turn: int | None, attempt: int | None) -> tuple[int, int]:
        opened = self.opened
        if (turn is None or attempt is None) and opened is None:
            raise UnexpectedError("expected an open turn, or a turn and an attempt to name; none was opened")
        first = opened.turn if turn is None and opened is not None else turn
        second = opened.attempt if attempt is None and opened is not None else attempt
        return first or 0, second or 0


class _Incoming(Generic[M]):
    """What came on a stream, in order, read by one task."""

    def __init__(self, receive: Callable[[], Awaitable[M | None]], awake: asyncio.Event) -> None:
        self._receive = receive
        self._awake = awake
        self._messages: asyncio.Queue[M | _Ended] = asyncio.Queue()
        self._task = asyncio.create_task(self._read())

    async def take(self, patience_s: float) -> "M | _Ended":
        async with asyncio.timeout(patience_s):
            return await self._messages.get()

    async def ended(self, patience_s: float) -> str | None:
        message = await self.take(patience_s)
        if not isinstance(message, _Ended):
            raise UnexpectedError(f"expected the end of the stream, got {message!r}")
        return None if message.error is None else message.error.code

    async def close(self) -> None:
        self._task.cancel()
        await asyncio.wait([self._task])

    async def _read(self) -> None:
        try:
            while True:
                message = await self._receive()
                await self._awake.wait()
                if message is None:
                    break
                self._messages.put_nowait(message)
        except ServiceError as error:
            self._messages.put_nowait(_Ended(error))
        else:
            self._messages.put_nowait(_Ended(None))


class _Ended:
    """The stream is over."""

    def __init__(self, error: ServiceError | None) -> None:
        self.error = error


async def _next(incoming: "_Incoming[M] | None", kind: type[K], patience_s: float) -> K:
    try:
        message = await _there(incoming).take(patience_s)
    except TimeoutError:
        raise UnexpectedError(f"expected a {kind.__name__} within {patience_s:g} s, got nothing") from None
    if isinstance(message, _Ended) and message.error is not None:
        raise message.error
    if not isinstance(message, kind):
        got = "the end of the stream" if isinstance(message, _Ended) else repr(message)
        raise UnexpectedError(f"expected a {kind.__name__}, got {got}")
    return message


async def _without_pings(stream: LobbyStream, awake: asyncio.Event) -> LobbyEvent | None:
    while isinstance(event := await stream.receive(), Ping):
        await awake.wait()
        stream.send(Pong(event.id, event.sent_us))
    return event


def _there(thing: M | None) -> M:
    if thing is None:
        raise UnexpectedError("expected to have joined or attached before, this script has not")
    return thing
