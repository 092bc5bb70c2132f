"""Where an agent sits: its board, its hooks, its turns; the same in a worker process, in a thread and offline.

What the student's code does wrong ends here. An exception costs the rest of that turn and is written to a file, whose
name the student is told; whatever had been proposed stands.
"""

import threading
import traceback
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gridarena._frames import Begin, Done, End, FromWorker, Offer, Open, Parted, Tell, ToWorker, Trouble
from gridarena.agent import Agent
from gridarena.errors import Mishap, TurnClosed
from gridarena.match import Match
from gridarena.position import Position
from gridarena.resolve import introduction
from gridarena.turn import Turn
from gridarena_games.base import Move, Seat
from gridarena_protocol.records import MatchHeader, MatchResult, Thinking, TurnRecord

StudentError = (Exception, SystemExit)
"""What student code may raise at its boundary; `sys.exit()` in a search ends the search, not the match."""


class Desk:
    """One agent in one seat of one match."""

    def __init__(
        self,
        agent: Agent,
        *,
        send: Callable[[FromWorker], None],
        stop: NDArray[np.uint8],
        log_folder: Path,
    ) -> None:
        """Sits the agent down.

        Args:
            agent: A warm instance that has played no match.
            send: Takes Offer, Done and Trouble as they happen, from whatever thread proposes.
            stop: The stop flag; whoever owns the desk raises it at a turn's close and lowers it before the next turn.
                The desk raises it too, once a search has come back.
            log_folder: Where traceback files go; made when needed.
        """
        self._agent = agent
        self._send = send
        self._stop = stop
        self._folder = log_folder
        self._lock = threading.Lock()
        self._current: Turn | None = None
        self._offered = False

    def begin(self, header: MatchHeader, seat: Seat, turns: tuple[TurnRecord, ...] = ()) -> None:
        """Starts a match, or takes one over behind the turns played so far."""
        self._match = Match(header, seat)
        self._position = Position(header, turns)
        self._position.prepare()
        self._guard("match_started", lambda: self._agent.match_started(self._match))

    def tell(self, record: TurnRecord) -> None:
        """Plays a finished turn on the board; behind an own turn there mostly is time to get the next board ready."""
        self._position.tell(record)
        if record.seat == self._match.seat:
            self._position.prepare()

    def play(self, number: int, attempt: int = 1, remaining_s: float | None = None) -> None:
        """Lets the agent search one turn; returns when it has come back, and says Done last."""
        turn = Turn(
            self._match,
            number,
            attempt,
            self._position.lend(),
            stop=self._stop,
            offer=partial(self._offer, number, attempt),
            remaining_s=remaining_s,
        )
        self._current, self._offered = turn, False
        self._guard("play", lambda: self._agent.play(turn), turn=number)
        with self._lock:
            turn.end()
        self._current = None
        self._stop[0] = 1  # for threads of the search that poll it and are still there
        self._send(Done(number, attempt))

    def end(self, result: MatchResult | None) -> None:
        """Tells the agent how the match ended; None when it was voided."""
        self._guard("match_finished", lambda: self._agent.match_finished(result))

    def _offer(self, number: int, attempt: int, move: Move | str, thinking: Thinking | None) -> None:
        with self._lock:
            turn = self._current
            if turn is None or turn.closed or (turn.number, turn.attempt) != (number, attempt):
                raise TurnClosed(f"turn {number} is closed: this proposal is too late, end the search")
            self._send(Offer(number, attempt, self._position.legal_text(move), thinking))
            self._offered = True

    def _guard(self, hook: str, call: Callable[[], None], *, turn: int | None = None) -> None:
        try:
            call()
        except TurnClosed:
            return
        except StudentError as error:
            name, text = self._match.stem, told(error, hook)
            if turn is not None:
                stands = "; the last proposal stands" if self._offered else ""
                name, text = f"{name}-turn-{turn}", f"turn {turn}: {text}{stands}"
            trace = kept(self._folder, name, error)
            brief = str(error) if isinstance(error, Mishap) else one_line(error)
            self._send(Trouble(text + trace, type(error).__name__, brief + trace, turn))


def serve(
    make: Callable[[], Agent],
    inbox: Callable[[], ToWorker | None],
    *,
    send: Callable[[FromWorker], None],
    stop: NDArray[np.uint8],
    log_folder: Path,
    on_match: Callable[[Match], None] = lambda match: None,
    on_turn: Callable[[], None] = lambda: None,
) -> None:
    """Plays one match after another, each with a fresh warm instance, until the inbox ends.

    Whatever ``make`` raises comes through: an agent that cannot be made cannot play.
    """
    while True:
        agent = make()
        desk = Desk(agent, send=send, stop=stop, log_folder=log_folder)
        send(introduction(agent))
        while True:
            match inbox():
                case Begin(header, seat, turns):
                    on_match(Match(header, seat))
                    desk.begin(header, seat, turns)
                case Open(number, attempt, remaining_s):
                    desk.play(number, attempt, remaining_s)
                    on_turn()
                case Tell(record):
                    desk.tell(record)
                case End(result):
                    desk.end(result)
                    send(Parted())
                    break
                case _:
                    return
        del agent, desk  # the next instance may need the memory of this one


def told(error: BaseException, hook: str) -> str:
    """What a hook raised, in one line."""
    return str(error) if isinstance(error, Mishap) else f"{hook} raised {one_line(error)}"


def kept(folder: Path, stem: str, error: BaseException) -> str:
    """Where the traceback is, as the end of a line; nothing where there is none. A full disk keeps nothing."""
    if isinstance(error, Mishap) and not error.account:
        return ""
    try:
        return f"; traceback: {write_traceback(folder, stem, error)}"
    except OSError as refusal:
        return f"; its traceback could not be kept ({one_line(refusal)})"


def write_traceback(folder: Path, stem: str, error: BaseException) -> Path:
    """Keeps what went wrong in a file of its own, the newest of this name."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{stem}-error.txt"
    text = error.account if isinstance(error, Mishap) else "".join(traceback.format_exception(error))
    file.write_text(text, encoding="utf-8", errors="backslashreplace")
    return file


def one_line(error: BaseException) -> str:
    """An exception as a person names it."""
    text = " ".join(str(error).split())
    name = type(error).__name__
    if isinstance(error, SyntaxError) and error.filename:
        return f"{name} in {error.filename}, line {error.lineno}: {error.msg}"
    return f"{name}: {text[:200]}" if text else name
