"""One match as the network process sees it: the board, the open turn, and what the student is told.

Sans-IO: messages of the referee and frames of the worker come in, messages and lines go out; time is injected. A lost
connection only takes the way out: the search goes on, and what it found is said again on the next stream.
"""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from gridarena._frames import Offer, Trouble
from gridarena._outlet import Outlet
from gridarena._search import Search, Task, Workshop
from gridarena._workers import PATIENCE_S, Timers, Worker
from gridarena.ending import look
from gridarena.match import Match
from gridarena.position import Position
from gridarena.turn import LINE_LIMIT
from gridarena_games.base import Move
from gridarena_games.errors import GameError
from gridarena_protocol.messages import (
    Finish,
    MatchFinished,
    Proposal,
    ProposalRefused,
    RefereeMessage,
    SeatMessage,
    Snapshot,
    TurnClosed,
    TurnOpened,
    TurnPlayed,
)
from gridarena_protocol.records import Thinking, TurnRecord, first_hash, next_hash

CANDIDATES = 16
"""Random moves kept ready, so that a turn's first word need not wait for all moves to be listed."""
CRASHES = 2
"""Workers that may die in one turn before its search is given up."""
FLOOD = 1000
"""Proposals of one turn from which on the student is told that most of them stay here."""
TROUBLES = 3
"""How often in a match an exception of one class is worth a line on the terminal."""
_RACES = frozenset({"stale_turn", "stale_attempt", "no_turn"})
"""Refusals that only mean: too late."""

Say = Callable[[str], None]


class MatchPlay:
    """Plays one seat of one match."""

    def __init__(
        self,
        match: Match,
        *,
        workshop: Workshop,
        timers: Timers,
        say: Say,
        note: Say,
        tell: Say | None = None,
        fallback: bool = True,
        remark: Callable[[], str] | None = None,
        rng: random.Random | None = None,
    ) -> None:
        """Prepares to play.

        Args:
            match: The match, from this seat.
            workshop: Where workers come from.
            timers: The event loop.
            say: Takes lines for the terminal.
            note: Takes lines for the match's log.
            tell: Takes the line of the result for the terminal; None: ``say`` does.
            fallback: Send a random legal move when a turn opens.
            remark: What to add to what the agent thought of a proposal, asked each time.
            rng: Of that move.
        """
        self.match = match
        self.end: MatchFinished | None = None
        """How the match ended."""
        self._timers = timers
        self._say = say
        self._note = note
        self._tell = tell or say
        self._remark = remark
        self._rng = (rng or random.Random()) if fallback else None
        self._position = Position(match.header)
        self._hash = first_hash(match.header)
        self._search = Search(self.match, owner=self, workshop=workshop, timers=timers)
        self._send: Callable[[SeatMessage], None] | None = None
        self._outlet: Outlet | None = None
        self._candidates: list[Move] = []
        self._crashes = 0
        self._helpless = False
        self._told: set[object] = set()
        self._troubles: Counter[str] = Counter()

    # --- the connection -----------------------------------------------------------------------------------------------

    def connected(self, send: Callable[[SeatMessage], None]) -> None:
        """A stream is there; the referee speaks first."""
        self._send = send

    def disconnected(self) -> None:
        """The stream is gone; the search goes on."""
        self._send = None

    def receive(self, message: RefereeMessage) -> None:
        """Takes what the referee says.

        Raises:
            MissedTurnError: something was never told; a new stream begins with a snapshot.
            GameError: the rules here and there disagree.
        """
        match message:
            case TurnOpened():
                self.hear(message.played)
                self._opened(message)
            case TurnClosed(record) | TurnPlayed(record):
                self.hear((record,))
            case Snapshot():
                self._catch_up(message.turns)
                self._prepare()
            case ProposalRefused():
                self._refused(message)
            case MatchFinished():
                self._finished(message)

    def take(self, worker: Worker) -> None:
        """A warm worker is there."""
        self._search.take(worker)

    def do_without(self) -> None:
        """No worker will come any more: every turn ends with its fallback."""
        self._once("helpless", "no worker is left; only fallback moves are played from here on")
        self._helpless = True
        if self._outlet is not None:
            self._outlet.finish()

    def drop(self) -> None:
        """Gives the match up from here; the worker is not used again."""
        self._close_outlet()
        self._search.drop()

    # --- turns --------------------------------------------------------------------------------------------------------

    def _learn(self, records: tuple[TurnRecord, ...]) -> None:
        for record in records:
            if self._position.tell(record):
                self._hash = next_hash(self._hash, record)
                self._search.tell(record)
                if self._outlet is not None and self._outlet.turn == record.turn:
                    self._close_outlet()
                    self._search.close()

    def _opened(self, opened: TurnOpened) -> None:
        outlet = self._outlet
        if outlet is None or (outlet.turn, outlet.attempt) != (opened.turn, opened.attempt):
            self._close_outlet()
            self._crashes = 0
            self._outlet = outlet = Outlet(
                opened.turn, opened.attempt, fallback=self._fallback(), send=self._emit, timers=self._timers
            )
            outlet.open()
            budget = opened.budget_ms
            deadline = None if budget is None else self._timers.time() + budget / 1000
            self._search.open(Task(opened.turn, opened.attempt, deadline))
            if self._helpless:
                outlet.finish()
        else:
            outlet.open()

    def _catch_up(self, records: tuple[TurnRecord, ...]) -> None:
        """Takes the whole match from a new stream; the turn that was under way when the old one broke may be over."""
        outlet = self._outlet
        self._learn(records)
        if outlet is not None and outlet.turn <= len(records):
            self._tell_of(records[outlet.turn - 1], outlet)

    def hear(self, records: tuple[TurnRecord, ...]) -> None:
        """Takes turns that were just played; an own one comes alone, or with what opens the next."""
        outlet = self._outlet
        self._learn(records)
        for record in records:
            if record.seat == self.match.seat:
                self._tell_of(record, outlet)

    def _tell_of(self, record: TurnRecord, outlet: Outlet | None) -> None:
        if outlet is not None and outlet.turn == record.turn:
            self._tell_counts(record, outlet)
        if record.verdict in ("missing", "illegal") or (record.verdict == "taboo" and record.skip is None):
            self.say(f"turn {record.turn}: {record.move or 'no move'}: {record.verdict}: {record.reason}")
        elif record.fallback:
            text = f"turn {record.turn}: the search proposed nothing in time; the fallback {record.move} counted"
            self._say_a_few("fallback", text)

    def _tell_counts(self, record: TurnRecord, outlet: Outlet) -> None:
        late = outlet.sent - record.proposals
        if late > 0 and outlet.attempt == record.attempt:
            self._note(
                f"turn {record.turn}: {late} of {outlet.sent} proposals did not arrive in time; "
                f"number {record.number} counted, after {record.arrival_us / 1000:.1f} of "
                f"{record.used_us / 1000:.1f} ms, round trip {record.rtt_us / 1000:.1f} ms"
            )
        if outlet.offers >= FLOOD:
            counts = f"{outlet.offers} proposals, of which {outlet.sent} were sent (the newest each 5 ms)"
            text = f"turn {record.turn}: {counts}"
            if not self._once("flood", f"{text}; from here on only the log counts them"):
                self._note(text)

    def _refused(self, refused: ProposalRefused) -> None:
        if refused.code not in _RACES:
            text = f"turn {refused.turn}: proposal {refused.number} did not count: {refused.text}"
            self._once((refused.turn, refused.code), text)

    def _finished(self, finished: MatchFinished) -> None:
        self.hear(finished.played)
        self._close_outlet()
        self.end = finished
        result = finished.result
        self._note(self._ending(finished))
        self._tell(f"match {self.match.number}: {self._ending(finished)}; see: {look(self.match.number, result)}")
        if result is not None:
            self._note(f"the last hash of the match is {result.hash}")
            if result.turns == len(self._position.turns) and result.hash != self._hash:
                self.say(f"the server's record is not what was played here: expected hash {self._hash}")
        self._search.end(result)

    def _ending(self, finished: MatchFinished) -> str:
        result = finished.result
        if result is None:
            return f"void: {finished.void}"
        word = "drawn" if result.winner is None else "won" if result.winner == self.match.seat else "lost"
        return f"{word} {result.points[self.match.seat]}:{result.points[1 - self.match.seat]}: {result.reason}"

    def _close_outlet(self) -> None:
        if self._outlet is not None:
            self._outlet.close()
            self._outlet = None

    def _emit(self, message: Proposal | Finish) -> None:
        if self._send is not None:
            self._send(message)

    # --- the fallback -------------------------------------------------------------------------------------------------

    def _prepare(self) -> None:
        """Draws moves ahead of the turn; most of them stay legal whatever the rival plays."""
        if self._rng is not None and self.end is None:
            moves = list(self._position.board.legal_moves())
            self._candidates = self._rng.sample(moves, min(CANDIDATES, len(moves)))

    def _fallback(self) -> str | None:
        if self._rng is None:
            return None
        board, game = self._position.board, self._position.game
        for move in self._candidates:
            try:
                board.question(move)
            except GameError:
                continue
            return game.text(move)
        moves = list(board.legal_moves())
        return game.text(self._rng.choice(moves)) if moves else None

    # --- the search ---------------------------------------------------------------------------------------------------

    def offered(self, offer: Offer) -> None:
        """The search proposes."""
        outlet = self._outlet
        if outlet is not None and (outlet.turn, outlet.attempt) == (offer.turn, offer.attempt):
            outlet.offer(offer if self._remark is None else _remarked(offer, self._remark()))

    def came_back(self, turn: int, attempt: int) -> None:
        """The search is over, which ends the turn if that was not over before; now there is time."""
        outlet = self._outlet
        if outlet is not None and (outlet.turn, outlet.attempt) == (turn, attempt):
            outlet.finish()
        self._timers.call_later(0, self._prepare)

    def crashed(self, turn: int, attempt: int) -> bool:
        """A turn whose searches keep dying is ended with what was proposed."""
        self._crashes += 1
        if self._crashes < CRASHES:
            return True
        self.came_back(turn, attempt)
        self.say(f"turn {turn}: {self._crashes} workers died in it; the last proposal stands")
        return False

    def overran(self, turn: int) -> None:
        """The search of this turn did not stop, and was killed."""
        self.say(
            f"turn {turn}: the search went on {PATIENCE_S * 1000:.0f} ms after the turn had closed and was killed; "
            "a fresh worker takes over. Poll turn.stop[0] or turn.closed"
        )

    def troubled(self, trouble: Trouble) -> None:
        """The student's code has raised."""
        self._say_a_few(trouble.kind, trouble.text)

    def died(self, reason: str) -> None:
        """The worker ended by itself; the pool has another one."""
        self._say_a_few("died", f"{reason}; a fresh one takes over")

    def say(self, text: str) -> None:
        """One line for the student, on the terminal and in the log."""
        self._note(text)
        self._say(f"match {self.match.number}: {text}")

    def _say_a_few(self, kind: str, text: str) -> None:
        """What goes on happening goes to the log alone."""
        times = self._troubles[kind] = self._troubles[kind] + 1
        if times < TROUBLES:
            self.say(text)
        elif times == TROUBLES:
            self.say(f"{text} (further ones go to the log only)")
        else:
            self._note(text)

    def _once(self, key: object, text: str) -> bool:
        """Says it unless it has been said; True when it was new."""
        new = key not in self._told
        if new:
            self._told.add(key)
            self.say(text)
        return new


def _remarked(offer: Offer, remark: str) -> Offer:
    """The proposal with a word behind the agent's own."""
    thought = offer.thinking or Thinking()
    return replace(offer, thinking=replace(thought, line="; ".join(filter(None, (thought.line, remark)))[:LINE_LIMIT]))
