"""Drives one referee machine in virtual time: commits at once unless told to hold, keeps every effect."""

from typing import TypeVar

from gridarena_games.base import Answer, Seat
from gridarena_protocol.messages import Proposal
from gridarena_protocol.records import Clock, MatchHeader, Record, Reopening, Rules, TurnDetail, canonical
from gridarena_server.facts import TurnTaken
from gridarena_server.referee import signals
from gridarena_server.referee.machine import Machine
from support.toy import Pebbles

MS = 1_000_000
T = TypeVar("T")


def header(
    *, pebbles: int = 6, clock: Clock | None = None, rules: Rules | None = None, options: dict[str, str] | None = None
) -> MatchHeader:
    return MatchHeader(
        match=1,
        game="pebbles",
        setup=str(pebbles),
        options=options or {},
        clock=clock or Clock("hidden", 100),
        rules=rules or Rules(),
        agents=("ann", "bob"),
        versions=("1", "1"),
        tournament=None,
        pairing=None,
        leg=0,
        attempt=1,
        rated=True,
        started_at=1_000,
    )


class MatchTable:
    """A machine, its virtual clock, and everything it asked for."""

    def __init__(self, head: MatchHeader, *, record: Record | None = None, seats: tuple[Seat, ...] = (0, 1)) -> None:
        self.now = 0
        self.log: list[signals.Effect] = []
        self.facts: list[object] = []
        self.durable: list[object] = []
        self.hold = False
        self.present: set[Seat] = set()
        self._read = 0
        game = Pebbles()
        self._board = game.start(head.setup, head.options)
        self.machine = Machine(head, game, self._board, utc_ms=lambda: 5_000 + self.now // MS)
        if record is not None:
            self.machine.replay(record)
            self.facts += [
                TurnTaken(head.match, turn, TurnDetail(turn.turn, (), 0), canonical(turn), digest)
                for turn, digest in zip(record.turns, record.hashes, strict=True)
            ]
            self.facts += record.reopenings
            self.durable = list(self.facts)
        self._take(self.machine.start(self.now))
        for seat in seats:
            self.attach(seat)

    def _take(self, effects: list[signals.Effect]) -> None:
        self.log += effects
        for effect in effects:
            if isinstance(effect, signals.Commit):
                self.facts += effect.facts
                if not self.hold:
                    self.commit()

    def feed(self, event: signals.Event) -> list[signals.Effect]:
        start = len(self.log)
        self._take(self.machine.handle(event))
        return self.log[start:]

    def commit(self) -> list[signals.Effect]:
        self.durable = list(self.facts)
        return self.feed(signals.Committed(self.now))

    def news(self) -> list[signals.Effect]:
        """The effects since this was last asked."""
        start, self._read = self._read, len(self.log)
        return self.log[start:]

    @property
    def uncommitted(self) -> bool:
        return len(self.durable) < len(self.facts)

    @property
    def to_move(self) -> Seat:
        return self._board.to_move

    @property
    def timer_is_armed(self) -> bool:
        """The newest timer comes after the newest commit: nothing has made it old."""
        kinds = [type(effect) for effect in self.log if isinstance(effect, signals.ArmDeadline | signals.Commit)]
        return bool(kinds) and kinds[-1] is signals.ArmDeadline

    @property
    def timers(self) -> bool:
        return any(isinstance(effect, signals.ArmDeadline) for effect in self.log)

    def propose_anyhow(self, seat: Seat, move: str, *, number: int, final: bool) -> None:
        """A proposal for the turn and attempt that were opened last, whether they are still open or not."""
        opened = [effect for effect in self.log if isinstance(effect, signals.Open)]
        if opened:
            self.propose(seat, move, number=number, final=final)

    def attach(self, seat: Seat) -> list[signals.Effect]:
        self.present.add(seat)
        return self.feed(signals.SeatAttached(seat, self.now))

    def lose(self, seat: Seat) -> list[signals.Effect]:
        self.present.discard(seat)
        return self.feed(signals.SeatLost(seat, self.now))

    def propose(
        self, seat: Seat, move: str, *, number: int = 1, turn: int | None = None, attempt: int | None = None,
        final: bool = False,
    ) -> list[signals.Effect]:  # fmt: skip
        opened = self.opened
        proposal = Proposal(
            opened.turn if turn is None else turn,
            opened.attempt if attempt is None else attempt,
            number,
            move,
            final=final,
        )
        return self.feed(signals.Proposed(seat, proposal, self.now))

    def finish(self, seat: Seat) -> list[signals.Effect]:
        return self.feed(signals.Finished(seat, self.opened.turn, self.opened.attempt, self.now))

    def answer(self, accepted: bool, reason: str = "search") -> list[signals.Effect]:
        return self.feed(signals.Answered(Answer(accepted, reason, 7), self.now))

    def wait(self, ms: float) -> None:
        self.now += int(ms * MS)

    def expire(
        self, *, stall_ms: float = 0, longest_ms: float | None = None, early_ms: float = 0
    ) -> list[signals.Effect]:
        """Lets the armed timer run out; the stall is one, unless it is told how long the longest was."""
        armed = self.armed
        stall, longest = (int(ms * MS) for ms in (stall_ms, stall_ms if longest_ms is None else longest_ms))
        self.now = max(self.now, armed.at - int(early_ms * MS))
        return self.feed(signals.DeadlineReached(armed.timer, self.now, stall, longest))

    @property
    def armed(self) -> signals.ArmDeadline:
        return self._last(signals.ArmDeadline)

    @property
    def opened(self) -> signals.Open:
        return self._last(signals.Open)

    @property
    def ended(self) -> signals.End | None:
        ends = [effect for effect in self.log if isinstance(effect, signals.End)]
        return ends[-1] if ends else None

    @property
    def reopenings(self) -> list[Reopening]:
        return [fact for fact in self.facts if isinstance(fact, Reopening)]

    @property
    def record(self) -> Record:
        taken = [fact for fact in self.facts if isinstance(fact, TurnTaken)]
        return Record(
            self.machine.header,
            turns=tuple(fact.record for fact in taken),
            hashes=tuple(fact.hash for fact in taken),
            reopenings=tuple(self.reopenings),
        )

    def _last(self, kind: type[T]) -> T:
        return next(effect for effect in reversed(self.log) if isinstance(effect, kind))
