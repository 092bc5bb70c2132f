"""A stream whose call behaves as grpc.aio's may."""

import asyncio

import grpc.aio
import pytest

from gridarena._client import Stream
from gridarena.server import Server
from gridarena_protocol.codec import methods


class SwallowingCall:
    """Cancelled while it is being set up, at the moment in which the server goes away: an error is all that is seen."""

    async def read(self) -> bytes:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            none = grpc.aio.Metadata()
            raise grpc.aio.AioRpcError(grpc.StatusCode.UNAVAILABLE, none, none, "connection refused") from None
        raise AssertionError

    async def write(self, message: bytes) -> None:
        """Never called: nothing is sent."""


async def test_who_is_cancelled_is_cancelled() -> None:
    """An error would be taken for a connection to be made again, for ever."""
    stream = Stream(SwallowingCall(), methods.ATTACH, Server("127.0.0.1:9"))  # type: ignore[arg-type]
    waiting = asyncio.create_task(stream.receive())
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    stream._writer.cancel()
