"""``gridarena bench course``: from the opening of a turn to the first proposal of a course agent that answers at once.

Ours is measured where it counts, in the referee's records: from the opening to the arrival, over gRPC, with the network
process, the adapter and the runner in between. The framework's way, a fresh process a turn, is measured in the same
run, after each match, and only up to the proposal itself. Times are this machine's, so read the two side by side.
"""

import json
import statistics
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from gridarena_agents.course.plan import MODULES, way
from gridarena_lab.contest import Report as Listener
from gridarena_lab.match import match

HERE = Path(__file__).parent
AGENT = HERE / "at_once"
BOARD = "empty-3x3"
TIME_S = 0.1
"""The shortest turn of the course; a proposal that takes longer is missing."""
MATCHES = 3

Progress = Callable[[str, float], None]
"""Told what is measured next and which share of the whole is done."""


@dataclass(frozen=True, slots=True)
class Spread:
    """Milliseconds."""

    p50: float
    p99: float
    turns: int


@dataclass(frozen=True, slots=True)
class CourseReport:
    """What was measured."""

    way: str
    """How our processes get ready: fork or prespawn."""
    ours_ms: Spread
    framework_ms: Spread
    missing: int
    """Turns that closed without a proposal."""


def run(
    *, matches: int = MATCHES, time_s: float = TIME_S, logs: Path, progress: Progress | None = None
) -> CourseReport:
    """Plays so many matches of the agent against itself; takes seconds.

    Args:
        matches: How many.
        time_s: Of a turn.
        logs: Where the agents' logs go.
        progress: Told how far it is.

    Raises:
        ArenaError: the agent cannot be used.
    """
    tell = progress or (lambda what, share: None)
    ours: list[float] = []
    framework: list[float] = []
    missing = 0
    for number in range(matches):
        tell("a match over gRPC", number / matches)
        records = match(
            *(f"course:{AGENT}",) * 2,
            board=BOARD, time=time_s, games=1, fallback=False, log_folder=logs, report=Listener(say=lambda text: None),
        )  # fmt: skip
        turns = [turn for record in records for turn in record.turns]
        missing += sum(not turn.proposals for turn in turns)
        ours += [turn.arrival_us / 1000 for turn in turns if turn.proposals]
        tell("the framework's way", (number + 0.7) / matches)
        framework += framework_waits(len(turns))
    tell("done", 1.0)
    return CourseReport(way(), _spread(ours), _spread(framework), missing)


def framework_waits(turns: int) -> list[float]:
    """Milliseconds to the proposal, turn by turn."""
    command = [sys.executable, str(HERE / "framework.py"), str(MODULES / "classic"), str(AGENT), str(turns)]
    waits: list[float] = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    return waits


def _spread(waits: Sequence[float]) -> Spread:
    parts = statistics.quantiles(waits, n=100, method="inclusive")
    return Spread(parts[49], parts[98], len(waits))


def as_json(report: CourseReport) -> dict[str, object]:
    """The report for ``--json``."""
    spreads = {
        name: {"p50": round(spread.p50, 2), "p99": round(spread.p99, 2), "turns": spread.turns}
        for name, spread in (("ours_ms", report.ours_ms), ("framework_ms", report.framework_ms))
    }
    return {"way": report.way, **spreads, "missing": report.missing}


def as_text(report: CourseReport) -> str:
    """The report for people."""
    lines = [f"{'turn opened to first proposal':<34}  {'p50':>8}  {'p99':>8}"]
    for name, spread in ((f"gridarena ({report.way})", report.ours_ms), ("a process a turn", report.framework_ms)):
        lines.append(f"{name:<34}  {spread.p50:>5.1f} ms  {spread.p99:>5.1f} ms")
    lines.append(f"{report.ours_ms.turns} turns each, {report.missing} missing")
    return "\n".join(lines)
