"""Plays the matches of an examination one after the other, so that nothing disturbs the measuring; keeps what it saw.

An agent that loses one worker after the other is not played to the end: each loss costs a second, and the report says
the same after three of them.
"""

import asyncio
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from pathlib import Path

from gridarena import _process
from gridarena._frames import AgentSource, Ready
from gridarena._pool import LOADING_S, Pool
from gridarena._warm import warmed
from gridarena.errors import ArenaError
from gridarena.resolve import find_agent
from gridarena_games.base import Seat
from gridarena_kernels import solver
from gridarena_lab.check.evidence import MB, Evidence, MatchSeen
from gridarena_lab.check.memory import Scales
from gridarena_lab.check.neighbours import Neighbours
from gridarena_lab.check.seat import WatchedSeat
from gridarena_lab.contest import Contest, Entrant
from gridarena_lab.direct import DirectSeat
from gridarena_protocol.records import Clock, MatchHeader, MatchResult
from gridarena_protocol.views import StartBoard
from gridarena_server.clock import SystemClock
from gridarena_server.facts import MatchVoided
from gridarena_server.referee.live import LiveMatch
from gridarena_server.referee.referee import Referee
from gridarena_server.store.memory import MemoryStore

LOSSES = 3
"""Workers that may be lost before the rest is left out."""
LABEL = "yours"
"""The examined agent's name in its matches: it may play against itself."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What is to be examined, and how."""

    address: str
    game: str
    boards: tuple[StartBoard, ...]
    time_s: float
    rivals: tuple[str, ...]
    """Addresses of agents that play in this process and think fast."""
    memory_mb: int
    log_folder: Path

    def matches(self) -> Iterator[tuple[int, StartBoard, str, Seat]]:
        """Number, board, rival and seat of every match; each rival on each board, the seats by turns."""
        for number, (board, rival) in enumerate(product(self.boards, self.rivals), 1):
            turn: Seat = 1 if (number + (number - 1) // len(self.rivals)) % 2 else 0
            yield number, board, rival, turn


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an examination is."""

    number: int
    planned: int
    match: str
    share: float
    """Of all the work, from 0 to 1, as far as the boards' sizes tell."""


async def examine(trial: Trial, progress: Callable[[Progress], None]) -> Evidence:
    """Plays all of it.

    Raises:
        ArenaError: the address cannot be understood, or names no file.
        ServiceError: a start position cannot be played.
    """
    source = find_agent(trial.address)
    neighbours = Neighbours()
    evidence = await _Examination(trial, source, progress).run()
    return replace(evidence, neighbours=neighbours.share())


class _Examination:
    """One pool of workers, one referee, one match at a time."""

    def __init__(self, trial: Trial, source: AgentSource, progress: Callable[[Progress], None]) -> None:
        self._trial = trial
        self._source = source
        self._progress = progress
        self._planned = list(trial.matches())
        self._scales = Scales(trial.memory_mb * MB, self._too_heavy)
        start = partial(_process.start, source, trial.log_folder)
        self._pool = Pool(self._scales.watching(start), spare=True, say=lambda text: None)
        self._clock = SystemClock()
        self._store = MemoryStore()
        self._referee = Referee(
            self._store.append, self._clock, rtt_us=lambda label: 0, on_end=self._end, on_turn=lambda match, turn: None
        )
        self._ended = asyncio.Event()
        self._live: LiveMatch | None = None
        self._losses = 0
        self._cut_short = ""

    async def run(self) -> Evidence:
        for old in self._trial.log_folder.glob("match-*"):
            old.unlink()
        began = time.perf_counter()
        weighing = asyncio.create_task(self._scales.watch())
        try:
            ready = await self._load()
            if isinstance(ready, str):
                return self._evidence(broken=ready)
            loaded_s = time.perf_counter() - began
            await self._pool.stock(1)
            return self._evidence(loaded_s=loaded_s, label=ready.name, matches=await self._play_all())
        finally:
            weighing.cancel()
            await self._pool.close()
            await self._referee.close()
            await self._store.close()

    async def _load(self) -> Ready | str:
        """How the agent introduces itself, or why it cannot."""
        try:
            ready = await self._pool.first(LOADING_S)
        except ArenaError as error:
            return str(error)
        if ready.games and self._trial.game not in ready.games:
            return f"plays {', '.join(ready.games)}, not {self._trial.game}"
        return ready

    async def _play_all(self) -> tuple[MatchSeen, ...]:
        await asyncio.to_thread(solver.warm)
        work = [len(board.setup) for _, board, _, _ in self._planned]
        seen: list[MatchSeen] = []
        for place, (number, board, rival, seat) in enumerate(self._planned):
            if self._cut_short:
                break
            name = f"{board.name} against {rival}"
            self._progress(Progress(number, len(self._planned), name, sum(work[:place]) / sum(work)))
            seen.append(await self._play(number, board, rival, seat))
        return tuple(seen)

    async def _play(self, number: int, board: StartBoard, rival: str, seat: Seat) -> MatchSeen:
        self._ended.clear()
        other: Seat = 1 if seat == 0 else 0
        header = self._header(number, board, rival, seat)
        watched = WatchedSeat(header, seat, self._pool, self._lost_one)
        log = self._trial.log_folder / watched.witness.match.log_name
        live = await self._referee.open(header)
        await watched.sit_down(live)
        agent = warmed(Entrant(rival, rival).make())
        DirectSeat(agent, other, log_folder=self._trial.log_folder, say=lambda text: None).sit_down(live)
        self._live = live  # from now on there is somebody who hears of an end
        if self._cut_short:
            live.abort(self._cut_short)
        await self._ended.wait()
        await watched.leave()
        await self._pool.settle()
        self._scales.match_over()
        record = await self._store.match(number)
        assert record is not None  # it has just ended
        witness = watched.witness
        printed = log.stat().st_size if log.exists() else 0
        turns = tuple(turn for turn in witness.turns.values() if turn.record is not None)
        troubles = tuple(witness.troubles)
        return MatchSeen(number, board.name, rival, seat, record, turns, troubles, printed, log)

    def _header(self, number: int, board: StartBoard, rival: str, seat: Seat) -> MatchHeader:
        clock = Clock("hidden", round(self._trial.time_s * 1000))
        entrants = (Entrant(LABEL, self._trial.address), Entrant(rival, rival))
        contest = Contest(entrants, board, clock, game=self._trial.game)
        versions = {LABEL: "", rival: ""}
        return contest.header(seat, match=number, versions=versions, started_at=self._clock.utc_ms())

    def _evidence(
        self, *, broken: str = "", loaded_s: float = 0.0, label: str = "", matches: tuple[MatchSeen, ...] = ()
    ) -> Evidence:
        return Evidence(
            address=self._trial.address,
            source=self._source,
            game=self._trial.game,
            time_s=self._trial.time_s,
            planned=len(self._planned),
            loaded_s=loaded_s,
            broken=broken,
            label=label,
            matches=matches,
            memory=self._scales.seen(),
            cut_short=self._cut_short,
        )

    def _lost_one(self) -> None:
        self._losses += 1
        if self._losses == LOSSES:
            self._stop(f"{LOSSES} worker processes were lost")

    def _too_heavy(self) -> None:
        self._stop("it took too much memory")

    def _stop(self, reason: str) -> None:
        self._cut_short = self._cut_short or reason
        if self._live is not None:
            self._live.abort(reason)

    def _end(self, header: MatchHeader, end: MatchResult | MatchVoided) -> None:
        self._ended.set()
