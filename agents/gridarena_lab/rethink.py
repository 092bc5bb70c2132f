"""Lets an agent think once more about one turn of a recorded match: same position, same taboos, same clock.

It happens in this process and in its main thread, so that prints and ``breakpoint()`` work as in any script; the clock
stands still at a breakpoint. A second thread closes the turn. What the agent had learned in earlier turns of the match
is not there: it sits down as an agent does that takes a match over.
"""

import _thread
import sys
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from gridarena import desk
from gridarena._frames import FromWorker, Offer, Trouble
from gridarena._warm import warmed
from gridarena.agent import Agent
from gridarena.desk import Desk
from gridarena.position import Position
from gridarena_games.base import Move
from gridarena_games.registry import find_oracle
from gridarena_lab.pausing import PausableClock, breakpoints
from gridarena_protocol.records import Clock, Record, SeenProposal, TurnRecord, Verdict
from gridarena_server.referee.turn import judged

TICK_S = 0.001
"""How precisely the turn is closed; it waits for a person at a breakpoint as well."""
DESK = str(desk.__file__)
"""Whose frames lie between ours and the student's."""
STUCK_S = 5.0
"""How long a search may go on behind the close before it is interrupted and its place is told."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What became of the last proposal in time."""

    move: str
    """Empty: there was none."""
    verdict: Verdict
    reason: str = ""
    points: int = 0
    regions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rethought:
    """One more search of a turn."""

    turn: TurnRecord
    """As it was played."""
    clock: Clock
    """With which it was searched again."""
    board: str
    """The position before it, in the game's own drawing."""
    seen: tuple[SeenProposal, ...]
    """Every proposal in time."""
    judged: Judged
    returned_us: int
    """When the search came back."""
    closed_us: int | None
    """When the turn was closed; None: the search came back before."""
    troubles: tuple[str, ...]
    stuck: tuple[str, ...] = ()
    """Where a search stood that did not come back, outermost call first."""


def rethink(record: Record, number: int, agent: Agent, clock: Clock, log_folder: Path) -> Rethought:
    """Searches this turn of the match again. Ctrl-C ends the search, not the report.

    Raises:
        ValueError: nobody moved in this turn.
        GameError: the game is not installed here.
    """
    turn = record.turns[number - 1]
    if turn.verdict == "skipped":
        raise ValueError(f"nobody moved in turn {number}: {turn.reason}")
    header, before = replace(record.header, clock=clock), record.turns[: number - 1]
    position = Position(header, before)
    watch = _Watch(clock)
    seat = Desk(warmed(agent), send=watch.hear, stop=watch.stop, log_folder=log_folder)
    seat.begin(header, turn.seat, before)
    budget_s = None if clock.kind != "revealed" or clock.budget_ms is None else clock.budget_ms / 1000
    with breakpoints(watch.time), watch.running():
        seat.play(number, turn.attempt, budget_s)
    returned_us = watch.now_us()
    return Rethought(
        turn=turn,
        clock=clock,
        board=str(position.board),
        seen=tuple(watch.seen),
        judged=_judge(position, watch.seen[-1].move if watch.seen else ""),
        returned_us=returned_us,
        closed_us=watch.closed_us,
        troubles=tuple(watch.troubles),
        stuck=watch.stuck,
    )


def _judge(position: Position, text: str) -> Judged:
    """What the referee would say, oracle included."""
    if not text:
        return Judged("", "missing", "no proposal")
    move: Move = position.game.move(text)
    question, answer = position.board.question(move), None
    factory = find_oracle(position.game.name)
    if question is not None and factory is not None:
        oracle = factory(position.start())
        oracle.start()
        answer = oracle.answer(question)
    verdict, reason = judged(answer)
    applied = position.board.push(move, answer)
    return Judged(text, verdict, reason, applied.points, applied.regions)


class _Watch:
    """Hears the search, closes its turn in time, and ends a search that does not."""

    def __init__(self, clock: Clock) -> None:
        self.time = PausableClock()
        self.stop = np.zeros(1, dtype=np.uint8)
        self.seen: list[SeenProposal] = []
        self.troubles: list[str] = []
        self.closed_us: int | None = None
        self.stuck: tuple[str, ...] = ()
        self._budget_us = None if clock.budget_ms is None else (clock.budget_ms + clock.grace_ms) * 1000
        self._began_ns = 0
        self._over = threading.Event()
        self._searcher = threading.get_ident()

    def now_us(self) -> int:
        """Since the turn was opened, without the time at breakpoints."""
        return (self.time.now_ns() - self._began_ns) // 1000

    def hear(self, message: FromWorker) -> None:
        """Takes what the desk says."""
        match message:
            case Offer():
                self.seen.append(SeenProposal(len(self.seen) + 1, message.move, self.now_us(), message.thinking))
            case Trouble():
                self.troubles.append(message.text)

    @contextmanager
    def running(self) -> Iterator[None]:
        """The turn is open for as long as the block runs, and no longer than its time; Ctrl-C ends the block."""
        self._began_ns = self.time.now_ns()
        closer = threading.Thread(target=self._close_in_time, name="gridarena clock", daemon=True)
        closer.start()
        try:
            yield
        except KeyboardInterrupt:
            if not self.stuck:
                self.troubles.append("the search was ended by Ctrl-C")
        finally:
            self._over.set()
            closer.join()

    def _close_in_time(self) -> None:
        if self._budget_us is None:
            return
        while self.now_us() < self._budget_us:
            if self._over.wait(min(TICK_S, self._budget_us / 1e6)):
                return
        self.stop[0] = 1
        self.closed_us = self.now_us()
        while self.now_us() < self.closed_us + STUCK_S * 1e6:
            if self._over.wait(0.05):
                return
        self.stuck = _where(self._searcher)
        _thread.interrupt_main()


def _where(thread: int) -> tuple[str, ...]:
    """The calls of the student's own code that a thread is in."""
    frames = traceback.extract_stack(sys._current_frames().get(thread))
    ours = max((place for place, frame in enumerate(frames) if frame.filename == DESK), default=-1)
    return tuple(
        f"{frame.filename}, line {frame.lineno}, in {frame.name}: {frame.line}" for frame in frames[ours + 1 :]
    )
