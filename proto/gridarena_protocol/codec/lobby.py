"""`messages` <-> lobby.proto: who is here, and what to play."""

from gridarena_protocol.codec.checks import MalformedError, parse, to_name, to_names, to_options, to_seat
from gridarena_protocol.codec.match import pack_clock, pack_header, unpack_clock, unpack_header
from gridarena_protocol.messages import (
    Drain,
    Hello,
    Leave,
    LobbyEvent,
    LobbyRequest,
    MatchAssigned,
    Notice,
    Ping,
    Pong,
    Seek,
    Welcome,
)
from gridarena_protocol.v1 import lobby_pb2 as pb


def encode_lobby_request(request: LobbyRequest) -> bytes:
    """What an agent says in the lobby becomes bytes."""
    match request:
        case Ping():
            packed = pb.LobbyRequest(ping=pb.Ping(id=request.id, sent_us=request.sent_us))
        case Pong():
            packed = pb.LobbyRequest(pong=pb.Pong(id=request.id, sent_us=request.sent_us))
        case Hello():
            packed = pb.LobbyRequest(hello=_pack_hello(request))
        case Leave():
            packed = pb.LobbyRequest(leave=pb.Leave())
        case Seek():
            packed = pb.LobbyRequest(seek=_pack_seek(request))
    return packed.SerializeToString()


def decode_lobby_request(raw: bytes) -> LobbyRequest:
    """Bytes become what an agent says in the lobby. Raises MalformedError."""
    message = parse(pb.LobbyRequest, raw)
    match message.WhichOneof("kind"):
        case "ping":
            return Ping(message.ping.id, message.ping.sent_us)
        case "pong":
            return Pong(message.pong.id, message.pong.sent_us)
        case "hello":
            return _unpack_hello(message.hello)
        case "leave":
            return Leave()
        case "seek":
            return _unpack_seek(message.seek)
        case _:
            raise MalformedError("expected a hello, ping, pong, leave or seek, got none of them")


def encode_lobby_event(event: LobbyEvent) -> bytes:
    """What the lobby says becomes bytes."""
    match event:
        case Ping():
            packed = pb.LobbyEvent(ping=pb.Ping(id=event.id, sent_us=event.sent_us))
        case Pong():
            packed = pb.LobbyEvent(pong=pb.Pong(id=event.id, sent_us=event.sent_us))
        case MatchAssigned():
            packed = pb.LobbyEvent(assigned=_pack_assigned(event))
        case Welcome():
            welcome = pb.Welcome(agent=event.agent, server=event.server, protocol=event.protocol)
            packed = pb.LobbyEvent(welcome=welcome)
        case Notice():
            packed = pb.LobbyEvent(notice=pb.Notice(code=event.code, text=event.text))
        case Drain():
            packed = pb.LobbyEvent(drain=pb.Drain(reason=event.reason))
    return packed.SerializeToString()


def decode_lobby_event(raw: bytes) -> LobbyEvent:
    """Bytes become what the lobby says. Raises MalformedError."""
    message = parse(pb.LobbyEvent, raw)
    match message.WhichOneof("kind"):
        case "ping":
            return Ping(message.ping.id, message.ping.sent_us)
        case "pong":
            return Pong(message.pong.id, message.pong.sent_us)
        case "assigned":
            return _unpack_assigned(message.assigned)
        case "welcome":
            return Welcome(message.welcome.agent, message.welcome.server, message.welcome.protocol)
        case "notice":
            return Notice(message.notice.code, message.notice.text)
        case "drain":
            return Drain(message.drain.reason)
        case _:
            raise MalformedError("expected an event of the lobby, got none that this version knows")


def _pack_hello(hello: Hello) -> pb.Hello:
    return pb.Hello(
        agent=hello.agent,
        version=hello.version,
        games=hello.games,
        slots=hello.slots,
        sdk=hello.sdk,
        protocol=hello.protocol,
        machine=hello.machine,
        machine_slots=hello.machine_slots,
    )


def _unpack_hello(message: pb.Hello) -> Hello:
    if message.slots < 1:
        raise MalformedError("hello.slots: expected at least 1, got 0")
    if message.machine and message.machine_slots < 1:
        raise MalformedError("hello.machine_slots: expected at least 1 with a machine, got 0")
    return Hello(
        agent=to_name("hello.agent", message.agent),
        version=to_name("hello.version", message.version),
        games=to_names("hello.games", message.games),
        slots=message.slots,
        sdk=to_name("hello.sdk", message.sdk),
        protocol=message.protocol,
        machine=to_name("hello.machine", message.machine),
        machine_slots=message.machine_slots,
    )


def _pack_seek(seek: Seek) -> pb.Seek:
    return pb.Seek(
        game=seek.game,
        boards=seek.boards,
        options=seek.options,
        clock=None if seek.clock is None else pack_clock(seek.clock),
        standing=seek.standing,
    )


def _unpack_seek(message: pb.Seek) -> Seek:
    return Seek(
        game=to_name("seek.game", message.game),
        boards=to_names("seek.boards", message.boards),
        options=to_options("seek.options", message.options),
        clock=unpack_clock(message.clock) if message.HasField("clock") else None,
        standing=message.standing,
    )


def _pack_assigned(assigned: MatchAssigned) -> pb.MatchAssigned:
    return pb.MatchAssigned(
        header=pack_header(assigned.header),
        seat=assigned.seat,
        endpoint=assigned.endpoint,
        ticket=assigned.ticket,
    )


def _unpack_assigned(message: pb.MatchAssigned) -> MatchAssigned:
    return MatchAssigned(unpack_header(message.header), to_seat(message.seat), message.endpoint, message.ticket)
