"""The rule that tells the generations apart."""

import ast

import pytest

from gridarena_agents.course.reading.generation import detect


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("Move(0, 1, 2)", "classic"),
        ("sudoku.TabooMove(i=0, j=1, value=2)", "classic"),
        ("Move(i, value=2, j=1)", "classic"),
        ("Move((0, 1), 2)", "v14"),
        ("Move(square=s, value=v)", "v14"),
        ("Move(*three)", None),
        ("class Move: pass\nMove(1, 2)", None),
        ("board.get((i, j))", "v14"),
        ("self.board.get(i, j)", "classic"),
        ("board.put(i, j, v)", "classic"),
        ("cache.get(key, 0)", None),
        ("board.rc2f(i, j)", "classic"),
        ("move.square", "v14"),
        ("state.current_player()", "classic"),
        ("state.player_squares()", "v14"),
        ("Move(0, 1, 2)\n" + "x.square\n" * 50, "classic"),
    ],
)
def test_the_generation_follows_from_the_source(source: str, expected: str | None) -> None:
    """Moves outvote hints; what says nothing counts for nothing."""
    assert detect([ast.parse(source)]) == expected
