"""``gridarena bench kernels``: how fast the searches behind the champion are, and how much they solve.

The rate stands beside a plain-Python alpha-beta measured in the same run, so that the ratio holds on any machine. Exact
endgames are sampled from random matches; only positions with a bomb count, because the others are easy. All seconds are
those of the processor: what else the machine does does not count.
"""

import random
import statistics
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass

from gridarena_games.sudoku.board import SudokuBoard
from gridarena_kernels import exact, lookahead
from gridarena_kernels.exact import Solution, solve_position
from gridarena_kernels.jit import Flat, octets
from gridarena_kernels.lookahead import Lookahead
from gridarena_kernels.oracle import SudokuOracle
from gridarena_lab.bench.student import StudentSearch

THINK_S = 0.5
"""Of a turn in which the depth is measured."""
SAMPLE = 20
"""Endgames of each number of empty cells."""
FIRST_EMPTIES = 16
LIMITS_S = (1.0, 5.0)

Progress = Callable[[str, float], None]
"""Told what is measured next and which share of the whole is done."""


@dataclass(frozen=True, slots=True)
class Endgames:
    """Twenty 3x3 positions with bombs and so many empty cells, solved exactly."""

    empties: int
    solved: int
    """Of them all, within the longest limit."""
    median_s: float
    worst_s: float


@dataclass(frozen=True, slots=True)
class KernelReport:
    """What was measured."""

    nodes_per_s: float
    student_nodes_per_s: float
    tidy_nodes_per_s: float
    """Of a student who lists no moves at the leaves."""
    depth_empty: int
    """Reached in half a second on the empty 3x3."""
    depth_half: int
    """The same with half of the cells filled."""
    student_depth: int
    """The student's, on the empty 3x3."""
    endgames: tuple[Endgames, ...]

    @property
    def ratio(self) -> float:
        """Kernel over student."""
        return self.nodes_per_s / self.student_nodes_per_s

    def largest(self, limit_s: float) -> int:
        """The most empty cells of which every sampled endgame was solved in this time; 0 for none."""
        kept = 0
        for one in self.endgames:
            if one.solved < SAMPLE or one.worst_s > limit_s:
                break
            kept = one.empties
        return kept


def run(*, seconds: float = 3.0, seed: int = 1, progress: Progress | None = None) -> KernelReport:
    """Measures; takes a few minutes, nearly all of them for the endgames.

    Args:
        seconds: Of the rates.
        seed: Of the sampled endgames.
        progress: Told how far it is.
    """
    tell = progress or (lambda what, share: None)
    exact.warm()
    lookahead.warm()
    tell("nodes a second", 0.0)
    empty = SudokuBoard(3, 3, [0] * 81)
    _, rate = _search(empty, seconds)
    student, tidy = StudentSearch(3, 3), StudentSearch(3, 3, tidy=True)
    student.run(seconds)
    tidy.run(seconds)
    tell("depth in half a second", 0.1)
    half = sampled(41, random.Random(seed), bombs=False)
    depths = _search(empty, THINK_S)[0], _search(half, THINK_S)[0]
    student_depth = StudentSearch(3, 3).run(THINK_S)
    return KernelReport(
        nodes_per_s=rate,
        student_nodes_per_s=student.nodes / seconds,
        tidy_nodes_per_s=tidy.nodes / seconds,
        depth_empty=depths[0],
        depth_half=depths[1],
        student_depth=student_depth,
        endgames=tuple(_endgames(seed, tell)),
    )


def _search(board: SudokuBoard, seconds: float) -> tuple[int, float]:
    """Depth and nodes a second, both of the last depth that was finished."""
    depth, rate = 0, 0.0
    with _stopping(seconds) as stop:
        began = time.process_time()
        for found in Lookahead(board, random.Random(1)).deepen(stop):
            depth, rate = found.depth, found.nodes / (time.process_time() - began)
    return depth, rate


def _endgames(seed: int, tell: Progress) -> Iterator[Endgames]:
    """One more empty cell each time, until they are not all solved in the longest limit."""
    empties = FIRST_EMPTIES
    while True:
        tell(f"exact endgames with {empties} empty cells", min(0.95, 0.2 + 0.15 * (empties - FIRST_EMPTIES)))
        rng = random.Random(seed * 1000 + empties)
        times = []
        for _ in range(SAMPLE):
            spent, solution = _solve(sampled(empties, rng, bombs=True))
            if solution is not None:
                times.append(spent)
        worst = max(times, default=0.0)
        yield Endgames(empties, len(times), statistics.median(times) if times else 0.0, worst)
        if len(times) < SAMPLE:
            return
        empties += 1


def _solve(board: SudokuBoard) -> tuple[float, Solution | None]:
    with _stopping(LIMITS_S[-1]) as stop:
        began = time.process_time()
        solution = solve_position(board, stop)
        return time.process_time() - began, solution


@contextmanager
def _stopping(seconds: float) -> Iterator[Flat]:
    """A stop flag that goes up by itself."""
    memory = bytearray(1)
    end = time.process_time() + seconds
    done = threading.Event()

    def watch() -> None:
        while (left := end - time.process_time()) > 0 and not done.wait(max(left / 2, 0.001)):
            pass
        memory[0] = 1

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        yield octets(memory)
    finally:
        done.set()
        watcher.join()


def sampled(empties: int, rng: random.Random, *, bombs: bool) -> SudokuBoard:
    """A 3x3 position of a random match with so many empty cells, condemned placements left out.

    Args:
        empties: How many.
        rng: Says which.
        bombs: Only one in which a legal placement would be condemned.
    """
    while True:
        board = SudokuBoard(3, 3, [0] * 81)
        oracle = SudokuOracle(board)
        while board.empties > empties:
            move = rng.choice(list(board.legal_moves()))
            answer = oracle.answer(board.question(move))
            if answer.accepted:
                board.push(move, answer)
        if not bombs or any(not oracle.answer(board.question(move)).accepted for move in board.legal_moves()):
            return SudokuBoard(3, 3, board.cells)


def as_json(report: KernelReport) -> dict[str, object]:
    """The report for ``--json``."""
    return {
        "nodes_per_s": round(report.nodes_per_s),
        "student_nodes_per_s": round(report.student_nodes_per_s),
        "tidy_nodes_per_s": round(report.tidy_nodes_per_s),
        "ratio": round(report.ratio, 1),
        "depth": {"empty": report.depth_empty, "half_full": report.depth_half, "student": report.student_depth},
        "solved": {f"{limit:g} s": report.largest(limit) for limit in LIMITS_S},
        "endgames": [asdict(one) for one in report.endgames],
    }


def as_text(report: KernelReport) -> str:
    """The report for people."""
    rates = (report.nodes_per_s, report.student_nodes_per_s, report.tidy_nodes_per_s)
    lines = [
        "alpha-beta on the empty 3x3, nodes/s: {:,.0f}; a student's {:,.0f}, a tidy student's {:,.0f}".format(*rates),
        f"{report.ratio:.0f} and {rates[0] / rates[2]:.0f} times as many",
        f"depth in {THINK_S:g} s: {report.depth_empty} on the empty 3x3, {report.depth_half} half full; "
        f"the student's {report.student_depth}",
        "",
        f"{'exact 3x3 endgames with bombs':<32}  {'solved':>8}  {'median':>8}  {'worst':>8}",
    ]
    for one in report.endgames:
        times = f"{one.median_s:>6.2f} s  {one.worst_s:>6.2f} s"
        lines.append(f"{one.empties:>3} empty cells{'':<17}  {f'{one.solved}/{SAMPLE}':>8}  {times}")
    largest = ", ".join(f"{report.largest(limit)} in {limit:g} s" for limit in LIMITS_S)
    return "\n".join((*lines, f"all {SAMPLE} solved up to {largest}"))
