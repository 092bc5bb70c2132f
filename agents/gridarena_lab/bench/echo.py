"""The yardstick: a bare grpc.aio server that answers each message of a stream with one message.

It has the real server's options and connections and messages of the real ones' sizes, but parses, judges and stores
nothing. A round trip is one message up and one down, and so is a turn whose rival answers at once.
"""

import asyncio

import grpc
import grpc.aio

from gridarena_lab.bench.rate import Counter, per_second
from gridarena_lab.bench.wires import Call, Wires
from gridarena_protocol.options import SERVER_OPTIONS

SERVICE, NAME = "gridarena.bench.Echo", "Echo"
SETTLE = 3
"""Round trips on each stream before counting begins."""

Context = grpc.aio.ServicerContext[bytes, bytes]


async def start_echo(reply: bytes) -> tuple[grpc.aio.Server, int]:
    """An echo server on a free port that answers everything with ``reply``."""

    async def echo(_: object, context: Context) -> None:
        while isinstance(await context.read(), bytes):
            await context.write(reply)

    server = grpc.aio.server(options=SERVER_OPTIONS)
    handler: grpc.RpcMethodHandler[bytes, bytes] = grpc.stream_stream_rpc_method_handler(echo)
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(SERVICE, {NAME: handler}),))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    return server, port


async def echo_rate(port: int, streams: int, question: bytes, seconds: float) -> float:
    """Round trips per second with one message in flight on each of so many streams."""
    async with Wires(port) as wires:
        trips = Counter(SETTLE * streams)
        calls = [wires.call(place, f"/{SERVICE}/{NAME}") for place in range(streams)]
        tasks = [asyncio.create_task(_ask(call, question, trips)) for call in calls]
        return await per_second(trips, tasks, seconds)


async def _ask(call: Call, question: bytes, trips: Counter) -> None:
    while True:
        await call.write(question)
        await call.read()
        trips.add()
