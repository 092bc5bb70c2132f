"""From an rpc's method and behaviour to the handler that gRPC calls: bytes in, bytes out, every failure a code.

The bytes are parsed here and not by gRPC, whose own deserialisers answer garbage with UNKNOWN, leak a class name and
log a traceback for each. Who may call is checked before anything is parsed, in the handler itself, because
interceptors see streams only halfway. A behaviour is a plain coroutine that returns, yields or raises ServiceError.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterator
from functools import partial
from typing import Any, TypeAlias, TypeVar

import grpc
import grpc.aio

from gridarena_protocol.codec import MalformedError
from gridarena_protocol.codec.methods import Method
from gridarena_server.errors import Code, ServiceError
from gridarena_server.rpc.auth import Access, Caller, Keyring
from gridarena_server.rpc.failures import Context, fail
from gridarena_server.rpc.noise import Noise, host_of_peer
from gridarena_server.rpc.quota import Line, Quota
from gridarena_server.rpc.stream import Limits, Stream, write_all
from gridarena_server.store.base import StoreFullError

log = logging.getLogger(__name__)

Q = TypeVar("Q")
A = TypeVar("A")
Handler: TypeAlias = "grpc.RpcMethodHandler[Any, Any]"

WORTH_A_LINE = frozenset({Code.NO_TOKEN, Code.BAD_TOKEN, Code.NOT_HOST, Code.BAD_TICKET, Code.MALFORMED, Code.BUSY})
"""What a peer should not do; told to the host, sparingly."""


QUESTIONS_AT_ONCE = 2
"""Of each reader; what it asks beyond them waits, so that one that asks without end takes no time from the referee."""


class Handlers:
    """Makes the handlers of one server, and knows its open streams."""

    def __init__(self, keyring: Keyring, quota: Quota, noise: Noise, limits: Limits) -> None:
        self._keyring = keyring
        self._quota = quota
        self._noise = noise
        self._limits = limits
        self._line = Line(QUESTIONS_AT_ONCE)
        self._streams: dict[Stream[Any, Any], str] = {}
        """And the team that opened each."""
        self._orders: set[asyncio.Future[Any]] = set()
        """What hosts have ordered and is not done yet."""
        self._watching: dict[asyncio.Task[None], str] = {}
        """The tasks of readers with a team's token, and the team."""
        self._revoked: dict[asyncio.Task[None], Code] = {}
        """Those of them that are being ended, and why."""

    def close_streams(self, code: Code) -> None:
        """Ends every bidirectional stream behind what was sent."""
        for stream in list(self._streams):
            stream.close(code)

    def end_team(self, team: str, code: Code) -> None:
        """Ends everything that a team has open."""
        for stream, owner in list(self._streams.items()):
            if owner == team:
                stream.close(code)
        for watching, owner in list(self._watching.items()):
            if owner == team:
                self._revoked[watching] = code
                watching.cancel()

    def unary(self, method: Method[Q, A], access: Access, behaviour: Callable[[Q], Awaitable[A]]) -> Handler:
        """One question, one answer."""
        return self.personal(method, access, lambda question, caller: behaviour(question))

    def personal(self, method: Method[Q, A], access: Access, behaviour: Callable[[Q, Caller], Awaitable[A]]) -> Handler:
        """One question, one answer that depends on who asks."""

        async def handle(raw: bytes, context: Context) -> bytes:
            async with self._guard(context):
                caller = self._admit(context, access)
                if caller.is_host:
                    ordered = behaviour(method.decode_request(raw), caller)
                    return method.encode_reply(await (self._finished(ordered) if access is Access.HOST else ordered))
                # The place is held until the answer has been read, or the call given up.
                leave = await self._line.enter(caller.team or host_of_peer(caller.peer))
                context.add_done_callback(lambda _: leave())  # type: ignore[arg-type]  # its stub asks for a class
                answer = await behaviour(method.decode_request(raw), caller)
                return await asyncio.to_thread(method.encode_reply, answer)  # a page of matches takes 30 ms
            return b""

        return grpc.unary_unary_rpc_method_handler(handle)

    def _finished(self, work: Awaitable[A]) -> "asyncio.Future[A]":
        """What a host has ordered is done to its end, even if nobody waits for the answer any more.

        Its facts are written whatever becomes of the caller, and what they mean has to be carried out as well.
        """
        task = asyncio.ensure_future(work)
        self._orders.add(task)
        task.add_done_callback(self._orders.discard)
        return asyncio.shield(task)

    def watch(self, method: Method[Q, A], access: Access, behaviour: Callable[[Q], AsyncGenerator[A, None]]) -> Handler:
        """One question, answers for as long as there are any."""

        async def answers(question: Q) -> AsyncGenerator[bytes, None]:
            async with contextlib.aclosing(behaviour(question)) as replies:
                async for reply in replies:
                    yield method.encode_reply(reply)

        async def handle(raw: bytes, context: Context) -> None:
            async with self._guard(context):
                caller = self._admit(context, access)
                with self._quota.hold(caller.team or host_of_peer(caller.peer)), self._revocable(caller):
                    await write_all(context, answers(method.decode_request(raw)), self._limits)

        return grpc.unary_stream_rpc_method_handler(handle)

    def both(
        self, method: Method[Q, A], access: Access, behaviour: Callable[[Stream[Q, A], Caller], Awaitable[None]]
    ) -> Handler:
        """A conversation: the behaviour reads, this call's own task writes."""

        async def handle(_: object, context: Context) -> None:
            async with self._guard(context):
                with contextlib.ExitStack() as held:
                    try:
                        caller = self._admit(context, access)
                        held.enter_context(self._quota.hold(caller.team))
                    except ServiceError:
                        await self._hear_out(context)
                        raise
                    if wait_s := self._quota.toll(caller.team):
                        await asyncio.sleep(wait_s)
                        caller = self._admit(context, access)  # the token may have been taken away meanwhile
                    stream = Stream(context, method.decode_request, method.encode_reply, self._limits)
                    await self._converse(stream, caller, partial(behaviour, stream, caller))

        return grpc.stream_stream_rpc_method_handler(handle)

    async def _hear_out(self, context: Context) -> None:
        """Takes the first message of a stream that is refused anyway.

        A client that is still writing it when the stream ends is told of an internal error instead of the reason.
        """
        with self._quota.hold(host_of_peer(context.peer())), contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._limits.handshake_s):
                await context.read()

    async def _converse(self, stream: Stream[Q, A], caller: Caller, behaviour: Callable[[], Awaitable[None]]) -> None:
        self._streams[stream] = caller.team
        reading = asyncio.ensure_future(self._read(stream, behaviour))
        try:
            await stream.write_out()
            if stream.ending is not None:
                raise stream.ending
        finally:
            del self._streams[stream]
            reading.cancel()

    async def _read(self, stream: Stream[Q, A], behaviour: Callable[[], Awaitable[None]]) -> None:
        try:
            await behaviour()
            stream.end(None)
        except ServiceError as error:
            stream.end(error)
        except MalformedError as error:
            stream.end(ServiceError(Code.MALFORMED, str(error)))
        except StoreFullError:
            stream.end(ServiceError(Code.DISK_FULL))
        except Exception:
            log.exception("a stream broke down")
            stream.end(ServiceError(Code.INTERNAL))

    @contextlib.contextmanager
    def _revocable(self, caller: Caller) -> Iterator[None]:
        """Lets :meth:`end_team` interrupt what waits inside: it raises ServiceError then."""
        task = asyncio.current_task()
        if task is None or not caller.team:
            yield
            return
        self._watching[task] = caller.team
        try:
            yield
        except asyncio.CancelledError:
            code = self._revoked.get(task)
            if code is None or task.uncancel():
                raise
            raise ServiceError(code) from None
        finally:
            del self._watching[task]
            self._revoked.pop(task, None)

    def _admit(self, context: Context, access: Access) -> Caller:
        metadata = ((key, value) for key, value in context.invocation_metadata() or ())
        return self._keyring.admit(metadata, access, context.peer())

    @contextlib.asynccontextmanager
    async def _guard(self, context: Context) -> AsyncIterator[None]:
        """Whatever goes wrong inside ends the call with a code."""
        try:
            yield
            return
        except ServiceError as error:
            failure = error
        except MalformedError as error:
            failure = ServiceError(Code.MALFORMED, str(error))
        except StoreFullError:
            failure = ServiceError(Code.DISK_FULL)
        except grpc.aio.InternalError:  # the peer is gone: nobody is left to tell
            return
        except Exception:
            log.exception("a call broke down")
            failure = ServiceError(Code.INTERNAL)
        if failure.code in WORTH_A_LINE:
            self._noise.note(context.peer(), failure.code.value)
        await fail(context, failure, self._limits.write_s)
