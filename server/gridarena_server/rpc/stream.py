"""One bidirectional stream: one reader, an outbox, and one write under way.

The library is particular about who does what. A read that is cancelled never reads again, so only the reader task reads
and every deadline is kept elsewhere. A write tells nothing about the peer's health (the first 64 KiB vanish into the
connection), so what is written is bounded by time and by number. Whoever wants to say something or to end the stream
does so without waiting: :meth:`Stream.send` and :meth:`Stream.close` only queue, and where nothing else is being
written the write begins there and then. Whether the peer is gone is known from the reader alone; gRPC's own flags are
not trustworthy in callbacks.
"""

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

import grpc.aio

from gridarena_server.errors import Code, ServiceError
from gridarena_server.rpc.errand import Errand
from gridarena_server.rpc.failures import Context

Q = TypeVar("Q")
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a stream may keep the server waiting, and how much it may leave unread."""

    handshake_s: float = 5.0
    """Until the first message."""
    write_s: float = 15.0
    """Until a message fits into the connection."""
    unread: int = 1_000
    """Messages queued for a peer that does not read."""


class Stream(Generic[Q, A]):
    """What a servicer sees of one call."""

    def __init__(
        self, context: Context, decode: Callable[[bytes], Q], encode: Callable[[A], bytes], limits: Limits
    ) -> None:
        self._context = context
        self._decode = decode
        self._encode = encode
        self._limits = limits
        self._outbox: deque[A] = deque()
        self._closed = False
        self._loop = asyncio.get_running_loop()
        self._over: asyncio.Future[None] = self._loop.create_future()
        """Done when the stream is closed and everything is out, or when a write failed."""
        self._writing: Errand | None = None
        self._since = 0.0
        """When the write that is under way began."""
        self._watch: asyncio.TimerHandle | None = None
        self.ending: ServiceError | None = None
        """Why the stream ends, once closed; None is a good end."""

    # --- what the servicer says ---------------------------------------------------------------------------------------

    def send(self, message: A) -> None:
        """Queues a message; never blocks, keeps the order. A closed stream takes no more."""
        if self._closed:
            return
        if len(self._outbox) >= self._limits.unread:
            self._give_up(f"{self._limits.unread} messages were not read")
            return
        self._outbox.append(message)
        if self._writing is None:
            self._writing = Errand(self._empty_outbox(), self._emptied)
            self._writing.run()

    def close(self, code: Code | None, text: str | None = None) -> None:
        """Ends the stream behind what was sent; the first reason counts. None is status OK."""
        self.end(None if code is None else ServiceError(code, text))

    def end(self, error: ServiceError | None) -> None:
        """Ends the stream for this reason."""
        if not self._closed:
            self._closed = True
            self.ending = error
            if self._writing is None:
                self._finish()

    # --- what the peer says -------------------------------------------------------------------------------------------

    async def first(self) -> Q:
        """The first message; a peer that takes its time is cut off. Raises ServiceError or MalformedError."""
        patience = self._loop.call_later(self._limits.handshake_s, self.close, Code.HANDSHAKE)
        try:
            message = await self.read()
        finally:
            patience.cancel()
        if message is None:
            raise ServiceError(Code.HANDSHAKE, "the stream ended before its first message")
        return message

    async def read(self) -> Q | None:
        """The next message; None when the peer stops, be it on purpose or not. Raises MalformedError."""
        raw = await self._context.read()
        return None if raw is grpc.aio.EOF else self._decode(raw)

    # --- what is written ----------------------------------------------------------------------------------------------

    async def write_out(self) -> None:
        """Lasts until the stream is closed and everything is out. Raises what a write raised."""
        self._watch_until(self._loop.time() + self._limits.write_s)
        try:
            await self._over
        finally:
            self._closed = True
            self._drop()
            if self._watch is not None:
                self._watch.cancel()

    async def _empty_outbox(self) -> None:
        while self._outbox:
            self._since = self._loop.time()
            await self._context.write(self._encode(self._outbox.popleft()))

    def _emptied(self, error: BaseException | None) -> None:
        self._writing = None
        if isinstance(error, grpc.aio.InternalError):  # the peer is gone, as the reader is about to find out
            self._outbox.clear()
            self.close(None)
        elif error is not None and not isinstance(error, asyncio.CancelledError):
            self._finish(error)
        if self._closed:
            self._finish()

    def _finish(self, error: BaseException | None = None) -> None:
        if self._over.done():
            return
        if error is None:
            self._over.set_result(None)
        else:
            self._over.set_exception(error)

    def _drop(self) -> None:
        """Nothing more is written, not even what is under way."""
        self._outbox.clear()
        if self._writing is not None:
            self._writing.cancel()

    def _watch_until(self, when: float) -> None:
        self._watch = self._loop.call_at(when, self._look)

    def _look(self) -> None:
        """One timer for each stream instead of one for each write: those are many, and they hardly ever get stuck."""
        now = self._loop.time()
        if self._writing is None:
            self._watch_until(now + self._limits.write_s)
        elif now - self._since < self._limits.write_s:
            self._watch_until(self._since + self._limits.write_s)
        else:
            self._give_up(f"messages were not read for {self._limits.write_s:g} s")

    def _give_up(self, why: str) -> None:
        """Ends the stream without what is queued, and takes back a write that is stuck."""
        self._drop()
        self.close(Code.SILENT, why)


async def write_all(context: Context, raws: AsyncGenerator[bytes, None], limits: Limits) -> None:
    """Writes a server's stream as fast as it is read. Raises ServiceError for a reader that does not read."""
    async with contextlib.aclosing(raws) as messages:
        async for raw in messages:
            try:
                async with asyncio.timeout(limits.write_s):
                    await context.write(raw)
            except TimeoutError:
                raise ServiceError(Code.SILENT, f"messages were not read for {limits.write_s:g} s") from None
