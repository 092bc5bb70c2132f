"""The referee of one match as a sans-IO machine: events in, effects out, no clock of its own.

Rationale. A match is always in exactly one phase:

    waiting ──open──▶ open ──close──▶ asking ──answer──▶ writing ──committed──▶ waiting | over
       ▲                │                                   ▲
       └── reopened ────┴───────── no oracle needed ────────┘

*waiting* (the seat to move has no stream, or the server drains), *open* (the seat may propose), *asking* (the oracle is
at work), *writing* (facts are on their way to the disk; nothing is told before they are there), *over*. A turn that has
to be opened again (the seat was away, the referee stalled, the server restarted) is written down as a Reopening before
it opens, so that no attempt number is ever used twice. Everything that arrives outside its phase is refused or put off,
never guessed at. Whoever feeds the machine hands in monotonic instants; a test hands in its own.
"""

from collections.abc import Callable
from enum import Enum

from gridarena_games.base import Answer, Board, Game, Outcome, Seat, Termination
from gridarena_games.errors import IllegalMoveError, InvalidMoveError
from gridarena_protocol.messages import Proposal
from gridarena_protocol.records import (
    MatchHeader,
    MatchResult,
    Record,
    Reopening,
    ReopenReason,
    TurnRecord,
    Verdict,
    canonical,
    chain,
    first_hash,
    link,
)
from gridarena_server.errors import CATALOGUE, Code
from gridarena_server.facts import BOTH_AWAY, MatchVoided, TurnTaken
from gridarena_server.referee import sentences, signals
from gridarena_server.referee.presence import MS, Presence
from gridarena_server.referee.turn import OpenTurn, judged

STALL_CAP_NS = 1_000 * MS
"""A longer stall, at one time, is not made up for: the turn is opened again."""
STALLED_ATTEMPTS = 3
"""So often at most; a machine that stands still in every attempt must not keep the match from its end."""
ABSENCES = 3
"""How often a match opens a turn again because its seat was away."""


class Phase(Enum):
    """Where a match stands; see the module's drawing."""

    WAITING = "waiting"
    OPEN = "open"
    ASKING = "asking"
    WRITING = "writing"
    OVER = "over"


class Machine:
    """Referees one match. Feed it with :meth:`handle`; carry its effects out in order."""

    def __init__(
        self,
        header: MatchHeader,
        game: Game,
        board: Board,
        *,
        utc_ms: Callable[[], int],
        rtt_us: Callable[[Seat], int] = lambda seat: 0,
    ) -> None:
        self.header = header
        self.turns: list[TurnRecord] = []
        self.hash = first_hash(header)
        self.phase = Phase.WAITING
        self.open_turn: OpenTurn | None = None
        self.result: MatchResult | None = None
        self.void: str | None = None
        self._game = game
        self._board = board
        self._utc_ms = utc_ms
        self._rtt_us = rtt_us
        self._presence = Presence(header.rules)
        self._attempt = 1
        self._reopen: ReopenReason | None = None
        self._absences = 0
        self._draining = False
        self._timer = 0
        self._put_off: signals.Aborted | signals.Resigned | None = None
        self._unannounced: signals.Announce | None = None
        self._durable = 0
        """How many turns are on the disk."""
        self._effects: list[signals.Effect] = []

    def replay(self, record: Record) -> None:
        """Takes up a match where its record ends; answers are trusted, never asked for again."""
        for turn in record.turns:
            move = self._game.move(turn.move) if turn.move else None
            self._board.push(move, turn.answer)
            self.turns.append(turn)
        self._durable = len(self.turns)
        self.hash = chain(record.header, record.turns)[-1]
        for reopening in record.reopenings:
            self._absences += reopening.reason == "absence"
            self._presence.restore(reopening.away_used_us)
        attempts = [again.attempt for again in record.reopenings if again.turn == self._number]
        self._attempt = max(attempts, default=1)
        self._reopen = "restart"

    @property
    def _number(self) -> int:
        """The number of the turn that is open or comes next."""
        return len(self.turns) + 1

    @property
    def settled(self) -> bool:
        """True when nothing of the match is under way: no open turn, no question, no write."""
        return self.phase in (Phase.WAITING, Phase.OVER)

    def start(self, at: int) -> list[signals.Effect]:
        """Begins to wait for the seats; the first effects of the match."""
        outcome = self._board.outcome()
        if outcome is None:
            self._go_on(at)
        else:
            self._write_result(outcome, sentences.completed(self.header, outcome, len(self.turns)))
        return self._take_effects()

    def handle(self, event: signals.Event) -> list[signals.Effect]:
        """Moves on by one event and says what is to be done, in order."""
        if self.phase is not Phase.OVER:
            self._dispatch(event)
        elif isinstance(event, signals.Proposed):
            self._refuse(event.seat, Code.MATCH_OVER, event.proposal)
        return self._take_effects()

    def break_down(self) -> list[signals.Effect]:
        """A fault of the referee's or of the game's code voids the match; it is never a seat's."""
        self._effects.clear()
        if self.phase is not Phase.OVER:
            self.result = self._unannounced = None
            self._write_void("the referee failed; the host's log says how")
        return self._take_effects()

    def _take_effects(self) -> list[signals.Effect]:
        effects, self._effects = self._effects, []
        return effects

    def _dispatch(self, event: signals.Event) -> None:
        match event:
            case signals.Proposed():
                self._propose(event)
            case signals.Finished():
                self._finish(event)
            case signals.Committed():
                self._committed(event.at)
            case signals.Unwritten():
                self._unwritten()
            case signals.DeadlineReached():
                self._deadline(event)
            case signals.Answered():
                self._answered(event)
            case signals.SeatAttached():
                self._attach(event)
            case signals.SeatLost():
                self._lose(event)
            case signals.Resigned() | signals.Aborted():
                self._give_up(event)
            case signals.Drained():
                self._draining = True
                if self.phase is Phase.WAITING:
                    self._wait_no_longer()

    # --- presence -----------------------------------------------------------------------------------------------------

    def _attach(self, event: signals.SeatAttached) -> None:
        self._presence.attach(event.seat, event.at)
        turn = self.open_turn
        if self.phase is Phase.OPEN and turn is not None and turn.seat == event.seat:
            turn.last_number = 0
            self._tell_open(turn, event.at)
        elif self.phase is Phase.WAITING and event.seat == self._board.to_move:
            self._go_on(event.at)
        elif self.phase is Phase.WAITING and self._presence.rival_awaited:
            self._gone(self._board.to_move)

    def _lose(self, event: signals.SeatLost) -> None:
        self._presence.lose(event.seat)
        turn = self.open_turn
        if self.phase is not Phase.OPEN or turn is None or turn.seat != event.seat:
            return
        turn.was_away = True
        if turn.deadline_ns is None:
            self._reopen_for("absence", event.at)

    def _patience_over(self, at: int) -> None:
        mover = self._board.to_move
        if self._presence.attached(_other(mover)):
            self._gone(mover)
        elif self._presence.rival_awaited:
            self._write_void(BOTH_AWAY)
        else:
            self._arm(self._presence.wait_for_rival(_other(mover), at))

    def _wait_no_longer(self) -> None:
        """The server is about to stop: nobody's patience runs, and no timer of it counts."""
        self._timer += 1
        self._presence.stop_waiting()

    def _gone(self, seat: Seat) -> None:
        joined = self._presence.joined(seat)
        if joined or any(turn.seat == seat for turn in self.turns):
            reason = sentences.abandoned(self.header, seat, self._number, after_restart=not joined)
            self._write_loss(seat, "abandoned", reason)
        else:
            self._write_loss(seat, "absent", sentences.absent(self.header, seat))

    # --- opening ------------------------------------------------------------------------------------------------------

    def _go_on(self, at: int) -> None:
        """From between two turns: end, skip, wait, write the reopening down, or open."""
        self.phase = Phase.WAITING
        mover = self._board.to_move
        if self._put_off is not None:
            self._give_up(self._put_off)
        elif self._board.forced_skip():
            self._write_skip(at)
        elif self._draining:
            self._wait_no_longer()
        elif not self._presence.attached(mover):
            self._arm(self._presence.wait_for(mover, at))
        elif self._reopen is not None:
            self._write_reopening(self._reopen)
        else:
            self._open(at)

    def _open(self, at: int) -> None:
        self._presence.stop_waiting()
        clock = self.header.clock
        deadline = None if clock.budget_ms is None else at + (clock.budget_ms + clock.grace_ms) * MS
        self.open_turn = OpenTurn(self._number, self._board.to_move, self._attempt, at, self._utc_ms(), deadline)
        self.phase = Phase.OPEN
        self._tell_open(self.open_turn, at)
        if deadline is not None:
            self._arm(deadline)

    def _tell_open(self, turn: OpenTurn, at: int) -> None:
        clock = self.header.clock
        budget = None
        if clock.kind == "revealed" and clock.budget_ms is not None:
            budget = max(0, clock.budget_ms - (at - turn.opened_ns) // MS)
        self._effects.append(signals.Open(turn.seat, turn.turn, turn.attempt, budget))

    def _reopen_for(self, reason: ReopenReason, at: int) -> None:
        self.open_turn = None
        self._reopen = reason
        self._go_on(at)

    def _write_reopening(self, reason: ReopenReason) -> None:
        self._reopen = None
        self._attempt += 1
        used = self._presence.away_used_us
        self._write(Reopening(self.header.match, self._number, self._attempt, self._board.to_move, reason, used))

    # --- proposals ----------------------------------------------------------------------------------------------------

    def _propose(self, event: signals.Proposed) -> None:
        proposal, turn = event.proposal, self.open_turn
        code = self._stale(event.seat, proposal.turn, proposal.attempt)
        if code is not None or turn is None:
            self._refuse(event.seat, code or Code.NO_TURN, proposal)
        elif proposal.number <= turn.last_number:
            self._refuse(event.seat, Code.STALE_NUMBER, proposal)
        else:
            turn.last_number = proposal.number
            if self.header.rules.illegal == "lose" or self._playable(event.seat, proposal, turn):
                turn.add(proposal, event.at)
                if proposal.final:
                    turn.ended_by_seat = True
                    self._close(turn, event.at)

    def _finish(self, event: signals.Finished) -> None:
        turn = self.open_turn
        code = self._stale(event.seat, event.turn, event.attempt)
        if code is not None or turn is None:
            self._refuse(event.seat, code or Code.NO_TURN, Proposal(event.turn, event.attempt, 0, ""))
        else:
            turn.was_away = False
            turn.ended_by_seat = True
            self._close(turn, event.at)

    def _stale(self, seat: Seat, number: int, attempt: int) -> Code | None:
        turn = self.open_turn
        if self.phase is not Phase.OPEN or turn is None or turn.seat != seat:
            return Code.STALE_TURN if number <= self._number else Code.NO_TURN
        if number != turn.turn:
            return Code.STALE_TURN
        return None if attempt == turn.attempt else Code.STALE_ATTEMPT

    def _playable(self, seat: Seat, proposal: Proposal, turn: OpenTurn) -> bool:
        try:
            self._board.question(self._game.move(proposal.move))
        except (InvalidMoveError, IllegalMoveError) as error:
            code = Code.INVALID_MOVE if isinstance(error, InvalidMoveError) else Code.ILLEGAL_MOVE
            turn.refused, turn.refusal = turn.refused + 1, str(error)
            self._refuse(seat, code, proposal, turn.refusal)
            return False
        return True

    def _refuse(self, seat: Seat, code: Code, proposal: Proposal, text: str | None = None) -> None:
        text = text or CATALOGUE[code].text
        self._effects.append(signals.Refuse(seat, code, proposal.turn, proposal.attempt, proposal.number, text))

    # --- the deadline and the verdict ---------------------------------------------------------------------------------

    def _deadline(self, event: signals.DeadlineReached) -> None:
        turn = self.open_turn
        if event.timer != self._timer:
            return
        if self.phase is Phase.WAITING:
            self._patience_over(event.at)
        elif self.phase is Phase.OPEN and turn is not None and turn.deadline_ns is not None:
            turn.stall_ns = event.stall
            if event.longest > STALL_CAP_NS and self._attempt <= STALLED_ATTEMPTS:
                self._reopen_for("stall", event.at)
            elif event.at < turn.deadline_ns + event.stall:
                self._arm(turn.deadline_ns + event.stall)
            else:
                self._close(turn, event.at)

    def _close(self, turn: OpenTurn, at: int) -> None:
        turn.closed_ns = at
        if turn.last is None:
            self._close_empty(turn, at)
            return
        try:
            turn.move = self._game.move(turn.last.move)
            question = self._board.question(turn.move)
        except InvalidMoveError as error:
            self._write_fault(turn, "illegal", "illegal", str(error))
        except IllegalMoveError as error:
            self._write_fault(turn, "illegal", "taboo" if error.reason == "taboo" else "illegal", str(error))
        else:
            if question is None:
                self._write_move(turn, None)
            else:
                self.phase = Phase.ASKING
                self._effects.append(signals.Ask(question))

    def _close_empty(self, turn: OpenTurn, at: int) -> None:
        if turn.was_away and self._absences < ABSENCES and self.header.rules.away_ms > 0:
            self._absences += 1
            self._reopen_for("absence", at)
        else:
            self._write_fault(turn, "missing", "missing", "no proposal")

    def _answered(self, event: signals.Answered) -> None:
        turn = self.open_turn
        if self.phase is not Phase.ASKING or turn is None:
            return
        if event.answer is None:
            self._write_void("the oracle gave no answer")
        else:
            self._write_move(turn, event.answer)

    # --- writing ------------------------------------------------------------------------------------------------------

    def _write_move(self, turn: OpenTurn, answer: Answer | None) -> None:
        applied = self._board.push(turn.move, answer)
        verdict, reason = judged(answer)
        record = turn.record(verdict, reason, rtt_us=self._rtt_us(turn.seat), applied=applied, answer=answer)
        self._write_turn(turn, record, self._board.outcome())

    def _write_fault(self, turn: OpenTurn, verdict: Verdict, termination: Termination, reason: str) -> None:
        record = turn.record(verdict, reason, rtt_us=self._rtt_us(turn.seat))
        self._write_turn(turn, record, Outcome(_other(turn.seat), termination, self._board.points))

    def _write_skip(self, at: int) -> None:
        turn = OpenTurn(self._number, self._board.to_move, self._attempt, at, self._utc_ms(), None, closed_ns=at)
        applied = self._board.push(None, None)
        record = turn.record("skipped", "no move", rtt_us=0, applied=applied)
        self._write_turn(turn, record, self._board.outcome())

    def _write_turn(self, turn: OpenTurn, record: TurnRecord, outcome: Outcome | None) -> None:
        text = canonical(record)
        self.hash = link(self.hash, text)
        self.turns.append(record)
        self.open_turn = None
        if record.verdict != "skipped":
            self._unannounced = signals.Announce(record, urgent=not turn.ended_by_seat)
        self._attempt, self._reopen = 1, None
        taken = TurnTaken(self.header.match, record, turn.detail(), text, self.hash)
        if outcome is None:
            self._write(taken)
        elif outcome.termination == "completed":
            self._write_result(outcome, sentences.completed(self.header, outcome, len(self.turns)), taken)
        elif outcome.termination == "missing":
            self._write_result(outcome, sentences.missing(self.header, turn, record), taken)
        else:
            self._write_result(outcome, sentences.forbidden(self.header, record, outcome.termination), taken)

    def _write_loss(self, seat: Seat, termination: Termination, reason: str) -> None:
        self._write_result(Outcome(_other(seat), termination, self._board.points), reason)

    def _write_result(self, outcome: Outcome, reason: str, *before: TurnTaken) -> None:
        self.open_turn = None
        self.result = MatchResult(
            match=self.header.match,
            winner=outcome.winner,
            points=outcome.points,
            termination=outcome.termination,
            reason=reason,
            rated=self.header.rated and outcome.termination != "absent",
            turns=len(self.turns),
            hash=self.hash,
            ended_at=self._utc_ms(),
        )
        self._write(*before, self.result)

    def _write_void(self, reason: str) -> None:
        self.open_turn = None
        self.void = reason
        self._write(MatchVoided(self.header.match, reason, self._utc_ms()))

    def _write(self, *facts: TurnTaken | MatchResult | MatchVoided | Reopening) -> None:
        self.phase = Phase.WRITING
        self._timer += 1
        self._presence.stop_waiting()
        self._effects.append(signals.Commit(facts))

    def _committed(self, at: int) -> None:
        self._durable = len(self.turns)
        if self._unannounced is not None:
            self._effects.append(self._unannounced)
            self._unannounced = None
        if self.result is not None or self.void is not None:
            self.phase = Phase.OVER
            self._effects.append(signals.End(self.result, self.void))
        else:
            self._go_on(at)

    def _unwritten(self) -> None:
        """What was played is lost, and nobody is told of it; the match is void, if at least that can be written."""
        del self.turns[self._durable :]
        self.result = self._unannounced = None
        self._write_void("the referee could not write it down; the host's log says why")

    def _give_up(self, event: signals.Aborted | signals.Resigned) -> None:
        if self.phase is Phase.WRITING:
            if self.result is None and self.void is None and not isinstance(self._put_off, signals.Aborted):
                self._put_off = event  # the host's word stands, whatever a seat says meanwhile
            return
        self._put_off = None
        if isinstance(event, signals.Aborted):
            self._write_void(event.reason)
        else:
            self._write_loss(event.seat, "resigned", sentences.resigned(self.header, event.seat, self._number))

    def _arm(self, at: int) -> None:
        self._timer += 1
        self._effects.append(signals.ArmDeadline(self._timer, at))


def _other(seat: Seat) -> Seat:
    return 1 if seat == 0 else 0
