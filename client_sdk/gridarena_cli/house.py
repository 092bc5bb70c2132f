"""The house: sparring agents that `serve --house` keeps at hand for whoever seeks a casual match.

Each is `gridarena play AGENT --sparring`, a process of its own that gets in like any student's, under the server's own
team. A process that ends is started again, later each time it ends early; whatever becomes of it, the server goes on.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

from gridarena.joinfile import JoinFile
from gridarena.joins import write_secret
from gridarena.resolve import find_agent
from gridarena_cli.exits import CliError, Exit
from gridarena_cli.processes import Family
from gridarena_lab.contest import label
from gridarena_protocol.teams import HOUSE

SLOTS = 2
"""Matches that each plays at once."""
LOOK_S = 0.5
"""How often they are looked after."""
LONG_S = 60.0
"""Who has lived so long is started again at once; also the longest wait."""


class Process(Protocol):
    """An agent's process."""

    @property
    def obituary(self) -> str | None:
        """Why it has ended; None while it runs."""
        ...


@dataclass(slots=True)
class Post:
    """One agent's place: who stands there, since when, and when the next one comes."""

    name: str
    process: Process | None = None
    since_s: float = 0.0
    early: int = 0
    """How often in a row it has ended early."""
    due_s: float = 0.0


def posts(agents: Sequence[str]) -> dict[str, str]:
    """The agents' names within the house, and their addresses.

    Raises:
        CliError: two are called the same, or there is none.
        ArenaError: an address cannot be understood.
    """
    named: dict[str, str] = {}
    for address in agents:
        find_agent(address)
        if label(address) in named:
            raise CliError(Exit.USAGE, f"expected --house to name each agent once, got {label(address)} twice")
        named[label(address)] = address
    if not named:
        raise CliError(Exit.USAGE, "expected --house to name agents, such as greedy,minimax")
    return named


class Watch:
    """Looks after the posts; knows no process and no clock but those it is given."""

    def __init__(
        self,
        names: Sequence[str],
        start: Callable[[str], Process],
        say: Callable[[str], None],
        now_s: Callable[[], float],
    ) -> None:
        self._posts = [Post(name) for name in names]
        self._start = start
        self._say = say
        self._now_s = now_s

    def look(self) -> None:
        """Notes who has ended and starts whose time has come."""
        for post in self._posts:
            if post.process is not None and (reason := post.process.obituary) is not None:
                self._mourn(post, reason)
            if post.process is None and self._now_s() >= post.due_s:
                post.process, post.since_s = self._start(post.name), self._now_s()

    def _mourn(self, post: Post, reason: str) -> None:
        post.process = None
        post.early = 0 if self._now_s() - post.since_s >= LONG_S else post.early + 1
        wait_s = min(LONG_S, 2.0 ** (post.early - 1)) if post.early else 0.0
        post.due_s = self._now_s() + wait_s
        self._say(f"{HOUSE} agent {post.name} has ended ({reason}); it starts again in {wait_s:.0f} s")


class House:
    """The house of one server; leaving the block leaves none of its processes behind."""

    def __init__(self, agents: Sequence[str], database: Path | None, say: Callable[[str], None]) -> None:
        """Reads the agents' addresses; starts nothing yet.

        Raises:
            CliError: as :func:`posts`.
            ArenaError: as :func:`posts`.
        """
        self.names = posts(agents)
        self.logs = _logs(database)
        self._family = Family(self.logs)
        self._say = say
        self._keeping: asyncio.Task[None] | None = None

    def open(self, join: Awaitable[JoinFile]) -> None:
        """The server answers: the agents may come, by a join file of their own. Needs a running event loop."""
        self.logs.mkdir(parents=True, exist_ok=True)
        self._keeping = asyncio.get_running_loop().create_task(self._keep(join))

    async def _keep(self, join: Awaitable[JoinFile]) -> None:
        way_in = self.logs / f"{HOUSE}.join"
        write_secret(way_in, (await join).text)

        def start(name: str) -> Process:
            self._family.forget_ended()
            words = ("play", self.names[name], "--name", name, "--sparring", "--slots", str(SLOTS))
            return self._family.start(name, *words, "--join", str(way_in), "--logs", str(self.logs / name))

        watch = Watch(tuple(self.names), start, self._say, time.monotonic)
        while True:
            await asyncio.to_thread(watch.look)
            await asyncio.sleep(LOOK_S)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._family.stop()


def _logs(database: Path | None) -> Path:
    """Where the agents write what they have to say: beside the database, or in this folder where there is none."""
    return Path("gridarena-logs", HOUSE) if database is None else database.with_name(f"{database.name}.{HOUSE}")
