"""How long it takes, and what fits."""

import pytest

from gridarena.durations import spoken
from gridarena_lab.contest import ContestError
from gridarena_lab.experiment.duration import seconds_of
from gridarena_lab.experiment.pace import Pace
from gridarena_lab.experiment.plan import Cell, Experiment

SHORT, LONG = Cell("a", "b", "empty-2x2", "0.1s"), Cell("a", "b", "empty-2x2", "1s")
ALIKE = Cell("c", "b", "empty-2x2", "1s")
PLAN = Experiment("", "matrix", (SHORT, LONG, ALIKE), 2, 1, "sudoku")


def test_the_rest_is_measured_cell_by_cell() -> None:
    """A cell without a game takes as long as those most like it."""
    pace = Pace(PLAN, jobs=2)
    assert pace.left_s() is None
    pace.ended(SHORT, 1.0)
    assert not pace.measured
    pace.ended(LONG, 10.0)
    assert pace.measured
    assert pace.left_s() == pytest.approx((3 * 1 + 3 * 10 + 4 * 10) / 2)
    assert (pace.finished, pace.total) == (2, 12)


def test_a_round_is_begun_only_if_it_can_be_finished() -> None:
    """The first one always is."""
    now = 0.0
    pace = Pace(PLAN, jobs=1, within_s=100, now=lambda: now)
    assert pace.fits()
    for cell, seconds in ((SHORT, 1.0), (LONG, 10.0), (ALIKE, 9.0)):
        pace.ended(cell, seconds)
    now = 59.0
    assert pace.fits()
    now = 61.0
    assert not pace.fits()
    assert not pace.out_of_time()
    now = 100.0
    assert pace.out_of_time()


@pytest.mark.parametrize(("text", "seconds"), [("90s", 90), ("20m", 1200), ("6h", 21600), ("1h30m", 5400)])
def test_a_time_is_read_as_people_write_it(text: str, seconds: float) -> None:
    """Hours, minutes, seconds."""
    assert seconds_of(text) == seconds


@pytest.mark.parametrize("text", ["", "6", "h", "1.5h", "-1s", "0s", "6 h"])
def test_any_other_time_gets_one_line(text: str) -> None:
    """With an example."""
    with pytest.raises(ContestError, match="expected a time like 90s"):
        seconds_of(text)


def test_a_time_is_spoken_in_its_unit() -> None:
    """Whole, whichever one would say."""
    assert [spoken(seconds) for seconds in (0.2, 89, 120, 7200)] == ["1 s", "89 s", "2 min", "2.0 h"]
