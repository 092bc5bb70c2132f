"""What a stream does to a server that it should not: garbage, silence, floods, too many, too slow."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator, AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import grpc.aio
import pytest

from gridarena_protocol.codec import methods
from gridarena_protocol.messages import (
    Attach,
    Hello,
    LobbyEvent,
    LobbyRequest,
    MatchFinished,
    Notice,
    Ping,
    Pong,
    Proposal,
    ProposalRefused,
    Snapshot,
    TurnClosed,
    TurnOpened,
    Welcome,
)
from gridarena_protocol.options import MAX_UP_BYTES, SERVER_OPTIONS
from gridarena_protocol.records import Clock, MatchHeader, Record
from gridarena_protocol.views import MatchesPage, MatchesQuery, MatchEvent
from gridarena_server.app import Server
from gridarena_server.clock import SystemClock
from gridarena_server.errors import Code
from gridarena_server.rpc import lobby_service
from gridarena_server.rpc.auth import Access, Caller, Keyring, digest
from gridarena_server.rpc.handlers import Handlers
from gridarena_server.rpc.noise import Noise
from gridarena_server.rpc.quota import Quota
from gridarena_server.rpc.records_service import RecordsService
from gridarena_server.rpc.routes import generic_handlers
from gridarena_server.rpc.stream import Limits, Stream
from support.matches import HEADER
from support.wire import Failed, Talk, Wire, open_match, running

GARBAGE = [b"\xff\xff\xff\xff", b"\x0a\x05ab", b"\x0a\x02\xc3\x28" * 3, b"\x1a" * 5000, bytes(200), b"\x0b" * 120]

OWN_CONNECTION = (
    ("grpc.use_local_subchannel_pool", 1),
    ("grpc.max_receive_message_length", -1),
    ("grpc.http2.bdp_probe", 0),
)
"""Shared with no other channel, and with no more room than 64 KiB for what was not read."""


async def attach(server: Server, wire: Wire, header: MatchHeader, seat: int) -> Talk:  # type: ignore[type-arg]
    talk = wire.talk(methods.ATTACH)
    await talk.send(Attach(header.match, seat, server.tickets.issue(header.match, seat)))  # type: ignore[arg-type]
    assert isinstance(await talk.read(), Snapshot)
    return talk


@contextlib.asynccontextmanager
async def first_wire(server: Server) -> AsyncIterator[Wire]:
    async with Wire(server.port, await server.add_team("first")) as wire:
        yield wire


@pytest.mark.parametrize("method", [methods.JOIN, methods.ATTACH], ids=lambda method: method.name)
@pytest.mark.parametrize("raw", GARBAGE, ids=range(len(GARBAGE)))
async def test_garbage_ends_its_own_stream_as_malformed(method: methods.Method, raw: bytes) -> None:  # type: ignore[type-arg]
    """First or later, in the lobby or at play: INVALID_ARGUMENT, the code `malformed`, and no class name of ours."""
    async with running() as server, first_wire(server) as wire:
        talk = wire.talk(method)
        await talk.send_raw(raw)
        end = await talk.end()
        assert (end.status, end.code) == ("INVALID_ARGUMENT", "malformed")
        assert "Error" not in end.text
        assert (await wire.ask(methods.SERVER, None)).live_matches == 0


async def test_garbage_in_a_turn_costs_only_its_sender() -> None:
    """The stream ends, the turn stays open, the seat may come back."""
    async with running() as server, first_wire(server) as wire:
        header = await open_match(server)
        talk = await attach(server, wire, header, 0)
        await talk.send_raw(b"\xff")
        assert (await talk.end()).code == "malformed"
        again = await attach(server, wire, header, 0)
        assert isinstance(await again.read(), TurnOpened)


async def test_garbage_fills_no_log(caplog: pytest.LogCaptureFixture) -> None:
    """However much comes, a peer gets one line a second, none with what it sent, no token and no traceback."""
    with caplog.at_level(logging.INFO):
        async with running() as server, first_wire(server) as wire:
            for _ in range(50):
                talk = wire.talk(methods.JOIN)
                await talk.send_raw(b"\xffpayload")
                await talk.end()
            async with Wire(server.port, "ga_wrong") as wrong:
                talk = wrong.talk(methods.JOIN)
                await talk.send(Ping(1))
                assert (await talk.end()).code == "bad_token"
            token = wire.metadata[0][1]
    assert 1 <= len(caplog.messages) <= 3
    assert not any("payload" in line or "ga_" in line or token in line for line in caplog.messages)
    assert not any(record.exc_info for record in caplog.records)


async def test_a_takeover_is_told_to_the_host(caplog: pytest.LogCaptureFixture) -> None:
    """The newest stream of a seat or an agent wins; the audit log and the log say so, with both addresses."""
    async with running() as server, first_wire(server) as wire:
        header = await open_match(server)
        one = await attach(server, wire, header, 0)
        two = await attach(server, wire, header, 0)
        assert (await one.end()).code == "superseded"
        assert isinstance(await two.read(), TurnOpened)
        assert [event.kind for event in await server.store.host_events()][-1] == "seat.superseded"
        three, four = wire.talk(methods.JOIN), wire.talk(methods.JOIN)
        for talk in (three, four):
            await talk.send(Hello("first", "", ()))
            assert isinstance(await talk.read(), Welcome)
        assert (await three.end()).code == "superseded"
        assert server.lobby.connected == ["first"]
    assert [line.count("127.0.0.1") for line in caplog.messages] == [2, 2]


@pytest.mark.parametrize("token", ["", "ga_wrong"])
async def test_who_is_refused_always_learns_why(token: str) -> None:
    """However the end of the stream and its first message cross, the client gets the code and no "internal error"."""
    async with running() as server, Wire(server.port, token) as wire:
        for _ in range(50):
            talk = wire.talk(methods.JOIN)
            await talk.send(Hello("first", "", ()))
            assert (await talk.end()).code == ("bad_token" if token else "no_token")


async def test_who_is_refused_and_says_nothing_is_not_kept_long() -> None:
    """A stream without a token lasts no longer than the handshake."""
    async with running(handshake_s=0.2) as server, Wire(server.port) as wire:
        assert (await wire.talk(methods.JOIN).end()).code == "no_token"


async def test_too_large_a_message_is_refused_by_the_transport() -> None:
    """RESOURCE_EXHAUSTED, and the server goes on."""
    async with running() as server, first_wire(server) as wire:
        talk = wire.talk(methods.JOIN)
        await talk.send_raw(bytes(MAX_UP_BYTES + 1))
        assert (await talk.end()).status == "RESOURCE_EXHAUSTED"
        await wire.ask(methods.SERVER, None)


@pytest.mark.parametrize("method", [methods.JOIN, methods.ATTACH], ids=lambda method: method.name)
async def test_a_stream_must_begin_soon(method: methods.Method) -> None:  # type: ignore[type-arg]
    """Who says nothing holds its place for the handshake's time only."""
    async with running(handshake_s=0.2) as server, first_wire(server) as wire:
        end = await wire.talk(method).end()
        assert (end.status, end.code) == ("DEADLINE_EXCEEDED", "handshake")
        hung_up = wire.talk(method)
        await hung_up.close()
        assert (await hung_up.end()).code == "handshake"


async def test_an_agent_is_pinged_and_its_round_trip_known() -> None:
    """The first ping comes with the welcome; its pong gives the round trip; strange pongs give nothing."""
    async with running() as server, first_wire(server) as wire:
        talk = wire.talk(methods.JOIN)
        await talk.send(Hello("first", "", ("sudoku",)))
        assert isinstance(await talk.read(), Welcome)
        ping = await talk.read_until(Ping)
        await talk.send(Pong(99), Ping(5, 6))
        assert await talk.read() == Pong(5, 6)
        assert server.lobby.rtt_us("first") == 0
        await talk.send(Pong(ping.id), Ping(7))
        await talk.read_until(Pong)
        assert 0 < server.lobby.rtt_us("first") < 5_000_000
        assert server.lobby.connected == ["first"]
        await talk.close()
        await talk.end()
        assert server.lobby.connected == []


async def test_a_team_holds_so_many_streams() -> None:
    """The stream beyond the bound is busy; another team's is not; an ended one makes room."""
    async with running(streams_per_team=2) as server, first_wire(server) as wire:
        one, two = wire.talk(methods.JOIN), wire.talk(methods.JOIN)
        for number, talk in enumerate((one, two)):
            await talk.send(Hello(f"a{number}", "", ()))
            await talk.read()
        three = wire.talk(methods.JOIN)
        await three.send(Hello("c", "", ()))
        assert (await three.end()).code == "busy"
        async with Wire(server.port, await server.add_team("second")) as other:
            theirs = other.talk(methods.JOIN)
            await theirs.send(Hello("b", "", ()))
            assert isinstance(await theirs.read(), Welcome)
        await one.close()
        await one.end()
        four = wire.talk(methods.JOIN)
        await four.send(Hello("a3", "", ()))
        assert isinstance(await four.read(), Welcome)


async def test_a_team_brings_so_many_agents(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is written down for good, and so is each new version and list of games."""
    monkeypatch.setattr(lobby_service, "MOST_AGENTS", 3)
    async with running() as server, first_wire(server) as wire:

        async def join(name: str, version: str = "", games: tuple[str, ...] = ()) -> str:
            talk = wire.talk(methods.JOIN)
            await talk.send(Hello(name, version, games))
            try:
                assert isinstance(await talk.read(), Welcome)
            except Failed as failed:
                return failed.code
            await talk.close()
            return (await talk.end()).code

        assert await join("a", games=tuple(f"g{number}" for number in range(17))) == "invalid"
        assert await join("a", games=("g",) * 100) == ""
        assert await join("a", games=("g",)) == ""
        assert [await join("b"), await join("c"), await join("d")] == ["", "", "invalid"]
        assert await join("a", games=("g",)) == ""
        assert await join("a", version="2") == "busy"


async def test_answers_that_nobody_reads_are_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is kept until it is read: a reader's third question waits meanwhile, another reader's does not."""
    asked: asyncio.Queue[int] = asyncio.Queue()

    async def matches(service: RecordsService, query: MatchesQuery) -> MatchesPage:
        asked.put_nowait(query.limit)
        return MatchesPage((Record(HEADER),) * 2_000, None)  # more than a connection takes of what is not read

    monkeypatch.setattr(RecordsService, "matches", matches)
    async with running() as server, first_wire(server) as wire, contextlib.AsyncExitStack() as wires:
        calls = {}
        for number in (1, 2, 3):
            own = grpc.aio.insecure_channel(f"127.0.0.1:{server.port}", OWN_CONNECTION)
            ask: Any = (await wires.enter_async_context(own)).unary_stream(methods.MATCHES.path)
            calls[number] = ask(methods.MATCHES.encode_request(MatchesQuery(limit=number)))
        first, second = await asked.get(), await asked.get()
        await wire.ask(methods.MATCHES, MatchesQuery(limit=9))
        assert await asked.get() == 9
        assert asked.empty()
        assert len(methods.MATCHES.decode_reply(await calls[first].read()).matches) == 2_000
        assert {first, second, await asked.get()} == {1, 2, 3}


async def test_questions_that_are_given_up_hold_no_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither those that were being answered nor those in line."""
    asked: asyncio.Queue[int] = asyncio.Queue()

    async def matches(service: RecordsService, query: MatchesQuery) -> MatchesPage:
        asked.put_nowait(query.limit)
        if query.limit != 9:
            await asyncio.Event().wait()
        return MatchesPage((), None)

    monkeypatch.setattr(RecordsService, "matches", matches)
    async with running() as server, Wire(server.port) as wire:
        calls = [
            asyncio.create_task(wire.ask(methods.MATCHES, MatchesQuery(limit=number))) for number in (1, 2, 3, 4, 5)
        ]
        await asked.get(), await asked.get()
        for call in calls:
            call.cancel()
        await wire.ask(methods.MATCHES, MatchesQuery(limit=9))


async def test_everybody_together_holds_so_many_streams() -> None:
    """The bound of the whole server is gRPC's own: RESOURCE_EXHAUSTED before any of our work."""
    async with running(streams=1) as server, first_wire(server) as wire:
        talk = wire.talk(methods.JOIN)
        await talk.send(Hello("a", "", ()))
        await talk.read()
        with pytest.raises(Failed) as raised:
            await wire.ask(methods.SERVER, None)
        assert raised.value.status == "RESOURCE_EXHAUSTED"


async def test_a_flood_of_proposals_slows_its_own_seat_only() -> None:
    """A seat that floods is read at the agreed pace and told so once a turn; its rival is not delayed."""
    async with running(flood_burst=20, flood_per_s=50) as server, first_wire(server) as wire:
        header = await open_match(server, clock=Clock("hidden", 1000))
        flooder = await attach(server, wire, header, 0)
        opened = await flooder.read_until(TurnOpened)
        proposals = [Proposal(opened.turn, opened.attempt, number, "(0,3) -> 4") for number in range(1, 400)]
        flooding = asyncio.ensure_future(flooder.send(*proposals))
        async with Wire(server.port, await server.add_team("second")) as other:
            rival = await attach(server, other, header, 1)
            refused = await flooder.read()
            assert isinstance(refused, ProposalRefused)
            assert (refused.code, refused.number) == (Code.FLOODING, 0)
            closed = await flooder.read()
            assert isinstance(closed, TurnClosed)
            assert 20 <= closed.record.proposals <= 20 + 50 * 1.5
            opened = await rival.read_until(TurnOpened)
            await rival.send(Proposal(opened.turn, opened.attempt, 1, "(2,2) -> 4", final=True))
            assert (await rival.read_until(TurnClosed)).record.used_us < 500_000
        flooding.cancel()
        await asyncio.wait([flooding])


async def test_many_quick_turns_are_no_flood() -> None:
    """Each turn grants a full burst anew, so a fast honest agent is never slowed down."""
    async with running(flood_burst=1, flood_per_s=0.1) as server, first_wire(server) as wire:
        header = await open_match(server)
        async with Wire(server.port, await server.add_team("second")) as other:
            talks = [await attach(server, wire, header, 0), await attach(server, other, header, 1)]
            for number, move in enumerate(["(0,3) -> 4", "(2,2) -> 4", "(3,0) -> 4", "(3,2) -> 2"], start=1):
                mover = talks[(number - 1) % 2]
                opened = await mover.read_until(TurnOpened)
                await mover.send(Proposal(opened.turn, opened.attempt, 1, move, final=True))
            for talk in talks:
                assert isinstance(await talk.read_until(MatchFinished), MatchFinished)


# --- readers that do not read: the real handlers with behaviours that have much to say --------------------------------


@dataclass
class Chatty:
    """A server whose behaviours never stop talking."""

    limits: Limits
    said: int = 0
    ended: asyncio.Event = field(default_factory=asyncio.Event)

    async def join(self, stream: Stream[LobbyRequest, LobbyEvent], caller: Caller) -> None:
        try:
            while True:
                stream.send(Notice("news", "x" * 30_000))
                self.said += 1
                await asyncio.sleep(0.001)
        finally:
            self.ended.set()

    async def watch_match(self, match: int) -> AsyncGenerator[MatchEvent, None]:
        try:
            while True:
                yield "x" * 30_000
                self.said += 1
        finally:
            self.ended.set()

    @contextlib.asynccontextmanager
    async def serving(self) -> AsyncIterator[int]:
        keyring = Keyring(digest("host"), {digest("team"): "team"}, open_records=False)
        handlers = Handlers(keyring, Quota(10), Noise(SystemClock().now_ns), self.limits)
        table = {
            methods.JOIN.path: handlers.both(methods.JOIN, Access.TEAM, self.join),
            methods.WATCH_MATCH.path: handlers.watch(methods.WATCH_MATCH, Access.READ, self.watch_match),
        }
        server = grpc.aio.server(options=SERVER_OPTIONS)
        server.add_generic_rpc_handlers(generic_handlers(table))
        port = server.add_insecure_port("127.0.0.1:0")
        await server.start()
        try:
            yield port
        finally:
            await server.stop(None)


async def test_a_stream_that_is_not_read_is_ended() -> None:
    """After the write timeout; what was queued for it is let go of, and its behaviour ends."""
    chatty = Chatty(Limits(write_s=0.3))
    async with chatty.serving() as port, Wire(port, "team") as wire:
        talk = wire.talk(methods.JOIN)
        await asyncio.wait_for(chatty.ended.wait(), 5)
        end = await talk.end()
        assert (end.status, end.code) == ("DEADLINE_EXCEEDED", "silent")


async def test_what_is_queued_for_a_slow_reader_is_bounded() -> None:
    """The message too many ends the stream long before the write timeout."""
    chatty = Chatty(Limits(write_s=60, unread=50))
    async with chatty.serving() as port, Wire(port, "team") as wire:
        talk = wire.talk(methods.JOIN)
        await talk.read_raw()
        await asyncio.wait_for(chatty.ended.wait(), 5)
        assert chatty.said < 80
        talk.cut()


async def test_a_watcher_that_does_not_read_is_ended() -> None:
    """Nothing is produced ahead of the reader, and it is let go of after the write timeout."""
    chatty = Chatty(Limits(write_s=0.3))
    async with chatty.serving() as port, Wire(port, "team") as wire:
        call = wire.channel.unary_stream(methods.WATCH_MATCH.path)(b"", metadata=wire.metadata)
        await call.read()
        await asyncio.wait_for(chatty.ended.wait(), 5)
        assert chatty.said < 20
        call.cancel()


async def test_a_watcher_that_leaves_is_forgotten() -> None:
    """The behaviour ends with its reader."""
    chatty = Chatty(Limits())
    async with chatty.serving() as port, Wire(port, "team") as wire:
        call = wire.channel.unary_stream(methods.WATCH_MATCH.path)(b"", metadata=wire.metadata)
        await call.read()
        call.cancel()
        await asyncio.wait_for(chatty.ended.wait(), 5)
