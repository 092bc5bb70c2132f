"""The interval of the dots measurements."""

import pytest

from gridarena_lab.bench.dots import interval, outcomes


def test_the_interval_is_wilsons() -> None:
    """As tables have it; of 100 wins in 100 games the lower bound is above 0.95."""
    assert interval(100, 100) == pytest.approx((0.9630, 1.0), abs=1e-4)
    assert interval(50, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)


@pytest.mark.timeout(120)
def test_the_experiments_run(capsys: pytest.CaptureFixture[str]) -> None:
    """A few games of each, a line for every figure."""
    outcomes(10)
    told = capsys.readouterr().out.splitlines()
    assert [line.split(" of ")[0].split()[0] for line in told[:3]] == ["first", "first", "alphabeta"]
    assert len(told) == 3
