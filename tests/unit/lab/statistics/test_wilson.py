"""The interval of a share."""

import pytest

from gridarena_lab.statistics.wilson import wilson


def test_the_interval_is_wilsons() -> None:
    """As tables have it; of 100 wins in 100 games the lower bound is above 0.95."""
    assert wilson(1.0, 100) == pytest.approx((0.9630, 1.0), abs=1e-4)
    assert wilson(0.5, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
