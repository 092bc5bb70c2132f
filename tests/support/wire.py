"""A server on a free port and a bare client of it: the protocol's own methods over real channels, no SDK."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import grpc
import grpc.aio

from gridarena_protocol.codec.methods import Method
from gridarena_protocol.options import Options, channel_options
from gridarena_protocol.records import Clock, MatchHeader, Rules
from gridarena_server.app import Server, serve
from gridarena_server.config import Config
from gridarena_server.errors import CODE_KEY

Q = TypeVar("Q")
A = TypeVar("A")
PATIENCE_S = 10.0
"""How long a test waits for what must come."""

EASY = "2 2\n1 2 3 .\n3 4 1 2\n2 1 . 3\n. 3 . 1\n"
"""A 2x2 board with four empty cells; each has one value."""
LAST = "2 2\n1 2 3 .\n3 4 1 2\n2 1 4 3\n4 3 2 1\n"
"""The same board with one cell left: one move ends the match."""
BOMB = "2 2\n. . . 4\n. 4 1 2\n2 1 4 3\n4 3 2 1\n"
"""A board on which (0,0) -> 3 is allowed but leaves no solution."""


def settings(**values: Any) -> Config:
    """A server that forgets, on a free port, unless told otherwise."""
    return Config(**({"port": 0, "database": ":memory:"} | values))


@contextlib.asynccontextmanager
async def running(**values: Any) -> AsyncIterator[Server]:
    """A server for as long as the block runs."""
    async with serve(settings(**values)) as server:
        yield server


async def open_match(
    server: Server,
    *,
    setup: str = EASY,
    clock: Clock = Clock("untimed"),  # noqa: B008 - frozen
    rules: Rules = Rules(),  # noqa: B008 - frozen
    agents: tuple[str, str] = ("first", "second"),
) -> MatchHeader:
    """A match between two agents, open and waiting for them."""
    header = MatchHeader(
        match=server.store.next_id("match"),
        game="sudoku",
        setup=setup,
        options={},
        clock=clock,
        rules=rules,
        agents=agents,
        versions=("", ""),
        tournament=None,
        pairing=None,
        leg=0,
        attempt=1,
        rated=True,
        started_at=0,
    )
    await server.referee.open(header)
    return header


@dataclass(frozen=True)
class Ending:
    """How a call ended: gRPC's status, the catalogue's code where there was one, the text."""

    status: str
    code: str
    text: str


class Failed(Exception):  # noqa: N818 - read as "the call failed"
    """A call that ended with anything but OK."""

    def __init__(self, ending: Ending) -> None:
        super().__init__(f"{ending.status} {ending.code}: {ending.text}")
        self.ending = ending
        self.code = ending.code
        self.status = ending.status


def ending(error: grpc.aio.AioRpcError) -> Ending:
    """What a failed call tells."""
    codes = [str(value) for key, value in error.trailing_metadata() or () if key == CODE_KEY]
    return Ending(error.code().name, codes[0] if codes else "", error.details() or "")


class Talk(Generic[Q, A]):
    """One bidirectional stream from the client's side."""

    def __init__(self, call: Any, method: Method[Q, A]) -> None:
        self._call = call
        self._method = method

    async def send(self, *messages: Q) -> None:
        for message in messages:
            await self._call.write(self._method.encode_request(message))

    async def send_raw(self, raw: bytes) -> None:
        await self._call.write(raw)

    async def read_raw(self) -> bytes | None:
        """The next message as it came; None at a good end. Raises Failed."""
        try:
            async with asyncio.timeout(PATIENCE_S):
                raw = await self._call.read()
        except grpc.aio.AioRpcError as error:
            raise Failed(ending(error)) from error
        return None if raw is grpc.aio.EOF else raw

    async def read(self) -> A:
        """The next message. Raises Failed, also at a good end."""
        raw = await self.read_raw()
        if raw is None:
            raise Failed(await self.end())
        return self._method.decode_reply(raw)

    async def read_until(self, kind: type[Any]) -> Any:
        """The next message of this kind; others are skipped."""
        while not isinstance(message := await self.read(), kind):
            pass
        return message

    async def end(self) -> Ending:
        """Reads to the end and tells how it was."""
        try:
            while await self.read_raw() is not None:
                pass
        except Failed as error:
            return error.ending
        return Ending((await self._call.code()).name, "", "")

    async def close(self) -> None:
        """Says no more, but goes on listening."""
        await self._call.done_writing()

    def cut(self) -> None:
        """Is gone."""
        self._call.cancel()


class Wire:
    """One channel to a server, with a token or without."""

    def __init__(self, port: int, token: str = "", *, options: Options | None = None) -> None:
        target = f"127.0.0.1:{port}"
        self.channel = grpc.aio.insecure_channel(target, options=options or channel_options(target))
        self.metadata = (("authorization", f"Bearer {token}"),) if token else ()

    async def __aenter__(self) -> "Wire":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.channel.close()

    async def ask(self, method: Method[Q, A], question: Q) -> A:
        """One question, one answer. Raises Failed."""
        return method.decode_reply(await self.ask_raw(method.path, method.encode_request(question)))

    async def ask_raw(self, path: str, raw: bytes) -> bytes:
        """Bytes for bytes. Raises Failed."""
        try:
            reply: bytes = await self.channel.unary_unary(path)(raw, metadata=self.metadata, timeout=PATIENCE_S)
        except grpc.aio.AioRpcError as error:
            raise Failed(ending(error)) from error
        return reply

    async def follow(self, method: Method[Q, A], question: Q) -> AsyncIterator[A]:
        """One question, many answers. Raises Failed."""
        call = self.channel.unary_stream(method.path)(method.encode_request(question), metadata=self.metadata)
        try:
            while (raw := await asyncio.wait_for(call.read(), PATIENCE_S)) is not grpc.aio.EOF:
                yield method.decode_reply(raw)
        except grpc.aio.AioRpcError as error:
            raise Failed(ending(error)) from error
        finally:
            call.cancel()

    def talk(self, method: Method[Q, A]) -> Talk[Q, A]:
        """A bidirectional stream."""
        return Talk(self.channel.stream_stream(method.path)(metadata=self.metadata), method)
