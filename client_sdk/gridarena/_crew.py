"""Many agents of one process: a whole class on one machine.

Each has its own place in the lobby and its own log folder. They load one after the other, as many at once as may think
at once; the server is told how many matches the machine takes, so that no search gets less than a core because of the
others. What each of them says is said under its name; one that cannot play, or whose loading does not end, leaves the
others alone.
"""

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from gridarena import _process
from gridarena._load import Load
from gridarena._pool import LOADING_S, Pool
from gridarena._session import Attendance, Session
from gridarena._shelf import Shelf
from gridarena._warm import spare_the_collector
from gridarena.errors import ArenaError
from gridarena.resolve import find_agent
from gridarena.server import Server

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Post:
    """One agent of the crew."""

    name: str
    """Under which it is ranked."""
    agent: str
    """Its address."""
    servers: tuple[Server, ...]
    """Where it connects, with its team's token."""


@dataclass(frozen=True, slots=True)
class Means:
    """What the machine gives."""

    jobs: int
    """Matches at once, of all agents together."""
    kept: int
    """Idle workers that wait for the next match."""
    log_folder: Path
    fallback: bool = True


@dataclass(frozen=True, slots=True)
class Count:
    """How far a crew is."""

    loading: int
    waiting: int
    """Loaded, but without a server at the moment."""
    connected: int
    failed: int
    playing: int
    played: int
    """Matches; one between two of the crew counts once."""


class Crew:
    """Attends with all of them."""

    def __init__(self, posts: Sequence[Post], means: Means, say: Say) -> None:
        self.failed: dict[str, ArenaError] = {}
        """Who does not play, and why."""
        self._posts = tuple(posts)
        self._means = means
        self._say = say
        self._machine = secrets.token_hex(16)
        self._shelf = Shelf(means.kept)
        self._load = Load(lambda: len(self._playing()))
        self._loading = asyncio.Semaphore(means.jobs)
        self._sessions: dict[str, Session] = {}
        self._loaded: set[str] = set()

    async def run(self) -> None:
        """Plays until cancelled.

        Raises:
            ArenaError: none of them can play.
        """
        await asyncio.gather(*(self._attend(post) for post in self._posts))
        if self.failed:
            raise next(iter(self.failed.values()))

    def count(self) -> Count:
        """As things are."""
        loaded = self._loaded - self.failed.keys()
        connected = sum(self._sessions[name].connected for name in loaded)
        return Count(
            loading=len(self._posts) - len(loaded) - len(self.failed),
            waiting=len(loaded) - connected,
            connected=connected,
            failed=len(self.failed),
            playing=len(self._playing()),
            played=len({number for session in self._sessions.values() for number in session.played}),
        )

    def _playing(self) -> set[int]:
        return {number for session in self._sessions.values() for number in session.playing}

    async def _attend(self, post: Post) -> None:
        await self._loading.acquire()
        with contextlib.ExitStack() as loading:
            loading.callback(self._loading.release)

            def loaded() -> None:
                self._loaded.add(post.name)
                loading.close()
                if not self.count().loading:
                    spare_the_collector()

            try:
                await self._session(post, loaded).run()
            except ArenaError as error:
                self.failed[post.name] = error
                self._say(f"{post.name} does not play: {error}")

    def _session(self, post: Post, loaded: Callable[[], None]) -> Session:
        folder = self._means.log_folder / post.name
        tell = partial(self._tell, post.name)
        pool = Pool(partial(_process.start, find_agent(post.agent), folder), spare=False, say=tell, shelf=self._shelf)
        attendance = Attendance(
            name=post.name,
            fallback=self._means.fallback,
            quiet=True,
            machine=self._machine,
            machine_slots=self._means.jobs,
            remark=self._load,
            loading_s=LOADING_S,
        )
        session = Session(post.servers, pool, attendance, log_folder=folder, say=tell, on_loaded=loaded)
        self._sessions[post.name] = session
        return session

    def _tell(self, name: str, text: str) -> None:
        self._say(f"{name}: {text}")
