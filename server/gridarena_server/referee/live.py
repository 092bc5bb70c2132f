"""One match that is being played: carries out its machine's effects on the event loop.

Everything here is synchronous and runs on the loop; the machine sees one event at a time. At a deadline the clock is
read again (timers may be early) and the stream readers get to run first, so that what had arrived before a stall still
counts.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from typing import Protocol

from gridarena_games.base import SEATS, Answer, Oracle, Question, Seat
from gridarena_protocol.messages import (
    Finish,
    MatchFinished,
    Proposal,
    ProposalRefused,
    RefereeMessage,
    Resign,
    Snapshot,
    TurnClosed,
    TurnOpened,
    TurnPlayed,
)
from gridarena_protocol.records import MatchHeader, MatchResult, TurnRecord
from gridarena_server.clock import Clock
from gridarena_server.errors import Code
from gridarena_server.facts import HostEvent, MatchVoided
from gridarena_server.referee import signals
from gridarena_server.referee.heartbeat import Heartbeat
from gridarena_server.referee.machine import Machine
from gridarena_server.referee.oracles import OracleDesk

READER_PASSES = 3
"""Loop passes before a turn closes: input is picked up in the first, its reader's task runs by the second."""
PATIENCE_S = 0.25
"""How long news that a seat can wait for waits for what opens its next turn, before it is sent alone. Between agents
that answer at once this halves the messages."""

log = logging.getLogger(__name__)

Append = Callable[..., "asyncio.Future[int]"]


class SeatLink(Protocol):
    """A seat's newest stream."""

    def send(self, message: RefereeMessage) -> None:
        """Queues a message; never blocks, keeps the order."""
        ...

    def close(self, code: Code | None) -> None:
        """Ends the stream behind what was sent; None is a good end."""
        ...


class Watchers(Protocol):
    """Who wants to know; called on the loop, must not block."""

    def on_turn(self, match: int, record: TurnRecord) -> None:
        """Readers may see this turn from now on."""
        ...

    def on_end(self, header: MatchHeader, end: MatchResult | MatchVoided) -> None:
        """The match is over, durably."""
        ...


class LiveMatch:
    """A match with its seats' streams, its timer and its way to the store."""

    def __init__(
        self,
        machine: Machine,
        oracle: Oracle | None,
        *,
        append: Append,
        clock: Clock,
        desk: OracleDesk,
        heartbeat: Heartbeat,
        watchers: Watchers,
    ) -> None:
        self.header = machine.header
        self._machine = machine
        self._oracle = oracle
        self._append = append
        self._clock = clock
        self._desk = desk
        self._heartbeat = heartbeat
        self._watchers = watchers
        self._loop = asyncio.get_running_loop()
        self._links: list[SeatLink | None] = [None, None]
        self._epochs = [0, 0]
        self._told = [len(machine.turns), len(machine.turns)]
        """Of how many turns each seat was told."""
        self._due = [len(machine.turns), len(machine.turns)]
        """Of how many it may be."""
        self._untold_since: list[float | None] = [None, None]
        """When each seat began to wait for news."""
        self._tellers: list[asyncio.TimerHandle | None] = [None, None]
        """Look after it; one timer for many turns, for nearly all news travel in time."""
        self._revealed = len(machine.turns)
        self._events: deque[signals.Event] = deque()
        self._feeding = False
        self._timer: asyncio.TimerHandle | None = None
        self._asking: asyncio.Task[None] | None = None
        self.stuck = False
        """Nothing can be written of it any more, not even its end."""
        self.settled = asyncio.Event()
        """Set while nothing of the match is under way."""

    @property
    def turns(self) -> list[TurnRecord]:
        """The turns that readers may see."""
        return self._machine.turns[: self._revealed]

    def start(self) -> None:
        """Begins to wait for the seats."""
        self._carry_out(self._machine.start(self._clock.now_ns()))

    # --- the seats' side ----------------------------------------------------------------------------------------------

    def attach(self, seat: Seat, link: SeatLink) -> int:
        """Makes this stream the seat's; an older one ends as superseded. Returns the seat's new epoch."""
        older = self._links[seat]
        self._epochs[seat] += 1
        self._links[seat] = link
        if older is not None:
            older.close(Code.SUPERSEDED)
            text = f"seat {seat} ({self.header.agents[seat]}) was taken over by a newer stream"
            self._append(HostEvent("seat.superseded", text, self._clock.utc_ms(), match=self.header.match))
        known = (*self._machine.turns[: self._told[seat]], *self._take_untold(seat))
        link.send(Snapshot(self.header, seat, known, self._epochs[seat]))
        self._feed(signals.SeatAttached(seat, self._clock.now_ns()))
        return self._epochs[seat]

    def detach(self, seat: Seat, epoch: int) -> None:
        """The stream of this epoch is gone; an old epoch's end means nothing."""
        if epoch == self._epochs[seat] and self._links[seat] is not None:
            self._links[seat] = None
            self._feed(signals.SeatLost(seat, self._clock.now_ns()))

    def receive(self, seat: Seat, epoch: int, message: Proposal | Finish | Resign) -> None:
        """Takes what the seat sent; a superseded stream is not heard."""
        if epoch != self._epochs[seat]:
            return
        at = self._clock.now_ns()
        if isinstance(message, Proposal):
            self._feed(signals.Proposed(seat, message, at))
        elif isinstance(message, Finish):
            self._feed(signals.Finished(seat, message.turn, message.attempt, at))
        else:
            self._feed(signals.Resigned(seat, at))

    # --- the host's side ----------------------------------------------------------------------------------------------

    def abort(self, reason: str) -> None:
        """Voids the match as soon as nothing is being written."""
        self._feed(signals.Aborted(reason, self._clock.now_ns()))

    def drain(self) -> None:
        """Opens no further turn."""
        self._feed(signals.Drained(self._clock.now_ns()))

    def close(self) -> None:
        """Lets go of timer and streams; the match stays unfinished and is taken up at the next start."""
        self.drain()  # what is being written opens no further turn
        self._disarm()
        if self._asking is not None:
            self._asking.cancel()
        for seat in SEATS:
            self._tell(seat)
            link = self._links[seat]
            if link is not None:
                link.close(Code.DRAINING)
                self._links[seat] = None

    # --- events in, effects out ---------------------------------------------------------------------------------------

    def _feed(self, event: signals.Event) -> None:
        self._events.append(event)
        if not self._feeding:
            self._carry_out([])

    def _carry_out(self, effects: list[signals.Effect]) -> None:
        """These, and what comes of them."""
        self._feeding = True
        try:
            self._perform(effects)
            while self._events:
                self._perform(self._handle(self._events.popleft()))
        finally:
            self._feeding = False
        self._note_whether_settled()

    def _handle(self, event: signals.Event) -> list[signals.Effect]:
        try:
            return self._machine.handle(event)
        except Exception:
            log.exception("match %d broke down", self.header.match)
            return self._machine.break_down()

    def _perform(self, effects: list[signals.Effect]) -> None:
        for effect in effects:
            match effect:
                case signals.Open():
                    self._open(effect)
                case signals.Refuse():
                    self._refuse(effect)
                case signals.Commit():
                    self._commit(effect)
                case signals.Announce():
                    self._announce(effect)
                case signals.Ask():
                    self._ask(effect.question)
                case signals.ArmDeadline():
                    self._arm(effect)
                case signals.End():
                    self._end(effect)

    def _note_whether_settled(self) -> None:
        settled = self._machine.settled or self.stuck
        if settled != self.settled.is_set():
            (self.settled.set if settled else self.settled.clear)()

    def _send(self, seat: Seat, message: RefereeMessage) -> None:
        link = self._links[seat]
        if link is not None:
            link.send(message)

    def _take_untold(self, seat: Seat) -> tuple[TurnRecord, ...]:
        """What the seat may know and was not told, which it is now."""
        self._untold_since[seat] = None
        records = tuple(self._machine.turns[self._told[seat] : self._due[seat]])
        self._told[seat] = self._due[seat]
        return records

    def _tell(self, seat: Seat) -> None:
        for record in self._take_untold(seat):
            own = record.seat == seat and record.verdict != "skipped"
            self._send(seat, TurnClosed(record) if own else TurnPlayed(record))

    def _tell_soon(self, seat: Seat) -> None:
        """Tells the seat with its next turn, or when its rival takes longer than it should wait."""
        if self._told[seat] < self._due[seat] and self._untold_since[seat] is None:
            self._untold_since[seat] = now = self._loop.time()
            if self._tellers[seat] is None:
                self._tellers[seat] = self._loop.call_at(now + PATIENCE_S, self._tell_late, seat)

    def _tell_late(self, seat: Seat) -> None:
        since, self._tellers[seat] = self._untold_since[seat], None
        if since is None:
            return
        if self._loop.time() < since + PATIENCE_S:
            self._tellers[seat] = self._loop.call_at(since + PATIENCE_S, self._tell_late, seat)
        else:
            self._tell(seat)

    def _open(self, effect: signals.Open) -> None:
        mover = effect.seat
        self._let_know()
        self._send(mover, TurnOpened(effect.turn, effect.attempt, effect.budget_ms, self._take_untold(mover)))
        self._tell_soon(1 if mover == 0 else 0)
        self._reveal()

    def _let_know(self) -> None:
        """Both seats may know every turn there is; they are told before the readers."""
        self._due = [len(self._machine.turns)] * 2

    def _reveal(self) -> None:
        """All readers may know every turn there is."""
        turns = self._machine.turns
        while self._revealed < len(turns):
            self._revealed += 1
            self._watchers.on_turn(self.header.match, turns[self._revealed - 1])

    def _refuse(self, effect: signals.Refuse) -> None:
        message = ProposalRefused(effect.turn, effect.attempt, effect.number, effect.code.value, effect.text)
        self._send(effect.seat, message)

    def _announce(self, effect: signals.Announce) -> None:
        seat = effect.record.seat
        self._due[seat] = effect.record.turn
        (self._tell if effect.urgent else self._tell_soon)(seat)

    def _commit(self, effect: signals.Commit) -> None:
        self._disarm()
        written = self._append(*effect.facts)
        if written.done():
            self._written(written)
        else:
            written.add_done_callback(self._written)

    def _written(self, future: "asyncio.Future[int]") -> None:
        if future.cancelled():
            return
        error = future.exception()
        if error is None:
            self._feed(signals.Committed(self._clock.now_ns()))
            return
        log.error("match %d cannot be written: %s", self.header.match, error)
        if self._machine.void is None:
            self._feed(signals.Unwritten(self._clock.now_ns()))
            return
        self.stuck = True
        for link in self._links:  # not even that it is void; it is taken up at the next start
            if link is not None:
                link.close(Code.INTERNAL)
        self._note_whether_settled()

    def _ask(self, question: Question) -> None:
        if self._oracle is None:
            raise TypeError(f"game {self.header.game!r} asks questions but has no oracle")
        self._asking = self._desk.ask(self._oracle, question, self._answered)

    def _answered(self, answer: Answer | None) -> None:
        self._asking = None
        self._feed(signals.Answered(answer, self._clock.now_ns()))

    def _end(self, effect: signals.End) -> None:
        self._disarm()
        self._let_know()
        for seat in SEATS:
            self._send(seat, MatchFinished(effect.result, effect.void, self._take_untold(seat)))
            link = self._links[seat]
            if link is not None:
                link.close(None)
        self._reveal()
        voided = MatchVoided(self.header.match, effect.void or "", self._clock.utc_ms())
        self._watchers.on_end(self.header, effect.result or voided)

    # --- the timer ----------------------------------------------------------------------------------------------------

    def _disarm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _arm(self, effect: signals.ArmDeadline) -> None:
        self._disarm()
        delay = max(0, effect.at - self._clock.now_ns()) / 1e9
        self._timer = self._loop.call_later(delay, self._timer_fired, effect, READER_PASSES)

    def _timer_fired(self, effect: signals.ArmDeadline, passes: int) -> None:
        now = self._clock.now_ns()
        if now < effect.at:
            self._arm(effect)
        elif passes:
            self._loop.call_soon(self._timer_fired, effect, passes - 1)
        else:
            turn = self._machine.open_turn
            stalls = [] if turn is None else self._heartbeat.stalls_ns(turn.opened_ns, now)
            self._feed(signals.DeadlineReached(effect.timer, now, sum(stalls), max(stalls, default=0)))
