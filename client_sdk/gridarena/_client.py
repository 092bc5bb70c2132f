"""The SDK's way to a server: every rpc as a typed call, every failure as one clear line.

The only module of the SDK that knows gRPC. Each :class:`Client` has a connection of its own, so streams of different
matches never wait for one another, and a new client tries to connect at once instead of after gRPC's own back-off. A
stream has one reader and one writing task: a timeout around a read would end the stream, so whoever loses patience
cancels all of it.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from types import TracebackType
from typing import Generic, Self, TypeVar

import grpc
import grpc.aio

from gridarena._failures import explain, garbled
from gridarena.errors import UNREACHABLE, ServiceError
from gridarena.server import Server
from gridarena_protocol.codec import MalformedError, methods
from gridarena_protocol.codec.methods import Method
from gridarena_protocol.log import LogEntry, LogQuery
from gridarena_protocol.messages import LobbyEvent, LobbyRequest, RefereeMessage, SeatMessage
from gridarena_protocol.options import channel_options
from gridarena_protocol.records import Record
from gridarena_protocol.teams import Identity, ImportedTeam, Invitation, NewTeam, Team, TeamImport, TeamToken
from gridarena_protocol.views import (
    AllowRequest,
    Crosstable,
    EnterRequest,
    Entrants,
    Estimate,
    HostAct,
    Leaderboard,
    LeaderboardQuery,
    MatchesPage,
    MatchesQuery,
    MatchEvent,
    Plan,
    RerunRequest,
    ServerInfo,
    Standings,
    TournamentEvent,
    TournamentView,
    VoidRequest,
    WithdrawRequest,
)

Q = TypeVar("Q")
A = TypeVar("A")
T = TypeVar("T")

_CHECK_NAME = "grpc.ssl_target_name_override"
"""The channel option that names whom the certificate must be for."""
CALL_TIMEOUT_S = 10.0
"""How long one question may take."""


def ask(server: Server, question: Callable[["Client"], Awaitable[T]]) -> T:
    """Connects, asks, hangs up; for code without an event loop.

    ``ask(server, lambda client: client.leaderboard(LeaderboardQuery("sudoku")))``

    Raises:
        ServiceError: the server refused or cannot be reached.
    """

    async def once() -> T:
        async with Client(server) as client:
            return await question(client)

    return asyncio.run(once())


class Stream(Generic[Q, A]):
    """A call with messages both ways."""

    def __init__(self, call: "grpc.aio.StreamStreamCall[bytes, bytes]", method: Method[Q, A], server: Server) -> None:
        self._call = call
        self._method = method
        self._server = server
        self._dropped = False
        self._outbox: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._writer = asyncio.create_task(self._write())

    def send(self, message: Q) -> None:
        """Queues a message; never blocks and keeps the order. On a stream that has ended it does nothing."""
        self._outbox.put_nowait(self._method.encode_request(message))

    async def receive(self) -> A | None:
        """The next message; None when the server has ended the stream in good order.

        Raises:
            ServiceError: the stream failed, or the server ended it with a code.
        """
        with _cancellation_heeded():
            return await self._receive()

    async def _receive(self) -> A | None:
        try:
            raw = await self._call.read()
            if not isinstance(raw, bytes):  # grpc.aio.EOF
                if await self._call.code() is grpc.StatusCode.OK:
                    return None
                raise await self._failure()
        except grpc.aio.AioRpcError as error:
            raise explain(error, self._server) from None
        except grpc.aio.UsageError:
            raise await self._failure() from None
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if not self._dropped or (task is not None and task.cancelling()):
                raise
            raise ServiceError(UNREACHABLE, f"the connection to {self._server.address} was given up") from None
        try:
            return self._method.decode_reply(raw)
        except MalformedError as error:
            raise garbled(self._server, error) from None

    def end(self) -> None:
        """Says, behind what is queued, that nothing more will come."""
        self._outbox.put_nowait(None)

    async def ended(self, patience_s: float) -> None:
        """Waits until all of it is on its way."""
        await asyncio.wait([self._writer], timeout=patience_s)

    def cancel(self) -> None:
        """Drops the stream at once; who waits for a message gets a ServiceError."""
        self._dropped = True
        self._writer.cancel()
        self._call.cancel()

    async def _failure(self) -> Exception:
        status, text = await self._call.code(), await self._call.details()
        trailing = await self._call.trailing_metadata()
        error = grpc.aio.AioRpcError(status, grpc.aio.Metadata(), trailing or grpc.aio.Metadata(), text)
        return explain(error, self._server)

    async def _write(self) -> None:
        """Ends in silence, also when it is cancelled: an error would hold on to this stream, and so to its connection.

        Connections that are closed only by the garbage collector are closed many at a time, in the middle of a turn.
        """
        ends = (grpc.aio.AioRpcError, grpc.aio.UsageError, asyncio.InvalidStateError, asyncio.CancelledError)
        with contextlib.suppress(*ends):
            while (raw := await self._outbox.get()) is not None:
                await self._call.write(raw)
            await self._call.done_writing()


class Client:
    """One connection to a server; use it with ``async with``."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._metadata = (("authorization", f"Bearer {server.token}"),) if server.token else ()
        self._streams: list[LobbyStream | SeatStream] = []

    async def __aenter__(self) -> Self:
        server = self._server
        options: list[tuple[str, int | str]] = list(channel_options(server.address))
        if server.tls_name:
            options.append((_CHECK_NAME, server.tls_name))
        if server.encrypted:
            credentials = grpc.ssl_channel_credentials(server.ca.encode() or None)
            self._channel = grpc.aio.secure_channel(server.address, credentials, options=options)
        else:
            self._channel = grpc.aio.insecure_channel(server.address, options=options)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for stream in self._streams:
            stream.cancel()
        await self._channel.close()

    # --- streams ------------------------------------------------------------------------------------------------------

    def lobby(self) -> "LobbyStream":
        """A Lobby stream; the first message to send is Hello."""
        stream = Stream(self._open(methods.JOIN), methods.JOIN, self._server)
        self._streams.append(stream)
        return stream

    def seat(self) -> "SeatStream":
        """A Play stream; the first message to send is Attach."""
        stream = Stream(self._open(methods.ATTACH), methods.ATTACH, self._server)
        self._streams.append(stream)
        return stream

    def _open(self, method: Method[Q, A]) -> "grpc.aio.StreamStreamCall[bytes, bytes]":
        return self._channel.stream_stream(method.path)(metadata=self._metadata)

    # --- questions anybody may ask ------------------------------------------------------------------------------------

    async def info(self) -> ServerInfo:
        """The server's present state."""
        return await self._ask(methods.SERVER, None)

    async def who_am_i(self) -> Identity:
        """Whose token this is."""
        return await self._ask(methods.WHO_AM_I, None)

    async def leaderboard(self, query: LeaderboardQuery) -> Leaderboard:
        """The ratings of one game."""
        return await self._ask(methods.LEADERBOARD, query)

    async def standings(self, tournament: int) -> Standings:
        """A tournament's table."""
        return await self._ask(methods.STANDINGS, tournament)

    async def crosstable(self, tournament: int) -> Crosstable:
        """A tournament's agent x agent matrix."""
        return await self._ask(methods.CROSSTABLE, tournament)

    async def tournaments(self) -> tuple[TournamentView, ...]:
        """All tournaments, oldest first."""
        return await self._ask(methods.TOURNAMENTS, None)

    async def entrants(self, tournament: int) -> Entrants:
        """Who of a tournament's agents is here."""
        return await self._ask(methods.ENTRANTS, tournament)

    async def matches(self, query: MatchesQuery) -> MatchesPage:
        """One page of matches, newest first."""
        return await self._ask(methods.MATCHES, query)

    async def match(self, match: int) -> Record:
        """A whole match."""
        return await self._ask(methods.MATCH, match)

    def watch_match(self, match: int) -> AsyncIterator[MatchEvent]:
        """A match as it happens: the record so far, then turns, at last the result or the reason of a void."""
        return self._watch(methods.WATCH_MATCH, match)

    def watch_tournament(self, tournament: int) -> AsyncIterator[TournamentEvent]:
        """A tournament as it happens; each event replaces the one before."""
        return self._watch(methods.WATCH_TOURNAMENT, tournament)

    # --- what only the host may ask -----------------------------------------------------------------------------------

    async def add_team(self, name: str, real_name: str = "") -> TeamToken:
        """A new team's token, or a new one for a team that was removed."""
        return await self._ask(methods.ADD_TEAM, NewTeam(name, real_name))

    async def import_teams(self, wanted: TeamImport) -> tuple[ImportedTeam, ...]:
        """Adds the teams that are new, all or none."""
        return await self._ask(methods.IMPORT_TEAMS, wanted)

    async def rotate_token(self, team: str) -> TeamToken:
        """A team's new token; the old one is dead and its streams end."""
        return await self._ask(methods.ROTATE_TOKEN, team)

    async def remove_team(self, team: str) -> Team:
        """The team can no longer connect."""
        return await self._ask(methods.REMOVE_TEAM, team)

    async def invitation(self) -> Invitation:
        """What a join file says of this server."""
        return await self._ask(methods.INVITATION, None)

    async def teams(self) -> tuple[Team, ...]:
        """All teams."""
        return await self._ask(methods.LIST_TEAMS, None)

    async def create_tournament(self, plan: Plan) -> Estimate:
        """Plans a tournament; it does not start."""
        return await self._ask(methods.CREATE_TOURNAMENT, plan)

    async def estimate_tournament(self, plan: Plan) -> Estimate:
        """What a plan would cost."""
        return await self._ask(methods.ESTIMATE_TOURNAMENT, plan)

    async def start_tournament(self, tournament: int) -> TournamentView:
        """Begins to play."""
        return await self._ask(methods.START_TOURNAMENT, tournament)

    async def abort_tournament(self, tournament: int) -> TournamentView:
        """Ends a tournament where it stands."""
        return await self._ask(methods.ABORT_TOURNAMENT, tournament)

    async def pause_tournament(self, tournament: int) -> TournamentView:
        """Opens no further match."""
        return await self._ask(methods.PAUSE_TOURNAMENT, tournament)

    async def resume_tournament(self, tournament: int) -> TournamentView:
        """Opens matches again."""
        return await self._ask(methods.RESUME_TOURNAMENT, tournament)

    async def enter_tournament(self, request: EnterRequest) -> TournamentView:
        """Lets late agents in."""
        return await self._ask(methods.ENTER_TOURNAMENT, request)

    async def withdraw_agent(self, request: WithdrawRequest) -> TournamentView:
        """Takes an agent out."""
        return await self._ask(methods.WITHDRAW_AGENT, request)

    async def allow_update(self, request: AllowRequest) -> TournamentView:
        """Lets an agent play on with another version."""
        return await self._ask(methods.ALLOW_UPDATE, request)

    async def rerun_matches(self, request: RerunRequest) -> tuple[Record, ...]:
        """Voids finished matches and has them played again; answers with them."""
        return await self._ask(methods.RERUN_MATCHES, request)

    async def audit(self, tournament: int | None) -> tuple[HostAct, ...]:
        """What the host did, oldest first."""
        return await self._ask(methods.AUDIT, tournament)

    def log(self, query: LogQuery) -> AsyncIterator[LogEntry]:
        """The log as it is stored: its head, the tables, then every match."""
        return self._watch(methods.LOG, query)

    async def void_match(self, request: VoidRequest) -> Record:
        """Makes a match not count."""
        return await self._ask(methods.VOID_MATCH, request)

    async def drain(self, reason: str) -> int:
        """Opens no further turns; answers how many matches are live."""
        return await self._ask(methods.DRAIN, reason)

    async def _ask(self, method: Method[Q, A], question: Q) -> A:
        call: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = self._channel.unary_unary(method.path)
        try:
            raw = await call(method.encode_request(question), metadata=self._metadata, timeout=CALL_TIMEOUT_S)
            return method.decode_reply(raw)
        except grpc.aio.AioRpcError as error:
            raise explain(error, self._server) from None
        except MalformedError as error:
            raise garbled(self._server, error) from None

    async def _watch(self, method: Method[Q, A], question: Q) -> AsyncIterator[A]:
        calls: grpc.aio.UnaryStreamMultiCallable[bytes, bytes] = self._channel.unary_stream(method.path)
        call = calls(method.encode_request(question), metadata=self._metadata)
        try:
            async for raw in call:
                yield method.decode_reply(raw)
        except grpc.aio.AioRpcError as error:
            with _cancellation_heeded():
                raise explain(error, self._server) from None
        except MalformedError as error:
            raise garbled(self._server, error) from None
        finally:
            call.cancel()


@contextlib.contextmanager
def _cancellation_heeded() -> Iterator[None]:
    """Whoever was cancelled within the block leaves it so, whatever else came of it.

    A call of grpc.aio that is cancelled while it is being set up swallows that: where the server is gone at the same
    moment, all that is seen is an error, and who comes back after errors would do so for ever.
    """
    try:
        yield
    finally:
        task = asyncio.current_task()
        if task is not None and task.cancelling():
            raise asyncio.CancelledError


LobbyStream = Stream[LobbyRequest, LobbyEvent]
SeatStream = Stream[SeatMessage, RefereeMessage]
