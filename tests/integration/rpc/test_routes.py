"""Every rpc of the .proto files is answered, guarded, and survives what is not meant for it."""

import asyncio
import os
import random
from collections.abc import Iterator

import grpc
import grpc.aio
import pytest
from google.protobuf.descriptor import FieldDescriptor, MethodDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from gridarena_protocol.codec import methods
from gridarena_protocol.v1 import admin_pb2, lobby_pb2, play_pb2, records_pb2
from support.sdk import until
from support.wire import Ending, Failed, Wire, running

CASES = int(os.environ.get("GRIDARENA_FUZZ_CASES", "150"))
"""Messages for each rpc; many more with the variable set."""
SERVICES = [
    service
    for module in (admin_pb2, lobby_pb2, play_pb2, records_pb2)
    for service in module.DESCRIPTOR.services_by_name.values()
]
RPCS = [method for service in SERVICES for method in service.methods]
IDS = [f"{method.containing_service.name}.{method.name}" for method in RPCS]
OURS = {"malformed", "invalid", "unknown_match", "unknown_tournament", "unknown_game", "unknown_agent", "not_now"}
OURS |= {
    "unknown_team",
    "name_refused",
    "name_taken",
    "bad_start",
    "bad_ticket",
    "old_sdk",
    "handshake",
    "superseded",
    "draining",
}


def path(method: MethodDescriptor) -> str:
    return f"/{method.containing_service.full_name}/{method.name}"


def test_every_rpc_has_a_method() -> None:
    """The table of methods, from which the handlers are made, is the .proto files' own."""
    known = {value.path for value in vars(methods).values() if isinstance(value, methods.Method)}
    assert known == {path(method) for method in RPCS}


async def call(wire: Wire, method: MethodDescriptor, raw: bytes) -> Ending:
    """Calls an rpc with these bytes and tells how it ended."""
    kind = (method.client_streaming, method.server_streaming)
    try:
        if kind == (False, False):
            await wire.ask_raw(path(method), raw)
        elif kind == (False, True):
            stream = wire.channel.unary_stream(path(method))(raw, metadata=wire.metadata, timeout=5)
            await stream.read()
            stream.cancel()
        else:
            stream = wire.channel.stream_stream(path(method))(metadata=wire.metadata, timeout=5)
            await stream.write(raw)
            await stream.done_writing()
            while await stream.read() is not grpc.aio.EOF:
                pass
    except Failed as error:
        return error.ending
    except grpc.aio.AioRpcError as error:
        codes = [value for key, value in error.trailing_metadata() or () if key == "gridarena-code"]
        return Ending(error.code().name, str(codes[0]) if codes else "", error.details() or "")
    return Ending("OK", "", "")


@pytest.mark.parametrize("method", RPCS, ids=IDS)
async def test_every_rpc_is_answered_and_guarded(method: MethodDescriptor) -> None:
    """With closed records nothing is said without a token, and nothing with a wrong one."""
    async with running(open_records=False) as server:
        for token, code in (("", "no_token"), ("ga_wrong", "bad_token")):
            async with Wire(server.port, token) as wire:
                end = await call(wire, method, b"")
                assert (end.status, end.code) == ("UNAUTHENTICATED", code)
        team = await server.add_team("team")
        service = method.containing_service.name
        if service != "Records":
            async with Wire(server.port, team if service == "Admin" else server.host_token) as wire:
                assert (await call(wire, method, b"")).code == ("not_host" if service == "Admin" else "bad_token")


# --- fuzz -------------------------------------------------------------------------------------------------------------

TEXTS = [
    "",
    "first",
    "sudoku",
    "<b>",
    "\u202e",
    "a" * 300,
    "../x",
    "\x00",
    "1",
    "live",
    "2 2\n" + ". " * 16,
    "\U0001f600",
]
NUMBERS = [0, 1, 2, 7, 255, 2**31, 2**32 - 1, 2**63 - 1, 2**63, 2**64 - 1]


def fuzzed(message: Message, rng: random.Random, depth: int = 0) -> Message:
    """The message with some of its fields set to something, sensible or not."""
    for field in message.DESCRIPTOR.fields:
        if rng.random() < 0.6 and depth < 5:
            _set(message, field, rng, depth)
    return message


def _set(message: Message, field: FieldDescriptor, rng: random.Random, depth: int) -> None:
    if field.message_type is not None and field.message_type.GetOptions().map_entry:
        getattr(message, field.name)[rng.choice(TEXTS)] = rng.choice(TEXTS)
    elif field.is_repeated and field.message_type is not None:
        for _ in range(rng.randrange(3)):
            fuzzed(getattr(message, field.name).add(), rng, depth + 1)
    elif field.is_repeated:
        getattr(message, field.name).extend(_scalar(field, rng) for _ in range(rng.randrange(4)))
    elif field.message_type is not None:
        getattr(message, field.name).SetInParent()
        fuzzed(getattr(message, field.name), rng, depth + 1)
    else:
        setattr(message, field.name, _scalar(field, rng))


def _scalar(field: FieldDescriptor, rng: random.Random) -> str | int | float | bool:
    if field.cpp_type == FieldDescriptor.CPPTYPE_STRING:
        return rng.choice(TEXTS)
    if field.cpp_type == FieldDescriptor.CPPTYPE_BOOL:
        return rng.random() < 0.5
    if field.cpp_type in (FieldDescriptor.CPPTYPE_DOUBLE, FieldDescriptor.CPPTYPE_FLOAT):
        return rng.choice([0.0, -1.5, float("inf"), float("nan"), 1e308])
    bits = {FieldDescriptor.CPPTYPE_UINT32: 32, FieldDescriptor.CPPTYPE_INT32: 31, FieldDescriptor.CPPTYPE_INT64: 63}
    number = rng.choice(NUMBERS) % (2 ** bits.get(field.cpp_type, 64))
    return number % 5 if field.enum_type is not None else number


def cases(method: MethodDescriptor, count: int) -> Iterator[bytes]:
    """Messages of the rpc's own kind, some of them damaged afterwards."""
    rng = random.Random(method.full_name)
    kind = GetMessageClass(method.input_type)
    for number in range(count):
        raw = bytearray(fuzzed(kind(), rng).SerializeToString())
        if number % 3 == 0 and raw:
            for _ in range(3):
                raw[rng.randrange(len(raw))] = rng.randrange(256)
        yield bytes(raw)


@pytest.mark.timeout(60 + CASES)
@pytest.mark.parametrize("method", RPCS, ids=IDS)
async def test_no_message_breaks_the_server(method: MethodDescriptor, caplog: pytest.LogCaptureFixture) -> None:
    """Whatever is sent is answered, or refused with a code of ours; no task is left, nothing is logged as broken."""
    async with running(handshake_s=1, streams_per_team=1000) as server:
        team = await server.add_team("first")
        before = len(asyncio.all_tasks())
        token = team if method.containing_service.name in ("Lobby", "Play") else server.host_token
        for raw in cases(method, CASES):
            async with Wire(server.port, token) as wire:
                end = await call(wire, method, raw)
            assert end.status == "OK" or end.code in OURS, (end, raw)
        await until(lambda: len(asyncio.all_tasks()) <= before + 1)
        assert not [record for record in caplog.records if record.exc_info]
