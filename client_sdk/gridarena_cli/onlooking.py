"""What `watch` does: follows matches over gRPC as they happen; a picture on a terminal, a line a turn elsewhere.

On a terminal the newest state wins: what is read only replaces what is to be drawn, and a thread of rich's draws it a
few times a second, so a slow terminal leaves turns out and never holds up the reading.
"""

import asyncio
import sys
import time
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Protocol, Self

from rich.console import RenderableType

from gridarena._client import Client, ask
from gridarena.ending import look
from gridarena.server import Server
from gridarena_cli.render import scene as views
from gridarena_cli.render import shapes, tables
from gridarena_cli.render.scene import Scene, Stage
from gridarena_cli.terminal import console, note, plain, put_json, show
from gridarena_cli.watching import steady, watch_to_the_end
from gridarena_protocol.records import Record, TurnRecord
from gridarena_protocol.views import MatchesQuery

FRAMES_PER_S = 8
LOOK_S = 1.0
"""How often it is asked whether a match has begun."""
CURTAIN_S = 3.0
"""How long the end of a match is shown before the next one."""


class Show(Protocol):
    """Where a match is shown."""

    def __enter__(self) -> Self: ...
    def __exit__(self, *failure: object) -> object: ...
    def update(self, scene: Scene) -> None:
        """The match has gone on."""
        ...


class Lines:
    """A line a turn on standard output."""

    def __init__(self) -> None:
        self._begun = False
        self._told = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        return

    def update(self, scene: Scene) -> None:
        """Who plays, then each turn once."""
        turns = scene.record.turns
        if not self._begun:
            self._begun = True
            sys.stdout.write(views.title(scene.record) + "\n")
        points = [0, 0]
        for turn in turns:
            points[turn.seat] += turn.points
            if turn.turn > self._told:
                self._told = turn.turn
                sys.stdout.write(views.line(scene.record, turn, (points[0], points[1])) + "\n")
        sys.stdout.flush()


class Picture:
    """Draws over itself on the terminal; the last picture stays."""

    def __init__(self) -> None:
        from rich.live import Live

        self._scene: Scene | None = None
        self._since = time.monotonic()
        self._live = Live(get_renderable=self._draw, console=console(), refresh_per_second=FRAMES_PER_S)

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(self, *failure: object) -> None:
        self._live.stop()

    def update(self, scene: Scene) -> None:
        """The next frame shows it."""
        self._scene, self._since = scene, time.monotonic()

    def _draw(self) -> RenderableType:
        return "" if self._scene is None else views.picture(self._scene, time.monotonic() - self._since)


class Silence(Lines):
    """Shows nothing."""

    def update(self, scene: Scene) -> None:
        """Nothing."""


def watch_match(server: Server, match: int, *, as_json: bool) -> None:
    """Follows one match to its end."""
    record = asyncio.run(follow(server, match, Silence() if as_json else _show()))
    if as_json:
        put_json(shapes.whole_match(ask(server, lambda client: client.match(match))))
    else:
        _say_end(record)


def watch_tournament(server: Server, tournament: int, *, as_json: bool) -> None:
    """Follows a tournament to its end."""
    event = watch_to_the_end(server, tournament, quiet=as_json)
    if as_json:
        put_json(shapes.tournament(event.tournament))
        return
    show(tables.standings(event.standings))
    view = event.tournament
    note(f"{plain(view.name)} is {view.status}: {view.finished} of {view.matches} matches, {view.voided} void")


def watch_all(server: Server) -> None:
    """Follows whatever is being played, one match after the other, until Ctrl-C."""
    asyncio.run(_one_after_the_other(server))


async def follow(server: Server, match: int, where: Show) -> Record:
    """Shows a match until it is over; answers how it ended.

    Raises:
        ServiceError: the server refuses, or stays away.
    """
    stage: Stage | None = None
    with where:
        async with aclosing(steady(server, lambda client: client.watch_match(match))) as events:
            async for event in events:
                if isinstance(event, Record):
                    stage = Stage(event)
                elif stage is not None and isinstance(event, TurnRecord):
                    stage.play(event)
                elif stage is not None and not isinstance(event, TurnRecord):
                    stage.end(event)
                if stage is not None:
                    where.update(stage.scene)
                    if shapes.status(stage.scene.record) != "live":
                        return stage.scene.record
    raise AssertionError("steady() has no end of its own")


async def _one_after_the_other(server: Server) -> None:
    seen: set[int] = set()
    waiting = False
    while True:
        live = await _live(server)
        if fresh := live - seen:
            waiting = False
            seen = seen & live | {max(fresh)}
            where = _show()
            _say_end(await follow(server, max(fresh), where))
            if isinstance(where, Picture):
                await asyncio.sleep(CURTAIN_S)
        else:
            if not waiting:
                note("Nothing is being played right now; the next match is waited for (Ctrl-C ends).")
            waiting = True
            await asyncio.sleep(LOOK_S)


async def _live(server: Server) -> set[int]:
    """The matches that are being played; a server that restarts is waited for."""

    async def asked(client: Client) -> AsyncIterator[set[int]]:
        page = await client.matches(MatchesQuery(status="live", limit=1000))
        yield {record.header.match for record in page.matches}

    async with aclosing(steady(server, asked)) as answers:
        return await anext(answers)


def _show() -> Show:
    return Picture() if console().is_terminal else Lines()


def _say_end(record: Record) -> None:
    note(f"match {record.header.match}: {tables.why(record)}; see: {look(record.header.match, record.result)}")
