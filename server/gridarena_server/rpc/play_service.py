"""The Play service: brings a seat's stream and its match together.

The token says which team calls, the ticket which seat is meant, and the seat's agent must be the team's: a stolen
ticket is worth nothing without the token, and the other way round.
"""

import asyncio
import logging
from dataclasses import dataclass

from gridarena_games.base import Seat
from gridarena_protocol.messages import (
    Attach,
    Finish,
    MatchFinished,
    Proposal,
    ProposalRefused,
    RefereeMessage,
    Resign,
    SeatMessage,
    Snapshot,
    TurnOpened,
)
from gridarena_protocol.records import MatchHeader
from gridarena_server.clock import Clock
from gridarena_server.errors import CATALOGUE, Code, ServiceError
from gridarena_server.referee.referee import Referee
from gridarena_server.rpc.auth import Caller
from gridarena_server.rpc.bucket import Bucket
from gridarena_server.rpc.names import team_of
from gridarena_server.rpc.noise import host_of_peer
from gridarena_server.rpc.stream import Stream
from gridarena_server.rpc.tickets import Tickets
from gridarena_server.store.base import Store

log = logging.getLogger(__name__)

SeatStream = Stream[SeatMessage, RefereeMessage]


@dataclass(frozen=True, slots=True)
class Flow:
    """How many messages of a seat are read: so many a turn at once, then so many a second."""

    burst: int = 200
    per_s: float = 200.0


class PlayLink:
    """A seat's stream as the referee sees it; each turn opened grants a full burst anew."""

    def __init__(self, stream: SeatStream, flow: Flow, clock: Clock) -> None:
        self._stream = stream
        self._bucket = Bucket(flow.burst, flow.per_s, clock.now_ns)
        self._warned = False
        self.close = stream.close

    def send(self, message: RefereeMessage) -> None:
        """Queues a message; never blocks, keeps the order."""
        if isinstance(message, TurnOpened):
            self._bucket.fill()
            self._warned = False
        self._stream.send(message)

    def toll(self, message: SeatMessage) -> float:
        """Seconds a flooder has to wait before its message is heard, 0 for everybody else; told once a turn."""
        wait_s = self._bucket.take()
        if wait_s and not self._warned and isinstance(message, Proposal):
            self._warned = True
            text = CATALOGUE[Code.FLOODING].text
            self._stream.send(ProposalRefused(message.turn, message.attempt, 0, Code.FLOODING.value, text))
        return wait_s


class PlayService:
    """Behaviour of Play's one rpc."""

    def __init__(self, referee: Referee, store: Store, tickets: Tickets, clock: Clock, flow: Flow) -> None:
        self._referee = referee
        self._store = store
        self._tickets = tickets
        self._clock = clock
        self._flow = flow
        self._peers: dict[tuple[int, Seat], list[str]] = {}
        """Who holds a seat's streams, the newest last."""

    async def attach(self, stream: SeatStream, caller: Caller) -> None:
        """A seat is here from its Attach until its stream ends."""
        seat = await stream.first()
        if not isinstance(seat, Attach):
            raise ServiceError(Code.INVALID, "expected an attach first")
        self._tickets.check(seat.match, seat.seat, seat.ticket)
        match = self._referee.live.get(seat.match)
        if match is None:
            await self._tell_end(stream, seat, caller)
            return
        _check_team(match.header, seat, caller)
        link = PlayLink(stream, self._flow, self._clock)
        epoch = match.attach(seat.seat, link)
        self._note_takeover(seat, caller)
        try:
            while (message := await stream.read()) is not None:
                if wait_s := link.toll(message):
                    await asyncio.sleep(wait_s)
                if not isinstance(message, Proposal | Finish | Resign):
                    raise ServiceError(Code.INVALID, "expected one attach, got another")
                match.receive(seat.seat, epoch, message)
        finally:
            match.detach(seat.seat, epoch)
            self._peers[seat.match, seat.seat].remove(caller.peer)
            if not self._peers[seat.match, seat.seat]:
                del self._peers[seat.match, seat.seat]

    def _note_takeover(self, seat: Attach, caller: Caller) -> None:
        """Both addresses are the host's to see: a student with two windows, or somebody with a stolen token."""
        peers = self._peers.setdefault((seat.match, seat.seat), [])
        if peers:
            before, now = host_of_peer(peers[-1]), host_of_peer(caller.peer)
            log.warning("match %d: seat %d was taken over from %s by %s", seat.match, seat.seat, before, now)
        peers.append(caller.peer)

    async def _tell_end(self, stream: SeatStream, seat: Attach, caller: Caller) -> None:
        """A seat that was away when its match ended learns of it now."""
        record = await self._store.match(seat.match)
        if record is None:
            raise ServiceError(Code.UNKNOWN_MATCH)
        _check_team(record.header, seat, caller)
        if record.result is None and record.void is None:
            raise ServiceError(Code.INTERNAL, "this match could not be taken up again; the host's log says why")
        stream.send(Snapshot(record.header, seat.seat, record.turns, 0))
        stream.send(MatchFinished(None if record.void is not None else record.result, record.void))


def _check_team(header: MatchHeader, seat: Attach, caller: Caller) -> None:
    if team_of(header.agents[seat.seat]) != caller.team:
        raise ServiceError(Code.BAD_TICKET)
