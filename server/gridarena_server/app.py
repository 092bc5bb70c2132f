"""Puts the rooms of the server together, starts them in order and stops them in order.

Start: the store first, whose lock keeps a second server off the database; then the port, so that both kinds of "already
running" are known within a second; then the kernels, which may take a while when they are compiled for the first time;
then the unfinished matches and tournaments; only then does the port answer. A client that comes early waits in the
port's queue and never meets a server that does not know its match yet.

Stop: agents are told, no further turn opens, open turns finish, every stream ends with ``draining``; gRPC's own grace
period would be waited for to its end on idle streams and is therefore short.
"""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path

import grpc.aio

from gridarena_kernels import solver
from gridarena_protocol.messages import Drain
from gridarena_protocol.options import SERVER_OPTIONS
from gridarena_protocol.records import MatchHeader, MatchResult, Record
from gridarena_protocol.teams import Invitation, NewTeam
from gridarena_server.clock import Clock, SystemClock
from gridarena_server.config import Config
from gridarena_server.errors import DATABASE_IN_USE, DATABASE_UNUSABLE, ArenaError, Code
from gridarena_server.facts import AgentSeen, HostEvent, HostEventKind, MatchVoided
from gridarena_server.invitation import invitation
from gridarena_server.port import bind
from gridarena_server.referee.referee import Referee
from gridarena_server.rpc.admin_service import AdminService
from gridarena_server.rpc.auth import Keyring, digest, new_token
from gridarena_server.rpc.handlers import Handler, Handlers
from gridarena_server.rpc.keyfile import kept_secret
from gridarena_server.rpc.lobby_service import Agents, LobbyService, Manners
from gridarena_server.rpc.log_service import LogService
from gridarena_server.rpc.names import team_of
from gridarena_server.rpc.noise import Noise
from gridarena_server.rpc.play_service import Flow, PlayService
from gridarena_server.rpc.quota import Quota
from gridarena_server.rpc.records_service import RecordsService
from gridarena_server.rpc.routes import generic_handlers, handler_table
from gridarena_server.rpc.stream import Limits
from gridarena_server.rpc.team_service import TeamService
from gridarena_server.rpc.tickets import Tickets
from gridarena_server.rpc.watch import Feed
from gridarena_server.store.base import MatchQuery, Store, StoreError, StoreInUseError
from gridarena_server.store.memory import MemoryStore
from gridarena_server.store.sqlite import SqliteStore
from gridarena_server.tls import Tls
from gridarena_server.tls import load as load_tls
from gridarena_server.tournament.director import Director
from gridarena_server.tournament.elo import Elo
from gridarena_server.tournament.lobby import Lobby
from gridarena_server.tournament.matchmaker import Matchmaker

GRACE_S = 0.5
"""What gRPC gets to send the last statuses."""
EVERYTHING = 1_000_000_000
VERSION = version("gridarena")

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Kept:
    """What a server reads once, at its start."""

    host_token: str
    key: str
    """Of the tickets."""
    tokens: Mapping[str, str]
    agents: Sequence[AgentSeen]
    tls: Tls | None = None


class Server:
    """A running server; made by :func:`serve`, lives on one event loop."""

    def __init__(self, config: Config, store: Store, clock: Clock, kept: Kept) -> None:
        self.config = config
        self.store = store
        self.host_token = kept.host_token
        self.port = 0
        """Where it listens."""
        self.tickets = Tickets(kept.key.encode())
        self.lobby = Lobby(clock)
        self._feed = Feed()
        self.referee = Referee(
            store.append, clock, rtt_us=self.lobby.rtt_us, on_end=self._on_end, on_turn=self._feed.on_turn
        )
        self._elo = Elo(config.elo_k, config.elo_start)
        self.director = Director(
            store,
            self._history,
            self.referee,
            self.lobby,
            clock,
            concurrency=config.concurrency,
            ticket=self.tickets.issue,
            elo=self._elo,
            changed=self._tournament_changed,
            beside=lambda: self.matchmaker.live.values(),
        )
        self.matchmaker = Matchmaker(
            store,
            self.referee,
            self.lobby,
            clock,
            concurrency=config.concurrency,
            others=self.director.all_live,
            engaged=self.director.engaged,
            patience_s=config.sparring_after_s,
            ticket=self.tickets.issue,
        )
        self._clock = clock
        self._answering = False
        self._drain_asked = asyncio.Event()
        self._draining: asyncio.Task[None] | None = None
        keyring = Keyring(digest(kept.host_token), kept.tokens, open_records=config.records_are_open)
        agents = Agents(store, clock, kept.agents)
        self.tls = kept.tls
        self._admin = AdminService(store, self.director, self.request_drain)
        self._guests = LobbyService(
            self.lobby,
            agents,
            clock,
            Manners(config.ping_every_s, config.silent_after_s),
            VERSION,
            seek=self.matchmaker.seek,
        )
        limits = Limits(config.handshake_s, config.write_s)
        self._handlers = Handlers(keyring, Quota(config.streams_per_team, clock.now_ns), Noise(clock.now_ns), limits)
        self._teams = TeamService(
            store,
            keyring,
            clock,
            end_streams=self._handlers.end_team,
            invitation=self.invitation,
            withdraw=self._withdraw,
        )
        self._grpc = grpc.aio.server(options=SERVER_OPTIONS, maximum_concurrent_rpcs=config.streams)
        self._grpc.add_generic_rpc_handlers(generic_handlers(self._table(agents)))

    def _table(self, agents: Agents) -> dict[str, Handler]:
        config = self.config
        flow = Flow(config.flood_burst, config.flood_per_s)
        play = PlayService(self.referee, self.store, self.tickets, self._clock, flow)
        records = RecordsService(
            self.store,
            self.referee,
            self.director,
            self.lobby,
            agents,
            self._feed,
            self._clock,
            version=VERSION,
            draining=lambda: self._draining is not None,
        )
        log_ = LogService(self.store, self.referee, self.director, self._elo)
        return handler_table(self._handlers, self._guests, play, records, log_, self._teams, self._admin)

    def _on_end(self, header: MatchHeader, end: MatchResult | MatchVoided) -> None:
        self._feed.on_end(header.match, end)
        self.director.ended(header, end)
        self.matchmaker.ended(header)

    def _tournament_changed(self, tournament: int) -> None:
        self._feed.changed(tournament)
        self.matchmaker.wake()

    async def _withdraw(self, team: str) -> None:
        await self.director.roster.withdraw_everywhere(lambda label: team_of(label) == team)

    async def _history(self, tournament: int) -> Sequence[Record]:
        return await self.store.matches(MatchQuery(tournament=tournament, limit=EVERYTHING))

    # --- what the host does in person ---------------------------------------------------------------------------------

    async def add_team(self, name: str) -> str:
        """A new team's token; the only time it is seen. Raises ServiceError."""
        return (await self._teams.add_team(NewTeam(name))).token

    async def house(self) -> str:
        """A token for the server's own team; what was opened with an older one ends."""
        return await self._teams.house()

    def invitation(self) -> Invitation:
        """What a join file says of this server."""
        return invitation(self.config, self.port, self.tls)

    def request_drain(self, reason: str) -> int:
        """Begins to stop in good order; returns the number of live matches. Idempotent."""
        if self._draining is None:
            self._draining = asyncio.get_running_loop().create_task(self._drain(reason))
            self._drain_asked.set()
        return len(self.referee.live)

    async def draining(self) -> None:
        """Returns when a drain was asked for."""
        await self._drain_asked.wait()

    async def drained(self) -> None:
        """Returns when a drain was asked for and no turn is open any more."""
        await self.draining()
        if self._draining is not None:
            await asyncio.shield(self._draining)

    async def _drain(self, reason: str) -> None:
        self._guests.draining = True
        self.lobby.broadcast(Drain(reason))
        self.director.drain()
        self.matchmaker.drain()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self.config.drain_s):
                await self.referee.drain()

    # --- start and stop -----------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Takes up what was unfinished and answers. Raises ArenaError."""
        self.port = bind(self._grpc, self.config, self.tls)
        await asyncio.to_thread(solver.warm)
        await self.referee.resume(await self.store.unfinished())
        await self.director.restore()
        self.matchmaker.restore([match.header for match in self.referee.live.values()])
        await self._grpc.start()
        self._answering = True
        await self._note("server.started")

    async def stop(self) -> None:
        """Lets go of everything; a turn that is open now is opened again after the next start."""
        if self._draining is not None:
            self._draining.cancel()
        await self.director.close()
        await self.matchmaker.close()
        await self.referee.close()
        self._feed.close()
        self._handlers.close_streams(Code.DRAINING)
        await self._grpc.stop(GRACE_S)
        if self._answering:
            self._answering = False
            await self._note("server.stopped")

    async def _note(self, kind: HostEventKind) -> None:
        text = f"gridarena {VERSION} on {self.config.host}, port {self.port}"
        try:
            await self.store.append(HostEvent(kind, text, self._clock.utc_ms()))
        except StoreError as error:
            log.warning("%s could not be written down: %s", kind, error)


@contextlib.asynccontextmanager
async def serve(config: Config, *, clock: Clock | None = None) -> AsyncIterator[Server]:
    """A server for as long as the block runs. Raises ArenaError when it cannot start."""
    tls = _tls(config)
    async with contextlib.AsyncExitStack() as stack:
        with _readable():
            store = await _open_store(config)
            stack.push_async_callback(store.close)
            kept = Kept(
                host_token=_secret(config.host_token_file, new_token),
                key=_secret(config.key_file, partial(secrets.token_hex, 32)),
                tokens=await store.tokens(),
                agents=await store.agents(),
                tls=tls,
            )
            server = Server(config, store, clock or SystemClock(), kept)
            stack.push_async_callback(server.stop)
            await server.start()
        yield server


async def _open_store(config: Config) -> Store:
    return MemoryStore() if config.in_memory else await SqliteStore.open(Path(config.database), roomy=True)


@contextlib.contextmanager
def _readable() -> Iterator[None]:
    """What is wrong with the database is no mistake of ours: it gets a line and its own exit code."""
    try:
        yield
    except StoreInUseError as error:
        raise ArenaError(str(error), DATABASE_IN_USE) from error
    except StoreError as error:
        raise ArenaError(str(error), DATABASE_UNUSABLE) from error


def _tls(config: Config) -> Tls | None:
    if config.tls_certificate is None or config.tls_key is None:
        return None
    return load_tls(Path(config.tls_certificate), Path(config.tls_key), Path(config.tls_ca) if config.tls_ca else None)


def _secret(path: Path | None, make: Callable[[], str]) -> str:
    return make() if path is None else kept_secret(path, make)
