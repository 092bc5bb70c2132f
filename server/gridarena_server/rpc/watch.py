"""What spectators are told: bounded, newest wins, and nobody is waited for.

The referee calls in here on its own path, so a follower costs it one append. A follower that does not keep up loses
what it has not read and is given the present state instead; however slow, it holds a bounded number of shared
objects. A turn comes in here only once readers may see it.
"""

import asyncio
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

from gridarena_protocol.records import MatchResult, TurnRecord
from gridarena_server.errors import Code, ServiceError
from gridarena_server.facts import MatchVoided

UNREAD = 64
"""Events a follower may be behind before it gets the present state instead."""

News = TurnRecord | MatchResult | MatchVoided | None
"""None: look at the present state."""


class Follower:
    """One reader's unread news."""

    def __init__(self) -> None:
        self._news: deque[News] = deque()
        self._wake = asyncio.Event()
        self._over = False

    def tell(self, news: News) -> None:
        """Adds an event; the one too many replaces all by "look again"."""
        if news is None or len(self._news) >= UNREAD:
            self._news.clear()
            self._news.append(None)
        else:
            self._news.append(news)
        self._wake.set()

    def end(self) -> None:
        """The server is about to stop."""
        self._over = True
        self._wake.set()

    async def next(self) -> News:
        """The next event. Raises ServiceError(DRAINING) when there will be none."""
        while not self._news:
            if self._over:
                raise ServiceError(Code.DRAINING)
            self._wake.clear()
            await self._wake.wait()
        return self._news.popleft()


class Feed:
    """Who follows which match or tournament."""

    def __init__(self) -> None:
        self._matches: dict[int, set[Follower]] = {}
        self._tournaments: dict[int, set[Follower]] = {}
        self._over = False

    @contextmanager
    def match(self, match: int) -> Iterator[Follower]:
        """Follows a match for as long as the block runs."""
        with self._following(self._matches, match) as follower:
            yield follower

    @contextmanager
    def tournament(self, tournament: int) -> Iterator[Follower]:
        """Follows a tournament for as long as the block runs; its only news is "look again"."""
        with self._following(self._tournaments, tournament) as follower:
            yield follower

    @contextmanager
    def _following(self, index: dict[int, set[Follower]], key: int) -> Iterator[Follower]:
        follower = Follower()
        if self._over:
            follower.end()
        index.setdefault(key, set()).add(follower)
        try:
            yield follower
        finally:
            index[key].discard(follower)
            if not index[key]:
                del index[key]

    def on_turn(self, match: int, record: TurnRecord) -> None:
        """Readers may see this turn from now on."""
        for follower in self._matches.get(match, ()):
            follower.tell(record)

    def on_end(self, match: int, end: MatchResult | MatchVoided) -> None:
        """The match is over, durably."""
        for follower in self._matches.get(match, ()):
            follower.tell(end)

    def changed(self, tournament: int) -> None:
        """The tournament's view may have changed."""
        for follower in self._tournaments.get(tournament, ()):
            follower.tell(None)

    def close(self) -> None:
        """Lets every follower go."""
        self._over = True
        for index in (self._matches, self._tournaments):
            for followers in index.values():
                for follower in followers:
                    follower.end()
