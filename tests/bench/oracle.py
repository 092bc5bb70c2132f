"""``python tests/bench/oracle.py``: what the questions of a match cost the oracle, by size of the grid.

The questions are those of random games that stay solvable, condemned proposals included, and 16x16 grids around a
pigeonhole (k values for k - 1 cells), which a solver without matching cannot decide. *Quick* is what is asked on the
referee's loop, so its maximum is how long one question can hold up everybody; *full* is the same question to its end.
Known solutions, which answer most questions of a real match for nothing, are not used here. Times are the wall's: other
work on the machine shows.
"""

import argparse
import json
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from gridarena_games.sudoku.rules import Position
from gridarena_kernels import jit, solver
from gridarena_kernels.solver import solve
from support.puzzles import pigeonhole, playout


@dataclass(frozen=True, slots=True)
class Times:
    """Milliseconds a question."""

    median: float
    p99: float
    max: float


@dataclass(frozen=True, slots=True)
class Row:
    """One kind of question."""

    kind: str
    questions: int
    quick: Times
    """Up to the quick search's budget."""
    full: Times
    nodes: int
    """The most that one question took."""
    open: int
    """Not decided by the quick search."""
    undecided: int
    """Not decided at all."""


def games(m: int, n: int, count: int, share: float, seed: int) -> list[Position]:
    """Questions of random games."""
    return [asked for game in range(count) for asked in playout(m, n, random.Random(f"{seed}/{game}"), share)]


def pigeonholes(count: int, seed: int) -> list[Position]:
    """For each k so many grids; two of three have lost a given or two, so that the contradiction hides or is gone."""
    rng = random.Random(seed)
    return [_thinned(pigeonhole(k, rng), number % 3, rng) for k in range(5, 13) for number in range(count)]


def _thinned(position: Position, fewer: int, rng: random.Random) -> Position:
    cells = bytearray(position.cells)
    for cell in rng.sample([cell for cell, value in enumerate(cells) if value], fewer):
        cells[cell] = 0
    return position._replace(cells=bytes(cells))


def measure(kind: str, questions: Sequence[Position], progress: Callable[[str, float], None]) -> Row:
    """Asks every question both ways."""
    quick_ms, full_ms, nodes = [], [], []
    still_open = undecided = 0
    for number, (m, n, cells) in enumerate(questions):
        progress(kind, number / len(questions))
        began = time.perf_counter()
        solved = solve(m, n, cells, "quick")
        quick_ms.append((time.perf_counter() - began) * 1e3)
        if solved.solvable is None:
            still_open += 1
            began = time.perf_counter()
            solved = solve(m, n, cells, "full")
            full_ms.append((time.perf_counter() - began) * 1e3)
            undecided += solved.solvable is None
        else:
            full_ms.append(quick_ms[-1])
        nodes.append(solved.nodes)
    return Row(kind, len(questions), times(quick_ms), times(full_ms), max(nodes), still_open, undecided)


def times(measured: Sequence[float]) -> Times:
    """Median, 99th percentile and maximum."""
    ordered = sorted(measured)
    p99 = ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)]
    return Times(*(round(value, 3) for value in (statistics.median(ordered), p99, ordered[-1])))


def table(rows: Sequence[Row]) -> Iterator[str]:
    """The rows for people."""
    yield f"{'':18}{'':>10}  {'quick: ms':^26}  {'full: ms':^30}{'most':>9}{'open':>7}{'un-':>9}"
    yield (
        f"{'questions':18}{'':>10}  {'median':>8}{'p99':>9}{'max':>9}  "
        f"{'median':>8}{'p99':>11}{'max':>11}{'nodes':>9}{'':>7}{'decided':>9}"
    )
    for row in rows:
        quick, full = row.quick, row.full
        yield (
            f"{row.kind:18}{row.questions:10}  {quick.median:8.3f}{quick.p99:9.2f}{quick.max:9.2f}  "
            f"{full.median:8.3f}{full.p99:11.2f}{full.max:11.2f}{row.nodes:9}{row.open:7}{row.undecided:9}"
        )


def show_progress(kind: str, share: float) -> None:
    """One line that is written over on a terminal; every tenth elsewhere."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{kind}: {share:4.0%}")
        sys.stderr.flush()
    elif (tenth := int(share * 10)) != _last.get(kind):
        _last[kind] = tenth
        sys.stderr.write(f"{kind}: {tenth * 10} %\n")


_last: dict[str, int] = {}


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(prog="python tests/bench/oracle.py", description="What the oracle's answers cost.")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of the table")
    parser.add_argument("--games", type=int, default=4, help="random games of each size but 25x25 (default 4)")
    parser.add_argument("--large", type=int, default=1, help="random games of 25x25, a tenth of each asked (default 1)")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    solver.warm()
    kinds = [
        ("9x9", lambda: games(3, 3, arguments.games, 1, arguments.seed)),
        ("16x16", lambda: games(4, 4, arguments.games, 1, arguments.seed)),
        ("16x16 pigeonhole", lambda: pigeonholes(6 * arguments.games, arguments.seed)),
        ("25x25", lambda: games(5, 5, arguments.large, 0.1, arguments.seed)),
    ]
    rows = [measure(kind, questions, show_progress) for kind, make in kinds if (questions := make())]
    if sys.stderr.isatty():
        sys.stderr.write("\r\x1b[K")
    if arguments.json:
        report = {"compiled": jit.COMPILED, "seed": arguments.seed, "rows": [asdict(row) for row in rows]}
        sys.stdout.write(json.dumps(report) + "\n")
    else:
        sys.stdout.write("\n".join((f"compiled: {jit.COMPILED}, seed {arguments.seed}", *table(rows), "")))


if __name__ == "__main__":
    main()
