"""What a busy machine may have done is not blamed on the agent."""

from pathlib import Path

import pytest

from gridarena.findings import Finding
from gridarena.resolve import find_agent
from gridarena_lab.check.evidence import Evidence, MatchSeen, TurnSeen
from gridarena_lab.check.lines import findings
from gridarena_lab.check.neighbours import Neighbours
from support.matches import RECORD


def seen(overran: int, neighbours: float) -> dict[str, Finding]:
    """An agent whose search went on in so many of a hundred turns."""
    turns = tuple(TurnSeen(number, overran=number <= overran) for number in range(1, 101))
    match = MatchSeen(1, "board", "random", 0, RECORD, turns, (), 0, Path("log"))
    evidence = Evidence("greedy", find_agent("greedy"), "sudoku", 0.1, 1, matches=(match,), neighbours=neighbours)
    return {finding.check: finding for finding in findings(evidence)}


@pytest.mark.parametrize(
    ("overran", "neighbours", "level"),
    [(3, 0.0, "problem"), (3, 0.3, "problem"), (3, 0.8, "warning"), (60, 0.8, "problem")],
)
def test_a_few_late_turns_on_a_busy_machine_are_a_warning(overran: int, neighbours: float, level: str) -> None:
    """Many are the agent's own, and so are a few where the machine had time."""
    found = seen(overran, neighbours)
    assert found["stop"].level == level
    assert ("perhaps not its fault" in found["stop"].text) == (level == "warning")
    assert ("machine" in found) == (neighbours > 0.5)


def test_what_others_took_is_a_share() -> None:
    """Of all processors."""
    assert 0 <= Neighbours().share() <= 1
