"""Plays a transcript against a real server: sends what its lines send, compares what comes with what they expect.

A transcript is read from top to bottom. Blank lines and lines that begin with ``#`` are for people.

    server: ping_every_s=0.2            settings of the server, before anything else
    match: setup=easy illegal=ignore    a match between the agents "first" and "second"; seats 0 and 1
    tournament: setup=easy              the same two in a round robin
    seat0 > attach ...                  this stream sends; a stream begins with its first message
    seat0 < opened ...                  this stream's next message
    seat0 < nothing                     nothing comes within a moment
    seat0 < end ABORTED superseded      the stream's end: gRPC status and code
    seat0 ! cut | close                 the client is gone, or says no more
    server ! drain | restart | void 1 reason

A stream's name begins with who it is: ``seat0`` and ``first`` speak with the token of the team "first", ``seat1`` and
``second`` with that of "second", ``stranger`` with a third team's, ``nobody`` with none. ``$easy`` and ``$last``
stand for the two start positions, ``$ticket0`` and ``$ticket1`` are known after ``match:``.
"""

import asyncio
import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from google.protobuf.message import Message

from gridarena_protocol.codec import methods
from gridarena_protocol.records import Clock, Rules
from gridarena_protocol.v1 import lobby_pb2, play_pb2
from gridarena_protocol.views import Plan, StartBoard
from gridarena_server.app import Server, serve
from support.transcript_text import Quoted, Variables, fill, fits, parse_fields, seen, write
from support.wire import BOMB, EASY, LAST, Failed, Talk, Wire, open_match, settings

MOMENT_S = 0.15
"""How long ``nothing`` listens."""
SETUPS = {"easy": EASY, "last": LAST, "bomb": BOMB}
TEAMS = {"seat0": "first", "first": "first", "seat1": "second", "second": "second", "stranger": "stranger"}


class DiffersError(AssertionError):
    """The server did not do what the transcript says."""


class Stream:
    """One stream of a transcript."""

    def __init__(self, wire: Wire, kind: str) -> None:
        self.wire = wire
        plays = kind in play_pb2.SeatMessage.DESCRIPTOR.fields_by_name
        self.up: Callable[[], Message] = play_pb2.SeatMessage if plays else lobby_pb2.LobbyRequest
        self.down: Any = play_pb2.RefereeMessage if plays else lobby_pb2.LobbyEvent
        self.talk: Talk[Any, Any] = wire.talk(methods.ATTACH if plays else methods.JOIN)
        self.reading: asyncio.Task[bytes | None] | None = None

    async def next(self, within_s: float) -> bytes | None:
        """The next message; a read that was given up for now goes on."""
        self.reading = self.reading or asyncio.ensure_future(self.talk.read_raw())
        await asyncio.wait([self.reading], timeout=within_s)
        if not self.reading.done():
            raise TimeoutError
        reading, self.reading = self.reading, None
        return reading.result()


class Play:
    """A transcript being played."""

    def __init__(self, folder: Path) -> None:
        self._database = str(folder / "arena.db")
        self._values: dict[str, Any] = {}
        self._stack = contextlib.AsyncExitStack()
        self._server: Server | None = None
        self._tokens: dict[str, str] = {}
        self._streams: dict[str, Stream] = {}
        self._variables: Variables = {"$easy": EASY, "$last": LAST}

    async def __aenter__(self) -> "Play":
        return self

    async def __aexit__(self, *_: object) -> None:
        for stream in self._streams.values():
            if stream.reading is not None:
                stream.reading.cancel()
            stream.talk.cut()
            await stream.wire.channel.close()
        await self._stack.aclose()

    async def line(self, line: str) -> None:
        """Plays one line. Raises DiffersError."""
        if not line.strip() or line.startswith("#"):
            return
        who, sign, rest = _split(line)
        if sign == ":":
            await self._set_up(who, rest)
        elif sign == "!" and who == "server":
            await self._command(rest)
        elif sign == "!":
            await self._leave(self._streams[who], rest)
        elif sign == ">":
            await self._send(who, rest)
        else:
            await self._expect(self._streams[who], rest)

    # --- the server ---------------------------------------------------------------------------------------------------

    async def _set_up(self, what: str, text: str) -> None:
        values = {name: _word(value) for name, value in parse_fields(text).items()}
        if what == "server":
            self._values = {name: float(value) for name, value in values.items()}
            return
        server = await self._running()
        setup = SETUPS[values.get("setup", "easy")]
        kind, _, budget = values.get("clock", "untimed").partition(":")
        clock = Clock(kind, int(budget) if budget else None)  # type: ignore[arg-type]
        rules = Rules(values.get("illegal", "lose"), int(values.get("away", 60_000)), int(values.get("join", 60_000)))
        if what == "match":
            header = await open_match(server, setup=setup, clock=clock, rules=rules)
            for seat in (0, 1):
                self._variables[f"$ticket{seat}"] = server.tickets.issue(header.match, seat)
        else:
            board = StartBoard(values.get("setup", "easy"), setup, {})
            plan = Plan("cup", "sudoku", "round-robin", (board,), (clock,), rules, ("first", "second"))
            created = await server.director.commands.create(plan)
            await server.director.commands.start(created.tournament or 0)

    async def _running(self) -> Server:
        if self._server is None:
            self._server = await self._stack.enter_async_context(
                serve(settings(database=self._database, **self._values))
            )
            for team in ("first", "second", "stranger"):
                if team not in self._tokens:
                    self._tokens[team] = await self._server.add_team(team)
        return self._server

    async def _command(self, text: str) -> None:
        verb, _, rest = text.partition(" ")
        server = await self._running()
        if verb == "drain":
            server.request_drain(rest)
        elif verb == "void":
            match, _, reason = rest.partition(" ")
            await server.referee.void(int(match), reason)
        else:
            assert verb == "restart", text
            self._values["port"] = server.port
            await self._stack.aclose()
            self._server = None
            await self._running()

    # --- the streams --------------------------------------------------------------------------------------------------

    async def _send(self, who: str, text: str) -> None:
        server = await self._running()
        kind, _, rest = text.partition(" ")
        if who not in self._streams:
            team = next((team for prefix, team in TEAMS.items() if who.startswith(prefix)), "")
            self._streams[who] = Stream(Wire(server.port, self._tokens.get(team, "")), kind)
        stream = self._streams[who]
        message = stream.up()
        part = getattr(message, kind)
        part.SetInParent()
        fill(part, parse_fields(rest), self._variables)
        await stream.talk.send_raw(message.SerializeToString())

    async def _leave(self, stream: Stream, how: str) -> None:
        if how == "cut":
            stream.talk.cut()
        else:
            assert how == "close", how
            await stream.talk.close()

    async def _expect(self, stream: Stream, text: str) -> None:
        kind, _, rest = text.partition(" ")
        try:
            raw = await stream.next(MOMENT_S if kind == "nothing" else 10.0)
        except TimeoutError:
            came = "nothing"
        except Failed as error:
            came = f"end {error.status} {error.code}".rstrip()
        else:
            if raw is not None:
                self._compare(stream.down.FromString(raw), kind, rest)
                return
            came = "end OK"
        if came != text:
            raise DiffersError(f"expected: {text}\n     got: {came}")

    def _compare(self, message: Message, kind: str, rest: str) -> None:
        name = message.WhichOneof("kind")
        assert name is not None
        fields = seen(getattr(message, name))
        if name != kind or not fits(parse_fields(rest), fields, self._variables):
            raise DiffersError(f"expected: {kind} {rest}\n     got: {name} {write(fields)}")


def _split(line: str) -> tuple[str, str, str]:
    who, sign, rest = line.partition(" ")
    if who.endswith(":"):
        return who[:-1], ":", (sign + rest).strip()
    sign, _, rest = rest.partition(" ")
    return who, sign, rest.strip()


def _word(value: Any) -> str:
    return value.text if isinstance(value, Quoted) else str(value)


async def play(text: str, folder: Path) -> None:
    """Plays a transcript to its end. Raises DiffersError with the line that did not come true."""
    async with Play(folder) as playing:
        for number, line in enumerate(text.splitlines(), start=1):
            try:
                await playing.line(line)
            except Exception as error:
                raise DiffersError(f"line {number}: {line}\n{error}") from error
