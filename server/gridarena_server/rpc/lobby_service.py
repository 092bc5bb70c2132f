"""The Lobby service: says who is here, and hears who leaves."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass

from gridarena_protocol.messages import PROTOCOL, Hello, Leave, LobbyEvent, LobbyRequest, Ping, Pong, Seek, Welcome
from gridarena_protocol.options import MAX_STREAMS
from gridarena_server.clock import Clock
from gridarena_server.errors import Code, ServiceError
from gridarena_server.facts import AgentSeen
from gridarena_server.rpc.auth import Caller
from gridarena_server.rpc.bucket import Bucket
from gridarena_server.rpc.member import LobbyMember
from gridarena_server.rpc.names import clean_name, label_of, team_of
from gridarena_server.rpc.noise import host_of_peer
from gridarena_server.rpc.stream import Stream
from gridarena_server.store.base import Store
from gridarena_server.tournament.lobby import Lobby, Member

log = logging.getLogger(__name__)


MOST_GAMES = 16
"""Games that an agent may say it plays."""
MOST_AGENTS = 1_000
"""Agents that a team may ever bring: a whole class, played by one host."""
NEWS_PER_S = 1.0
"""Beyond as many at once: new agents, versions and lists of games of a team, each of which is written down for good."""


@dataclass(frozen=True, slots=True)
class Manners:
    """What the lobby expects of its guests."""

    ping_every_s: float = 5.0
    silent_after_s: float = 15.0
    most_slots: int = MAX_STREAMS // 2
    """Matches an agent may offer to play at once: all its streams share a connection, the old and the new ones, too."""
    burst: int = 50
    """Messages at once; beyond them ``per_s``."""
    per_s: float = 10.0


class Agents:
    """Every agent that has ever connected, by label, with its newest version."""

    def __init__(self, store: Store, clock: Clock, seen: Iterable[AgentSeen]) -> None:
        self._store = store
        self._clock = clock
        self._known = {agent.agent: (agent.version, agent.games) for agent in seen}
        self._news: dict[str, Bucket] = {}

    def __contains__(self, label: str) -> bool:
        return label in self._known

    def of_team(self, team: str) -> tuple[str, ...]:
        """The labels of a team's agents, in the order of first sight."""
        return tuple(label for label in self._known if team_of(label) == team)

    async def see(self, label: str, team: str, name: str, hello: Hello) -> None:
        """Writes down an agent, or a version or games of it, that were not seen before.

        Raises:
            ServiceError: the team has brought too many, at all or in a short time.
        """
        games = tuple(dict.fromkeys(hello.games))
        if self._known.get(label) == (hello.version, games):
            return
        if len(games) > MOST_GAMES:
            raise ServiceError(Code.INVALID, f"expected at most {MOST_GAMES} games, got {len(games)}")
        if label not in self._known and len(self.of_team(team)) >= MOST_AGENTS:
            raise ServiceError(Code.INVALID, f"a team has at most {MOST_AGENTS} agents; use a name that is known")
        news = self._news.setdefault(team, Bucket(MOST_AGENTS, NEWS_PER_S, self._clock.now_ns))
        if news.take():
            raise ServiceError(Code.BUSY, "the agents of this team change too often; try again in a while")
        await self._store.append(AgentSeen(label, team, name, hello.version, self._clock.utc_ms(), games))
        self._known[label] = hello.version, games


class LobbyService:
    """Behaviour of the Lobby's one rpc."""

    def __init__(
        self,
        lobby: Lobby,
        agents: Agents,
        clock: Clock,
        manners: Manners,
        version: str,
        *,
        seek: Callable[[Member, Seek], Awaitable[None]],
    ) -> None:
        self._lobby = lobby
        self._seek = seek
        self._agents = agents
        self._clock = clock
        self._manners = manners
        self._version = version
        self.draining = False

    async def join(self, stream: Stream[LobbyRequest, LobbyEvent], caller: Caller) -> None:
        """An agent is here from its Hello until it leaves or its stream ends."""
        member = await self._welcome(stream, caller)
        self._note_takeover(member)
        self._lobby.join(member)
        pinging = asyncio.ensure_future(member.ping(self._manners.ping_every_s, self._manners.silent_after_s))
        try:
            await self._listen(stream, member)
        finally:
            pinging.cancel()
            self._lobby.leave(member)

    async def _welcome(self, stream: Stream[LobbyRequest, LobbyEvent], caller: Caller) -> LobbyMember:
        hello = await stream.first()
        if not isinstance(hello, Hello):
            raise ServiceError(Code.INVALID, "expected a hello first")
        if hello.protocol < PROTOCOL:
            raise ServiceError(Code.OLD_SDK)
        if hello.slots > self._manners.most_slots:
            raise ServiceError(Code.INVALID, f"expected at most {self._manners.most_slots} slots, got {hello.slots}")
        name = clean_name(hello.agent)
        label = label_of(caller.team, name)
        await self._agents.see(label, caller.team, name, hello)
        if self.draining:
            raise ServiceError(Code.DRAINING)
        stream.send(Welcome(label, self._version))
        return LobbyMember(stream, self._clock, label=label, team=caller.team, name=name, hello=hello, peer=caller.peer)

    def _note_takeover(self, member: LobbyMember) -> None:
        older = self._lobby.get(member.label)
        if isinstance(older, LobbyMember):
            before, now = host_of_peer(older.peer), host_of_peer(member.peer)
            log.warning("agent %s connected again from %s; its stream from %s ends", member.label, now, before)

    async def _listen(self, stream: Stream[LobbyRequest, LobbyEvent], member: LobbyMember) -> None:
        bucket = Bucket(self._manners.burst, self._manners.per_s, self._clock.now_ns)
        while (request := await stream.read()) is not None:
            match request:
                case Ping():
                    stream.send(Pong(request.id, request.sent_us))
                case Pong():
                    member.answered(request.id)
                case Leave():
                    self._lobby.leave(member)
                case Seek():
                    await self._seek(member, request)
                case Hello():
                    raise ServiceError(Code.INVALID, "expected one hello, got another")
            wait_s = bucket.take()
            if wait_s:
                await asyncio.sleep(wait_s)
