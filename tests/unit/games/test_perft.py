"""Move counts by a naive program that shares no code with this one."""

import json
from pathlib import Path

import pytest

from gridarena.testing import Start, check_perft
from gridarena_games.sudoku import Sudoku

CASES = json.loads((Path(__file__).parents[2] / "data" / "sudoku_perft.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_number_of_ways_to_play(case: dict[str, object]) -> None:
    """Every placement taken as accepted, turn by turn."""
    check_perft(Sudoku(), Start(str(case["setup"])), case["counts"])  # type: ignore[arg-type]
