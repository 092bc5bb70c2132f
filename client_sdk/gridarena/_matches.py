"""The matches an agent plays now: one task each, which has the stream, the worker and the log of its match."""

import asyncio
import contextlib
from collections.abc import Callable
from functools import partial
from pathlib import Path

from gridarena._attachment import Attachment, disagreement
from gridarena._matchplay import MatchPlay
from gridarena._pool import Pool
from gridarena._workers import Worker
from gridarena.errors import ArenaError
from gridarena.match import Match
from gridarena.server import Server
from gridarena_games.errors import GameError
from gridarena_protocol.messages import MatchAssigned

Say = Callable[[str], None]


class Matches:
    """Plays whatever is assigned, each match once."""

    def __init__(
        self,
        pool: Pool,
        server: Callable[[str], Server],
        *,
        log_folder: Path,
        say: Say,
        tell: Say,
        fallback: bool,
        remark: Callable[[], str] | None,
        on_over: Callable[[], None],
    ) -> None:
        self.over: set[int] = set()
        """Those that are over."""
        self._pool = pool
        self._server = server
        self._folder = log_folder
        """As it was typed, for people."""
        self._logs = log_folder.absolute()
        """The same for good: an inline agent may change the working folder."""
        self._say = say
        self._tell = tell
        self._fallback = fallback
        self._remark = remark
        self._on_over = on_over
        self._attachments: dict[int, Attachment] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}

    @property
    def numbers(self) -> tuple[int, ...]:
        """The matches under way."""
        return tuple(self._tasks)

    def assign(self, assigned: MatchAssigned) -> None:
        """Begins a match; the assignment of one that is under way is sent again after every Hello.

        One whose rules cannot be understood here is told of and left: those under way are not to suffer from it.
        """
        match = Match(assigned.header, assigned.seat)
        if match.number in self._tasks:
            return
        try:
            self._begin(match, assigned)
        except GameError as error:
            self._say(f"{match}: {disagreement(error)}")

    def _begin(self, match: Match, assigned: MatchAssigned) -> None:
        log = self._folder / match.log_name
        where = f"{assigned.header.board or 'board'}, {match.clock}"
        self._tell(f"{match}: seat {match.seat}, {where}; prints go to {log}")
        shop = Workshop(self._pool)
        shop.play = MatchPlay(
            match,
            workshop=shop,
            timers=asyncio.get_running_loop(),
            say=self._say,
            tell=self._tell,
            note=partial(_note, self._logs / match.log_name),
            fallback=self._fallback,
            remark=self._remark,
        )
        attachment = Attachment(shop.play, assigned.ticket, partial(self._server, assigned.endpoint))
        self._attachments[match.number] = attachment
        task = asyncio.create_task(_play(shop, attachment, assigned.header.rules.join_ms / 2000))
        self._tasks[match.number] = task
        task.add_done_callback(partial(self._over, match.number))

    def cut(self) -> None:
        """Drops all streams, for the server is known to be dead; they come back by themselves."""
        for attachment in self._attachments.values():
            attachment.cut()

    async def close(self) -> None:
        """Gives up what is not over."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _over(self, number: int, task: asyncio.Task[None]) -> None:
        del self._tasks[number], self._attachments[number]
        if task.cancelled():
            return
        if (error := task.exception()) is not None:
            self._say(f"match {number}: given up: {error}")
        self.over.add(number)
        self._on_over()


class Workshop:
    """Borrows workers for one match."""

    def __init__(self, pool: Pool) -> None:
        self.play: MatchPlay
        self.emptied = asyncio.Event()
        """Set while the match has no worker."""
        self.emptied.set()
        self._pool = pool
        self._borrowing: asyncio.Task[None] | None = None

    def want(self) -> asyncio.Task[None]:
        """Asks for a worker."""
        self._borrowing = asyncio.create_task(self._borrow())
        return self._borrowing

    def give_back(self, worker: Worker) -> None:
        """Takes a worker whose match is over."""
        self.emptied.set()
        self._pool.give_back(worker)

    def discard(self, worker: Worker) -> None:
        """Takes a worker that must die."""
        self.emptied.set()
        self._pool.discard(worker)

    async def close(self) -> None:
        """The match is over or given up."""
        if self._borrowing is not None:
            self._borrowing.cancel()
            await asyncio.wait([self._borrowing])
        self.play.drop()

    async def _borrow(self) -> None:
        try:
            worker = await self._pool.borrow()
        except ArenaError as error:
            self.play.say(str(error))
            self.play.do_without()
        else:
            self.emptied.clear()
            self.play.take(worker)


async def _play(shop: Workshop, attachment: Attachment, patience_s: float) -> None:
    """Attaches once a worker is there, for no turn opens before; but not so late that the seat counts as absent."""
    try:
        await asyncio.wait([shop.want()], timeout=patience_s)
        await attachment.run()
        if shop.play.end is not None:
            await shop.emptied.wait()
    finally:
        await shop.close()


def _note(log: Path, text: str) -> None:
    """Writes a line of the network process between what the agent prints; a match does not end for want of a log."""
    with contextlib.suppress(OSError):
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(f"-- {text}\n")
