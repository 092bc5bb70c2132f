"""The bad network of these tests does what it says."""

import asyncio
import time
from collections.abc import AsyncIterator

import pytest

from support.proxy import Proxy


@pytest.fixture
async def echo() -> AsyncIterator[int]:
    """A server that sends back what it gets."""

    async def meet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(1024):
                writer.write(data)
        except OSError:
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(meet, "127.0.0.1", 0)
    yield server.sockets[0].getsockname()[1]
    server.close()


async def round_trip(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, data: bytes = b"x") -> float:
    began = time.perf_counter()
    writer.write(data)
    await asyncio.wait_for(reader.readexactly(len(data)), 5)
    return time.perf_counter() - began


async def test_bytes_pass_in_order(echo: int) -> None:
    """Also with jitter, as TCP has it."""
    async with Proxy(echo) as proxy:
        proxy.delay_s, proxy.jitter_s = 0.01, 0.01
        reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
        for number in range(20):
            writer.write(bytes([number]))
            await asyncio.sleep(0.001)
        assert await asyncio.wait_for(reader.readexactly(20), 5) == bytes(range(20))
        writer.close()


async def test_delay_counts_both_ways(echo: int) -> None:
    """A round trip takes twice the delay at least."""
    async with Proxy(echo) as proxy:
        proxy.delay_s = 0.05
        reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
        assert await round_trip(reader, writer) >= 0.1
        writer.close()


async def test_stall_holds_and_lets_go(echo: int) -> None:
    """Nothing is lost."""
    async with Proxy(echo) as proxy:
        reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
        await round_trip(reader, writer)
        stall = asyncio.create_task(proxy.stall(0.2))
        await asyncio.sleep(0)
        assert await round_trip(reader, writer) >= 0.19
        await stall
        writer.close()


async def test_narrow_line_takes_its_time(echo: int) -> None:
    """Bytes a second, each way."""
    async with Proxy(echo) as proxy:
        proxy.bytes_per_s = 10_000
        reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
        await round_trip(reader, writer, b"x" * 1000)
        assert await round_trip(reader, writer, b"x" * 1000) >= 0.1
        writer.close()


async def test_reset_is_seen_as_reset(echo: int) -> None:
    """RST, not a good end; the next connection passes."""
    async with Proxy(echo) as proxy:
        reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
        await round_trip(reader, writer)
        proxy.reset()
        with pytest.raises(ConnectionResetError):
            await asyncio.wait_for(reader.read(1), 5)
        writer.close()
        reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
        await round_trip(reader, writer)
        writer.close()
        assert proxy.connections == 2
