"""How a failure reaches the caller: a gRPC status, one line of text, and the catalogue's code in the metadata."""

import asyncio
import contextlib
from typing import Any

import grpc
import grpc.aio

from gridarena_server.errors import CATALOGUE, CODE_KEY, ServiceError

LONGEST_TEXT = 1_000
"""Characters of a status text; all metadata together has to stay below 8 KiB."""

Context = grpc.aio.ServicerContext[Any, Any]


async def fail(context: Context, error: ServiceError, wait_s: float) -> None:
    """Ends the call; of a peer that does not read, or is gone, nothing more is wanted.

    Raises:
        grpc.aio.AbortError: always, when the peer was told; gRPC expects it.
    """
    status = grpc.StatusCode[CATALOGUE[error.code].grpc]
    metadata = ((CODE_KEY, error.code.value),)
    with contextlib.suppress(grpc.aio.InternalError):
        try:
            async with asyncio.timeout(wait_s):
                await context.abort(status, error.text[:LONGEST_TEXT], metadata)
        except TimeoutError:
            raise asyncio.CancelledError from None
