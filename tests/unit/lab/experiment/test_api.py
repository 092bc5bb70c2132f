"""Experiments asked for from Python."""

from typing import Any

import pytest

from gridarena_lab import matrix


def test_a_word_that_an_experiment_does_not_know_is_refused() -> None:
    """Nobody is to print a table of other games than were asked for."""
    misspelt: dict[str, Any] = {"nodes": 200}
    with pytest.raises(TypeError, match=r"matrix does not know nodes; it knows: boards, budgets"):
        matrix("greedy", "random", **misspelt)
