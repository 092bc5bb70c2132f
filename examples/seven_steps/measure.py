"""Each step against the one before it: `python examples/seven_steps/measure.py [PAIRS]`, at least two for an interval.

No clock: the searching steps get so many nodes a turn, so that the table does not depend on the machine. A pair is one
board with the seats swapped; the interval is the pairs' own. On most boards the number of empty cells decides who wins
between two agents that never pass, so that they win one game of a pair each; the points tell more then.
"""

import math
import sys
from pathlib import Path

from gridarena_lab import match
from gridarena_lab.contest import Report

FOLDER = Path(__file__).parent
STEPS = sorted(FOLDER.glob("step*.py"))
NODES = {4: 300, 5: 900, 6: 900, 7: 900}
"""Step 5 manages about three times as many as step 4 in the same time."""
PAIRS = 30


def address(number: int, seed: int) -> str:
    """A step as an agent, from 1."""
    nodes = f"&nodes={NODES[number]}" if number in NODES else ""
    return f"{STEPS[number - 1]}?seed={seed}{nodes}"


def pair(number: int, seed: int) -> tuple[float, float]:
    """Two games against the step before: the share won, draws half, and the mean difference of points."""
    records = match(
        address(number, seed),
        address(number - 1, seed + 1000),
        board=f"random-2x3-{seed}",
        time=None,
        driver="direct",
        report=Report(lambda text: None),
    )
    differences = []
    for seat, record in enumerate(records):
        assert record.result is not None, "a match that was played has a result"
        points = record.result.points
        differences.append(points[seat] - points[1 - seat])
    won = sum((one > 0) + 0.5 * (one == 0) for one in differences)
    return won / 2, sum(differences) / 2


def spread(values: list[float]) -> str:
    """Mean and half of the 95 % interval."""
    mean = sum(values) / len(values)
    deviation = math.sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))
    return f"{mean:.2f} +- {1.96 * deviation:.2f}"


def main(pairs: int) -> None:
    """Prints the table."""
    for number in range(2, len(STEPS) + 1):
        won, points = zip(*(pair(number, seed) for seed in range(1, pairs + 1)), strict=True)
        score, lead = spread(list(won)), spread(list(points))
        sys.stdout.write(f"step {number} against {number - 1}: {score}, {lead} points a game ({2 * pairs} games)\n")
        sys.stdout.flush()


def wanted(words: list[str]) -> int:
    """How many pairs; exits with one line where that is no number of them."""
    if not words:
        return PAIRS
    if len(words) > 1 or not words[0].isdecimal() or int(words[0]) < 2:
        sys.exit(f"expected at least 2 PAIRS, which an interval takes, got {' '.join(words)!r}")
    return int(words[0])


if __name__ == "__main__":
    main(wanted(sys.argv[1:]))
