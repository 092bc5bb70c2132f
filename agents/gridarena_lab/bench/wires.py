"""Connections of a load generator: many, because one carries only so many streams.

A call beyond a connection's stream limit would wait silently for ever or be refused, so every place among the streams
belongs to one channel, each with a connection of its own. Only half the limit is used: where one match follows another
in the same place, the server may count the old stream for a moment longer than the client does.
"""

import asyncio
from types import TracebackType
from typing import Self

import grpc.aio

from gridarena_protocol.options import MAX_STREAMS, channel_options

PLACES = MAX_STREAMS // 2
"""Streams of one connection."""
Call = grpc.aio.StreamStreamCall[bytes, bytes]


class Wires:
    """Channels to one server; use it with ``async with``."""

    def __init__(self, port: int) -> None:
        self._target = f"127.0.0.1:{port}"
        self._channels: dict[int, grpc.aio.Channel] = {}

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await asyncio.gather(*(channel.close() for channel in self._channels.values()))

    def call(self, place: int, path: str, token: str = "") -> Call:
        """A new stream of raw bytes in both directions; at most one at a time in each place."""
        number = place // PLACES
        if number not in self._channels:
            options = list(channel_options(self._target))
            self._channels[number] = grpc.aio.insecure_channel(self._target, options=options)
        method: grpc.aio.StreamStreamMultiCallable[bytes, bytes] = self._channels[number].stream_stream(path)
        return method(metadata=(("authorization", f"Bearer {token}"),) if token else (), wait_for_ready=True)
