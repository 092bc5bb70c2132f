"""An unmodified course agent in a seat of gridarena.

The adapter itself does little: it hands the position to the runner's processes, proposes what they tell, and has them
killed when the turn closes. It never waits for a process: a kill takes its course while the rival thinks. What the
agent did wrong (an exception, a proposal against the rules, a process that died) is told behind the turn, as it is with
any agent of the SDK.
"""

import contextlib
import sys
import time
import weakref
from pathlib import Path

from gridarena.agent import Agent
from gridarena.errors import Mishap
from gridarena.match import Match
from gridarena.turn import Turn
from gridarena_agents.course.memory import MemoryWatch, memory_text
from gridarena_agents.course.plan import agent_name, fingerprint, make_plan
from gridarena_agents.course.position import has_modes, initial_cells, plain_state
from gridarena_agents.course.process import Prints, Processes
from gridarena_agents.course.round import LOOK_S, Round
from gridarena_agents.course.runner.crew import IMPORT_S
from gridarena_agents.course.scan import scan
from gridarena_games.registry import find_game
from gridarena_protocol.records import MatchResult

MEMORY = 4 * 2**30
"""Bytes that a turn may take, unless the address says otherwise."""
UNTIMED_S = 1.0
"""How long a turn lasts where no clock ends it: most course agents search until they are killed."""
PATIENCE = 20
"""So many times longer it lasts at most until there is a proposal: nobody is hurried there."""
FAREWELL_S = 3.0


class CourseAgent(Agent):
    """Plays what a ``SudokuAI`` of the course framework proposes; of its import, each match gets one of its own."""

    games = ("sudoku",)
    _told_of_modes = False

    def __init__(self, path: str, python: str = sys.executable, memory: int = MEMORY, time: float = UNTIMED_S) -> None:
        """Looks at the agent; nothing of it runs yet.

        Args:
            path: The agent's folder, or the zip file that was handed in.
            python: The interpreter that runs it.
            memory: Bytes it may take in a turn, beyond what its import took.
            time: Seconds of a turn where no clock ends it.

        Raises:
            UnusableFileError: there is no agent at this place.
        """
        handed_in = scan(Path(path)).only()
        self.name = agent_name(handed_in)  # type: ignore[misc] # each submission has its own
        self.version = fingerprint(handed_in.folder)  # type: ignore[misc]
        self._place = handed_in.folder
        self._plan = make_plan(handed_in, python, memory)
        self._memory = memory
        self._untimed_s = time
        self._prints = Prints(_print)
        self._processes: Processes | None = None
        self._initial: list[int] = []
        self._turn = 0

    def warm_up(self) -> None:
        """Imports the agent and makes its instance.

        Raises:
            Mishap: it cannot be imported.
        """
        processes = self._start()
        end = time.monotonic() + IMPORT_S
        while time.monotonic() < end and not processes.inbox.lost:
            told = processes.inbox.take(0.1)
            for frame in told:
                if frame["is"] == "broken":  # behind "ready", too: it can be imported, and dies of it
                    raise Mishap(f"{self._place}: {frame['text']}", processes.report(frame.get("report", "")))
            if any(frame["is"] == "ready" for frame in told):
                return
        reason = "its processes ended" if processes.inbox.lost else f"its import took longer than {IMPORT_S:g} s"
        raise Mishap(f"{self._place} cannot be used: {reason}")

    def match_started(self, match: Match) -> None:
        """Keeps the start position, which the course shows its agents as well.

        Raises:
            Mishap: the agent was written before there were modes, and this match has one; told once in a process.
        """
        start = find_game(match.game).start(match.header.setup, match.header.options)
        self._initial = initial_cells(start)
        if self._plan["generation"] == "classic" and has_modes(start) and not CourseAgent._told_of_modes:
            CourseAgent._told_of_modes = True
            raise Mishap(
                "it is of the framework's classic generation, which knows no starting squares but is given some"
            )

    def play(self, turn: Turn) -> None:
        """Proposes what the agent proposes until it comes back or the turn closes.

        Raises:
            Mishap: what the student should know of this turn.
        """
        processes = self._processes
        if processes is None or processes.inbox.lost:
            processes = self._start()
        self._turn += 1
        self._prints.heading = f"-- turn {turn.number} --\n"
        played = Round(self._turn, turn)
        processes.open(self._turn, plain_state(turn.board, self._initial))
        try:
            self._follow(processes, played)
        finally:
            processes.close(self._turn)
            if played.broken:
                self._processes = None
                processes.end(0.0)

    def match_finished(self, result: MatchResult | None) -> None:
        """Ends the agent's processes and removes its folder."""
        if self._processes is not None:
            self._processes.end(FAREWELL_S)
            self._processes = None

    def _start(self) -> Processes:
        processes = Processes(self._plan, self._prints)
        weakref.finalize(self, processes.end, 0.0)
        self._processes = processes
        return processes

    def _follow(self, processes: Processes, played: Round) -> None:
        turn, watch = played.turn, MemoryWatch(self._memory)
        end = time.monotonic() + self._untimed_s if turn.match.clock.kind == "untimed" else float("inf")
        while not (played.over or turn.closed or processes.inbox.lost):
            now = time.monotonic()
            if now >= end and (played.proposed or now >= end + self._untimed_s * PATIENCE):
                played.settle()
                break
            played.take(processes.inbox.take(played.wait_s), now)
            if watch.exceeded(played.pid, now):
                raise Mishap(f"it took more than {memory_text(self._memory)} of memory and was ended")
        if processes.inbox.lost and not played.over:
            raise Mishap("its processes were ended from outside; the next turn starts new ones")
        _stay(processes, played)
        played.complain(processes.report)


def _stay(processes: Processes, played: Round) -> None:
    """A turn that is over early stays open until the next one, whose clock runs, has a process; its proposal stands."""
    while not (processes.warm or processes.inbox.lost or played.broken or played.turn.closed):
        played.take(processes.inbox.take(LOOK_S), time.monotonic())


def _print(text: str) -> None:
    with contextlib.suppress(OSError, ValueError):  # the log is full, or closed at the end of the process
        sys.stderr.write(text)
        sys.stderr.flush()
