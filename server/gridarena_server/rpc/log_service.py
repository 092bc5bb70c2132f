"""The log as it is stored, for the host: heads first, then tables, then every match.

Rows travel as they are, so the server only reads. While matches are played it takes no more than half of the event
loop's time for it, whoever reads how fast.
"""

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import replace
from functools import partial

from gridarena_protocol.log import LogEntry, LogHead, LogQuery, LogTable, StoredMatch
from gridarena_protocol.views import Standing
from gridarena_server.facts import declared_void
from gridarena_server.referee.referee import Referee
from gridarena_server.store.base import Store
from gridarena_server.tournament.director import Director
from gridarena_server.tournament.elo import Elo

Rows = tuple[Standing, ...]


class LogService:
    """Behaviour of Records.Log."""

    def __init__(self, store: Store, referee: Referee, director: Director, elo: Elo) -> None:
        self._store = store
        self._referee = referee
        self._director = director
        self._elo = elo

    async def log(self, query: LogQuery) -> AsyncGenerator[LogEntry, None]:
        """Everything that was over when it was asked for, in that order; at last what is being played.

        Raises ServiceError(UNKNOWN_TOURNAMENT).
        """
        if query.tournament is not None:
            self._director.view(query.tournament)
        tables = await self._tables(query.tournament)
        until = await self._store.settled()
        ended = await self._store.ended(after=query.after, until=until, tournament=query.tournament)
        live = self._live(query.tournament)
        gap = await self._store.gap()
        decided = declared_void(await self._store.host_events())
        yield LogHead(until, len(ended) + len(live), self._elo.k, self._elo.start, gap, decided)
        for table in tables:
            yield table
        for match in [match for _, match in ended] + live:
            began = time.monotonic()
            stored = await self._store.stored(match)
            if stored is not None:
                yield self._shown(stored)
            if self._referee.live:
                await asyncio.sleep(time.monotonic() - began)

    def _live(self, tournament: int | None) -> list[int]:
        return sorted(
            number for number, match in self._referee.live.items() if tournament in (None, match.header.tournament)
        )

    def _shown(self, stored: StoredMatch) -> StoredMatch:
        """A live match without the turn that the rival has not been told of yet."""
        live = self._referee.live.get(stored.match)
        if live is None or stored.ended is not None:
            return stored
        return replace(stored, turns=stored.turns[: len(live.turns)])

    async def _tables(self, tournament: int | None) -> list[LogTable]:
        views = [view for view in self._director.views() if tournament in (None, view.id)]
        games = sorted({view.game for view in views}) if tournament is None else []
        ratings = [await self._steady(game, None, partial(self._director.leaderboard, game)) for game in games]
        standings = [
            await self._steady(view.game, view.id, partial(self._director.standings, view.id)) for view in views
        ]
        return ratings + standings

    async def _steady(self, game: str, tournament: int | None, make: Callable[[], Awaitable[Rows]]) -> LogTable:
        """A table, and a moment at which it was so: no match ended while it was made."""
        while True:
            before = await self._store.settled()
            rows = await make()
            if await self._store.settled() == before:
                return LogTable(game, tournament, before, rows)
