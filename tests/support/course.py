"""Course agents as small texts, and a seat in which one plays without a server."""

import contextlib
import textwrap
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import psutil

from gridarena._frames import Done, FromWorker, Offer, Trouble
from gridarena.desk import Desk
from gridarena_agents.course.agent import CourseAgent
from gridarena_protocol.records import MatchHeader, TurnRecord
from support.sdk import header

CLASSIC = """
from competitive_sudoku.sudoku import GameState, Move, SudokuBoard, TabooMove
import competitive_sudoku.sudokuai

class SudokuAI(competitive_sudoku.sudokuai.SudokuAI):
    def compute_best_move(self, game_state):
"""
"""A student's file up to the body of its one method."""


def write_course_agent(folder: Path, body: str, *, name: str = "team00_A2", above: str = "") -> Path:
    """A classic agent with this body, and perhaps something at the top of its file."""
    package = folder / name
    package.mkdir(parents=True, exist_ok=True)
    text = textwrap.dedent(above) + CLASSIC + textwrap.indent(textwrap.dedent(body).strip(), " " * 8) + "\n"
    (package / "sudokuai.py").write_text(text, encoding="utf-8")
    return package


@dataclass
class Told:
    """What one turn brought."""

    moves: list[str] = field(default_factory=list)
    trouble: list[str] = field(default_factory=list)


class CourseSeat:
    """One course agent at a desk; the turn closes when the test says so."""

    def __init__(self, package: Path, folder: Path, match: MatchHeader | None = None, **options: Any) -> None:
        self.agent = CourseAgent(str(package), **options)
        self.folder = folder
        self.stop = np.zeros(1, dtype=np.uint8)
        self.desk = Desk(self.agent, send=self._said, stop=self.stop, log_folder=folder / "logs")
        self._turn = 0
        self.told = Told()
        """What the turn has brought so far, or the start of the match before the first."""
        self._close_after: int | None = None
        self.agent.warm_up()
        self.desk.begin(match or header(), 0)

    @property
    def private(self) -> Path:
        """The agent's private folder."""
        assert self.agent._processes is not None
        assert self.agent._processes.folder is not None
        return self.agent._processes.folder

    def turn(self, *, close_after: int | None = None, until: Callable[[], bool] = lambda: False) -> Told:
        """Plays a turn; it closes behind so many proposals, or when something holds, or when the agent returns."""
        self._turn += 1
        self.told = told = Told()
        self._close_after = close_after
        self.stop[0] = 0
        over = threading.Event()
        watcher = threading.Thread(target=self._watch, args=(over, until))
        watcher.start()
        try:
            self.desk.play(self._turn)
        finally:
            over.set()
            watcher.join()
        return told

    def tell(self, record: TurnRecord) -> None:
        """A turn is over for everybody."""
        self.desk.tell(record)
        self._turn = record.turn

    def _watch(self, over: threading.Event, until: Callable[[], bool]) -> None:
        while not over.wait(0.002):
            if until():
                self.stop[0] = 1

    def _said(self, message: FromWorker) -> None:
        if isinstance(message, Offer):
            self.told.moves.append(message.move)
            if len(self.told.moves) == self._close_after:
                self.stop[0] = 1
        elif isinstance(message, Trouble):
            self.told.trouble.append(message.text)
        else:
            assert isinstance(message, Done)


@contextlib.contextmanager
def course_seat(package: Path, folder: Path, match: MatchHeader | None = None, **options: Any) -> Iterator[CourseSeat]:
    """A seat; at its end nothing of the agent is left, neither process nor file."""
    seat = CourseSeat(package, folder, match, **options)
    private = seat.private
    try:
        yield seat
    finally:
        seat.desk.end(None)
    assert not private.exists()
    assert living_in(private) == []


def living_in(folder: Path) -> list[psutil.Process]:
    """Processes whose working folder this is or was."""
    found = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error, OSError):
            if process.cwd().startswith(str(folder)):
                found.append(process)
    return found
