"""What an agent may spend on a turn."""

import pytest

from gridarena_lab.contest import ContestError
from gridarena_lab.experiment.budget import Budget
from gridarena_protocol.records import Clock


@pytest.mark.parametrize(
    ("text", "clock", "nodes"),
    [
        ("0.1s", Clock("hidden", 100), None),
        ("200s", Clock("hidden", 200_000), None),
        ("1000n", Clock("untimed"), 1000),
        ("untimed", Clock("untimed"), None),
    ],
)
def test_the_letter_says_what_is_counted(text: str, clock: Clock, nodes: int | None) -> None:
    """And what is written is what was read."""
    budget = Budget.read(text)
    assert (budget.clock, budget.nodes, str(budget), budget.timed) == (clock, nodes, text, clock.budget_ms is not None)


@pytest.mark.parametrize("text", ["200", "0.1 s", "1.5n", "0n", "0s", "9999s", "-1s", "1e3n", "n", "", "soon"])
def test_anything_else_gets_one_line(text: str) -> None:
    """A number without its letter could be either."""
    with pytest.raises(ContestError, match="expected") as caught:
        Budget.read(text)
    assert "\n" not in str(caught.value)


def test_a_budget_can_be_reduced() -> None:
    """As far as it goes; what is not counted stays as it is."""
    assert [str(Budget.read(text).scaled(0.1)) for text in ("5s", "0.1s", "1000n", "4n", "untimed", "0.001s")] == [
        "0.5s", "0.01s", "100n", "1n", "untimed", "0.001s",
    ]  # fmt: skip
