"""The direct driver: the server's own referee with the agents in this process and no network between.

For untimed matches only: a search here has the event loop to itself, so nobody could close its turn. Whatever the
agents do is refereed, judged by the oracle, hashed and recorded by the very code that runs a tournament; a debugger
stops where the search stops. There is no fallback move: an agent that proposes nothing loses.
"""

import asyncio
from collections.abc import Callable
from pathlib import Path

import numpy as np

from gridarena._frames import Done, FromWorker, Offer, Trouble
from gridarena._warm import warmed
from gridarena.agent import Agent
from gridarena.desk import Desk
from gridarena.resolve import introduction
from gridarena_games.base import SEATS, Seat
from gridarena_lab.contest import Contest, ContestError, Report
from gridarena_protocol.messages import (
    Finish,
    MatchFinished,
    Proposal,
    RefereeMessage,
    Snapshot,
    TurnClosed,
    TurnOpened,
    TurnPlayed,
)
from gridarena_protocol.records import MatchHeader, MatchResult, Record, TurnRecord
from gridarena_server.clock import SystemClock
from gridarena_server.errors import Code
from gridarena_server.facts import MatchVoided
from gridarena_server.referee.live import LiveMatch
from gridarena_server.referee.referee import Referee
from gridarena_server.store.memory import MemoryStore


async def play_direct(contest: Contest, report: Report) -> list[Record]:
    """Plays all matches of the contest, one after the other.

    Raises:
        ContestError: the clock is not untimed.
        ArenaError: an agent cannot be loaded.
        ServiceError: the start position cannot be played.
    """
    if contest.clock.kind != "untimed":
        raise ContestError(f"the direct driver plays untimed only, not {contest.clock}: give no time, or use the wire")
    table = _Table(contest, report)
    try:
        return [await table.play(game) for game in contest.to_play]
    finally:
        await table.close()


class _Table:
    """A referee and its store, for one match at a time."""

    def __init__(self, contest: Contest, report: Report) -> None:
        self._contest = contest
        self._report = report
        self._clock = SystemClock()
        self._store = MemoryStore()
        self._ended = asyncio.Event()
        self._referee = Referee(
            self._store.append, self._clock, rtt_us=lambda label: 0, on_end=self._end, on_turn=report.turn
        )

    def _end(self, header: MatchHeader, end: MatchResult | MatchVoided) -> None:
        self._ended.set()

    async def play(self, game: int) -> Record:
        """Plays one match with fresh instances of both agents."""
        entrants = self._contest.seated(game)
        agents = [warmed(entrant.make()) for entrant in entrants]
        known = {one.label: introduction(agent) for one, agent in zip(entrants, agents, strict=True)}
        for label, about in known.items():
            self._contest.admit(label, about.games)
        versions = {label: about.version for label, about in known.items()}
        self._ended.clear()
        header = self._contest.header(game, versions=versions, started_at=self._clock.utc_ms())
        live = await self._referee.open(header)
        for seat, agent in zip(SEATS, agents, strict=True):
            folder = self._contest.logs(entrants[seat])
            DirectSeat(agent, seat, log_folder=folder, say=self._report.say).sit_down(live)
        await self._ended.wait()
        record = await self._store.match(header.match)
        assert record is not None  # it has just ended
        self._report.match(record)
        return record

    async def close(self) -> None:
        """Lets go of everything."""
        await self._referee.close()
        await self._store.close()


class DirectSeat:
    """A seat whose agent sits in this process; to the referee it is a stream like any other."""

    def __init__(self, agent: Agent, seat: Seat, *, log_folder: Path, say: Callable[[str], None]) -> None:
        self._stop = np.zeros(1, dtype=np.uint8)
        self._desk = Desk(agent, send=self._said, stop=self._stop, log_folder=log_folder)
        self._seat: Seat = seat
        self._say = say
        self._loop = asyncio.get_running_loop()
        self._proposals = 0

    def sit_down(self, live: LiveMatch) -> None:
        """Takes the seat."""
        self._live = live
        self._epoch = live.attach(self._seat, self)

    def send(self, message: RefereeMessage) -> None:
        """Takes a message once the referee is done with what it is at."""
        self._loop.call_soon(self._take, message)

    def close(self, code: Code | None) -> None:
        """There is nothing to close."""

    def _take(self, message: RefereeMessage) -> None:
        match message:
            case Snapshot(header, seat, turns):
                self._desk.begin(header, seat, turns)
            case TurnOpened(turn, attempt, _, played):
                self._learn(played)
                self._proposals = 0
                self._stop[0] = 0
                self._desk.play(turn, attempt)
            case TurnClosed(record) | TurnPlayed(record):
                self._learn((record,))
            case MatchFinished(result, _, played):
                self._learn(played)
                self._desk.end(result)

    def _learn(self, records: tuple[TurnRecord, ...]) -> None:
        for record in records:
            self._desk.tell(record)

    def _said(self, message: FromWorker) -> None:
        match message:
            case Offer(turn, attempt, move, thinking):
                self._proposals += 1
                proposal = Proposal(turn, attempt, self._proposals, move, thinking)
                self._live.receive(self._seat, self._epoch, proposal)
            case Done(turn, attempt):
                self._live.receive(self._seat, self._epoch, Finish(turn, attempt))
            case Trouble(text=text):
                self._say(f"{self._live.header.agents[self._seat]}: {text}")
