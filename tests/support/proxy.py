"""A bad network on one machine: a TCP proxy that delays, stalls, narrows and resets what passes through it.

Chunks stay in order, as TCP delivers them. Everything can be changed while connections live.
"""

import asyncio
import contextlib
import random
import socket
import struct
from types import TracebackType
from typing import Self

CHUNK = 16 * 1024
_RESET = struct.pack("ii", 1, 0)
"""SO_LINGER of 0 seconds: close() sends RST."""


class Proxy:
    """Listens on a port of its own and passes everything on to ``target_port``; use it with ``async with``."""

    def __init__(self, target_port: int, *, seed: int = 0) -> None:
        self.port = 0
        self.connections = 0
        """How many there have been."""
        self.delay_s = 0.0
        """Each way; half a round trip."""
        self.jitter_s = 0.0
        """At most so much more or less."""
        self.bytes_per_s: float | None = None
        self.refusing = False
        """New connections end at once."""
        self._target_port = target_port
        self._rng = random.Random(seed)
        self._flowing = asyncio.Event()
        self._flowing.set()
        self._links: set[_Link] = set()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.close()
        self.reset()
        self._flowing.set()
        await asyncio.gather(*(link.over for link in list(self._links)), return_exceptions=True)

    def reset(self) -> None:
        """Every connection ends at once with RST on both sides; new ones are welcome."""
        for link in self._links:
            link.reset()

    def hold(self) -> None:
        """Nothing passes any more, and nobody is told: a cable pulled, a process stopped."""
        self._flowing.clear()

    def release(self) -> None:
        """Everything that was held passes."""
        self._flowing.set()

    async def stall(self, seconds: float) -> None:
        """Holds everything for a while."""
        self.hold()
        await asyncio.sleep(seconds)
        self.release()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        if self.refusing:
            writer.transport.abort()
            return
        try:
            there_reader, there_writer = await asyncio.open_connection("127.0.0.1", self._target_port)
        except OSError:
            writer.transport.abort()
            return
        link = _Link((writer, there_writer))
        self._links.add(link)
        try:
            async with asyncio.TaskGroup() as group:
                link.tasks = [
                    group.create_task(self._pump(reader, there_writer)),
                    group.create_task(self._pump(there_reader, writer)),
                ]
        except* OSError:
            pass
        finally:
            link.reset()
            link.over.set_result(None)
            self._links.discard(link)

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Passes chunks on, each when its time has come; reading goes on meanwhile, as a long cable would."""
        chunks: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        sender = asyncio.create_task(self._send(chunks, writer))
        try:
            while data := await reader.read(CHUNK):
                wait = self.delay_s + self._rng.uniform(-self.jitter_s, self.jitter_s)
                chunks.put_nowait((asyncio.get_running_loop().time() + max(0.0, wait), data))
            chunks.put_nowait((0.0, b""))
            await sender
        finally:
            sender.cancel()

    async def _send(self, chunks: "asyncio.Queue[tuple[float, bytes]]", writer: asyncio.StreamWriter) -> None:
        loop = asyncio.get_running_loop()
        while True:
            due, data = await chunks.get()
            await asyncio.sleep(max(0.0, due - loop.time()))
            await self._flowing.wait()
            if not data:
                with contextlib.suppress(OSError):
                    writer.write_eof()
                return
            writer.write(data)
            await writer.drain()
            if self.bytes_per_s is not None:
                await asyncio.sleep(len(data) / self.bytes_per_s)


class _Link:
    """One connection, both ways."""

    def __init__(self, writers: tuple[asyncio.StreamWriter, asyncio.StreamWriter]) -> None:
        self.tasks: list[asyncio.Task[None]] = []
        self.over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._writers = writers

    def reset(self) -> None:
        for writer in self._writers:
            connection = writer.get_extra_info("socket")
            with contextlib.suppress(OSError, AttributeError):
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
            writer.transport.abort()
        for task in self.tasks:
            task.cancel()
