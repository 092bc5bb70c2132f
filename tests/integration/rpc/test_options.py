"""Every option of ``gridarena_protocol.options`` does what it is there for, on the real library.

gRPC ignores an unknown or misspelt option without a word, so each test fails when its option is taken away. Times are
scaled down through :func:`changed`; the names, which are what can go wrong, stay the module's own.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import grpc
import grpc.aio
import pytest

from gridarena_protocol.options import (
    BACKOFF_MOST_MS,
    MAX_STREAMS,
    MAX_UP_BYTES,
    SERVER_OPTIONS,
    Options,
    channel_options,
    host_of,
    is_loopback,
    is_near,
)

Context = grpc.aio.ServicerContext[bytes, bytes]
Behaviour = Callable[[Any, Context], Awaitable[None]]

LOCAL = channel_options("127.0.0.1:1")


def changed(options: Options, **values: int) -> Options:
    """The same options with other values; a dot in a name is written as two underscores, "grpc." is implied."""
    new = {"grpc." + name.replace("__", "."): value for name, value in values.items()}
    assert new.keys() <= dict(options).keys(), "only what the module sets can be scaled"
    return tuple((dict(options) | new).items())


async def echo(_: Any, context: Context) -> None:
    while (message := await context.read()) is not grpc.aio.EOF:
        await context.write(message)  # type: ignore[arg-type]


async def hold(_: Any, context: Context) -> None:
    await context.write(context.peer().encode())
    await context.read()


@contextlib.asynccontextmanager
async def server(behaviour: Behaviour = echo, options: Options = SERVER_OPTIONS) -> AsyncIterator[int]:
    """A server with one bidirectional method, ``/t/m``; yields its port."""
    it = grpc.aio.server(options=options)
    handler = grpc.stream_stream_rpc_method_handler(behaviour)  # type: ignore[arg-type]
    it.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("t", {"m": handler}),))
    port = it.add_insecure_port("127.0.0.1:0")
    await it.start()
    try:
        yield port
    finally:
        await it.stop(None)


@contextlib.asynccontextmanager
async def channel(port: int, options: Options = LOCAL) -> AsyncIterator[grpc.aio.Channel]:
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}", options=options) as it:
        yield it


def call(to: grpc.aio.Channel) -> Any:
    return to.stream_stream("/t/m")()


class Relay:
    """A TCP relay that can stop forwarding without closing: a frozen machine as its peer sees it."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._flowing = asyncio.Event()
        self._flowing.set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._writers: list[asyncio.StreamWriter] = []

    async def __aenter__(self) -> "Relay":
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port: int = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for writer in self._writers:
            writer.close()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()

    def freeze(self) -> None:
        self._flowing.clear()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._to)
        self._writers += [writer, far_writer]
        for source, sink in ((reader, far_writer), (far_reader, writer)):
            self._tasks.add(asyncio.ensure_future(self._pump(source, sink)))

    async def _pump(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError):
            while data := await source.read(65536):
                await self._flowing.wait()
                sink.write(data)
        sink.close()


async def test_no_proxy_stands_between_neighbours(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a dead HTTP_PROXY in the environment a loopback server is reached all the same."""
    for name in ("no_proxy", "NO_PROXY", "no_grpc_proxy"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    async with server() as port, channel(port) as near:
        stream = call(near)
        await stream.write(b"hello")
        assert await stream.read() == b"hello"
        async with channel(port, changed(LOCAL, enable_http_proxy=1)) as far:
            with pytest.raises(grpc.aio.AioRpcError):
                await call(far).read()


async def test_a_second_server_cannot_bind_the_port() -> None:
    """SO_REUSEPORT is off: the second bind fails instead of stealing every other connection."""
    async with server() as port:
        with pytest.raises(RuntimeError):
            grpc.aio.server(options=SERVER_OPTIONS).add_insecure_port(f"127.0.0.1:{port}")


async def test_messages_up_are_bounded() -> None:
    """64 KiB pass, a byte more is RESOURCE_EXHAUSTED."""
    async with server() as port, channel(port) as it:
        stream = call(it)
        await stream.write(bytes(MAX_UP_BYTES))
        assert len(await stream.read()) == MAX_UP_BYTES
        await stream.write(bytes(MAX_UP_BYTES + 1))
        with pytest.raises(grpc.aio.AioRpcError) as raised:
            await stream.read()
        assert raised.value.code() == grpc.StatusCode.RESOURCE_EXHAUSTED


async def test_messages_down_may_be_large() -> None:
    """A reply above the library's default of 4 MiB arrives."""

    async def large(_: Any, context: Context) -> None:
        await context.write(bytes(6 * 1024 * 1024))

    async with server(large) as port, channel(port) as it:
        assert len(await call(it).read()) == 6 * 1024 * 1024


async def test_streams_of_one_connection_are_bounded() -> None:
    """The stream beyond the limit waits until one of the others ends."""
    async with server(hold) as port, channel(port) as it:
        streams = [call(it) for _ in range(MAX_STREAMS)]
        for stream in streams:
            await stream.read()
        extra = call(it)
        reading = asyncio.ensure_future(extra.read())
        done, _ = await asyncio.wait([reading], timeout=0.3)
        assert not done
        await streams[0].done_writing()
        await asyncio.wait_for(reading, 5)


async def test_every_channel_has_its_own_connection() -> None:
    """Two channels of one process to one server do not share a connection."""
    async with server(hold) as port, channel(port) as one, channel(port) as other:
        assert await call(one).read() != await call(other).read()


@pytest.mark.parametrize(("most_ms", "tries"), [(BACKOFF_MOST_MS, 5), (200, 9)])
async def test_reconnection_is_quick(most_ms: int, tries: int) -> None:
    """A dead server is tried again after 0.2 s, then ever more slowly, up to the bound."""
    attempts: list[float] = []

    def refuse(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        attempts.append(asyncio.get_running_loop().time())
        writer.close()

    listening = await asyncio.start_server(refuse, "127.0.0.1", 0)
    options = changed(LOCAL, max_reconnect_backoff_ms=most_ms)
    async with listening, channel(listening.sockets[0].getsockname()[1], options) as it:
        waiting = asyncio.ensure_future(it.stream_stream("/t/m")(wait_for_ready=True).read())
        await asyncio.wait([waiting], timeout=3)
        waiting.cancel()
    assert len(attempts) >= tries, attempts


async def test_an_attempt_to_connect_is_bounded() -> None:
    """A machine that accepts and then says nothing is given up and tried again."""
    second = asyncio.Event()
    writers: list[asyncio.StreamWriter] = []

    def silent(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writers.append(writer)
        if len(writers) == 2:
            second.set()

    async with await asyncio.start_server(silent, "127.0.0.1", 0) as listening:
        options = changed(LOCAL, min_reconnect_backoff_ms=100)
        async with channel(listening.sockets[0].getsockname()[1], options) as it:
            waiting = asyncio.ensure_future(it.stream_stream("/t/m")(wait_for_ready=True).read())
            await asyncio.wait_for(second.wait(), 1.5)
            waiting.cancel()
        for writer in writers:
            writer.close()
            await writer.wait_closed()


async def test_an_unread_stream_holds_little_on_its_way_down() -> None:
    """A server blocks after about a window of messages to a client that does not read."""
    written = 0
    blocked = asyncio.Event()

    async def pour(_: Any, context: Context) -> None:
        nonlocal written
        try:
            while True:
                async with asyncio.timeout(0.5):
                    await context.write(bytes(1000))
                written += 1000
        except TimeoutError:
            blocked.set()

    async with server(pour) as port, channel(port) as it:
        stream = call(it)
        await stream.read()
        await asyncio.wait_for(blocked.wait(), 10)
        stream.cancel()
    assert written < 300_000


async def test_an_unread_stream_holds_little_on_its_way_up() -> None:
    """A client blocks after about a window of messages that the server does not read."""
    release = asyncio.Event()

    async def ignore(_: Any, context: Context) -> None:
        await context.write(b"go on")
        await release.wait()

    async with server(ignore) as port, channel(port) as it:
        stream = call(it)
        await stream.read()
        written = 0
        with contextlib.suppress(TimeoutError):
            while True:
                await asyncio.wait_for(stream.write(bytes(1000)), 0.5)
                written += 1000
        release.set()
        stream.cancel()
    assert written < 300_000


async def test_a_frozen_client_is_noticed() -> None:
    """The server ends the stream of a client that no longer answers HTTP/2 pings; idle streams are pinged for ever."""
    gone = asyncio.Event()

    async def watch(_: Any, context: Context) -> None:
        await context.write(b"here")
        await context.read()
        gone.set()

    quick = changed(SERVER_OPTIONS, keepalive_time_ms=300, keepalive_timeout_ms=300, http2__ping_timeout_ms=300)
    async with server(watch, quick) as port, Relay(port) as relay, channel(relay.port) as it:
        stream = call(it)
        await stream.read()
        await asyncio.sleep(1.5)
        relay.freeze()
        await asyncio.wait_for(gone.wait(), 5)
        stream.cancel()


async def test_a_frozen_server_is_noticed() -> None:
    """A client's stream fails when the server stops answering HTTP/2 pings."""
    options = changed(LOCAL, keepalive_time_ms=300, keepalive_timeout_ms=300, http2__ping_timeout_ms=300)
    async with server(hold) as port, Relay(port) as relay, channel(relay.port, options) as it:
        stream = call(it)
        await stream.read()
        relay.freeze()
        with pytest.raises(grpc.aio.AioRpcError) as raised:
            await asyncio.wait_for(stream.read(), 4)
        assert raised.value.code() == grpc.StatusCode.UNAVAILABLE


async def test_the_pings_of_clients_are_not_minded() -> None:
    """A server that was told the clients' interval does not hang up with too_many_pings on an idle stream."""
    strict = (
        *changed(SERVER_OPTIONS, http2__min_ping_interval_without_data_ms=500),
        ("grpc.http2.max_ping_strikes", 1),
    )
    options = changed(LOCAL, keepalive_time_ms=1_000)
    async with server(hold, strict) as port, channel(port, options) as it:
        stream = call(it)
        await stream.read()
        reading = asyncio.ensure_future(stream.read())
        await asyncio.wait([reading], timeout=4.5)
        assert not reading.done()
        stream.cancel()
        await asyncio.wait([reading])


async def test_a_connection_without_calls_is_closed() -> None:
    """Nobody holds a place on the server by merely being connected."""
    async with server(options=changed(SERVER_OPTIONS, max_connection_idle_ms=200)) as port, channel(port) as it:
        await it.channel_ready()
        await asyncio.wait_for(it.wait_for_state_change(grpc.ChannelConnectivity.READY), 5)


@pytest.mark.parametrize(
    ("target", "near"),
    [
        ("127.0.0.1:50551", True),
        ("localhost:50551", True),
        ("[::1]:50551", True),
        ("192.168.1.7:1", True),
        ("10.0.0.2:1", True),
        ("teacher-laptop:1", True),
        ("teacher.local:1", True),
        ("8.8.8.8:1", False),
        ("arena.example.org:443", False),
    ],
)
def test_neighbours_are_told_from_the_world(target: str, near: bool) -> None:
    """Private addresses and single-label names are near, everything else goes through the user's proxy."""
    assert is_near(target) == near
    assert dict(channel_options(target))["grpc.enable_http_proxy"] == (0 if near else 1)


def test_hosts_are_read_from_targets() -> None:
    """Ports and IPv6 brackets fall away; only loopback counts as unreachable for others."""
    assert [host_of(target) for target in ("a:1", "[::1]:2", "::1", "b")] == ["a", "::1", "::1", "b"]
    assert [is_loopback(host) for host in ("localhost", "127.0.0.1", "[::1]", "0.0.0.0")] == [True, True, True, False]
