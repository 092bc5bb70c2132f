"""Follows a tournament over gRPC to its end: a live picture on a terminal, plain lines elsewhere, nothing when quiet.

A server that goes away for a while (a restart, a cable) is waited for, because the tournament waits as well.
"""

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing
from typing import Protocol, Self, TypeVar

from gridarena._client import Client
from gridarena.errors import UNREACHABLE, ServiceError
from gridarena.server import Server
from gridarena_cli.render import progress
from gridarena_cli.terminal import console, note
from gridarena_protocol.views import TournamentEvent

E = TypeVar("E")

LINE_EVERY_S = 5.0
"""Seconds between plain lines at least."""
PATIENCE_S = 60.0
"""How long a server that went away is waited for."""
AGAIN_S = 0.5
"""Before the next attempt."""
_AWAY = (UNREACHABLE, "draining", "silent")


class Display(Protocol):
    """Where the events of a tournament are shown."""

    def __enter__(self) -> Self: ...
    def __exit__(self, *failure: object) -> object: ...
    def update(self, event: TournamentEvent, elapsed_s: float) -> None:
        """Shows the newest event."""
        ...


class Silence:
    """Shows nothing."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        return

    def update(self, event: TournamentEvent, elapsed_s: float) -> None:
        """Nothing."""


class Lines(Silence):
    """A plain line now and then, on standard error."""

    def __init__(self) -> None:
        self._next_s = 0.0
        self._finished = -1
        self._before: int | None = None

    def update(self, event: TournamentEvent, elapsed_s: float) -> None:
        """A line for the first match, for the last one, and every few seconds where something is new."""
        finished = event.tournament.finished
        self._before = finished if self._before is None else self._before
        marked = finished != self._finished and (self._finished <= 0 or finished == event.tournament.matches)
        if marked or (elapsed_s >= self._next_s and finished != self._finished):
            self._finished = finished
            self._next_s = elapsed_s + LINE_EVERY_S
            note(progress.line(event, elapsed_s, self._before))


class Picture:
    """Draws over itself on the terminal and is gone at the end."""

    def __init__(self) -> None:
        from rich.live import Live

        self._live = Live(console=console(stderr=True), transient=True, refresh_per_second=8)
        self._before: int | None = None

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(self, *failure: object) -> None:
        self._live.stop()

    def update(self, event: TournamentEvent, elapsed_s: float) -> None:
        """Draws the newest event."""
        self._before = event.tournament.finished if self._before is None else self._before
        self._live.update(progress.picture(event, elapsed_s, self._before))


def display(*, quiet: bool = False) -> Display:
    """What suits the place where standard error goes."""
    if quiet:
        return Silence()
    return Picture() if console(stderr=True).is_terminal else Lines()


def watch_to_the_end(server: Server, tournament: int, *, quiet: bool) -> TournamentEvent:
    """Shows a tournament until it is over."""
    with display(quiet=quiet) as shown:
        return asyncio.run(follow(server, tournament, shown.update))


async def follow(server: Server, tournament: int, update: Callable[[TournamentEvent, float], None]) -> TournamentEvent:
    """Hands on every event with the seconds since the first; answers the last one.

    Raises:
        ServiceError: the server refuses, or stays away.
    """
    began = time.monotonic()
    async with aclosing(steady(server, lambda client: client.watch_tournament(tournament))) as events:
        async for event in events:
            update(event, time.monotonic() - began)
            if event.tournament.status in ("finished", "aborted"):
                return event
    raise AssertionError("steady() has no end of its own")


async def steady(server: Server, watch: Callable[[Client], AsyncIterator[E]]) -> AsyncGenerator[E, None]:
    """What a watch tells, for ever: when the server goes away or ends the stream, the watch begins anew.

    Raises:
        ServiceError: the server refuses, or stays away.
    """
    away_since: float | None = None
    while True:
        try:
            async for event in _once(server, watch):
                away_since = None
                yield event
        except ServiceError as error:
            away_since = away_since or time.monotonic()
            if error.code not in _AWAY or time.monotonic() - away_since > PATIENCE_S:
                raise
        await asyncio.sleep(AGAIN_S)


async def _once(server: Server, watch: Callable[[Client], AsyncIterator[E]]) -> AsyncIterator[E]:
    async with Client(server) as client:
        async for event in watch(client):
            yield event
