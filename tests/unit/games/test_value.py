"""What is made for every turn behaves as a frozen dataclass does, but for the check at run time."""

import pickle
from dataclasses import replace

import pytest

from gridarena_games.value import value


@value
class Point:
    """Two whole numbers."""

    x: int
    y: int = 0


def test_values_are_equal_and_hashed_by_their_fields() -> None:
    """So they can be compared, looked up and counted."""
    assert Point(1) == Point(1, 0) != Point(1, 2)
    assert {Point(1), Point(1, 0)} == {replace(Point(1, 2), y=0)}


def test_a_value_holds_its_fields_and_nothing_else() -> None:
    """A misspelt field is an error, and pickling keeps every field."""
    with pytest.raises(AttributeError):
        setattr(Point(1), "z", 3)  # noqa: B010 - the type checker would refuse the plain assignment
    assert pickle.loads(pickle.dumps(Point(1, 2))) == Point(1, 2)


def test_a_value_is_taken_apart_by_position() -> None:
    """As the referee's messages are."""
    match Point(3, 4):
        case Point(x, y):
            assert (x, y) == (3, 4)
