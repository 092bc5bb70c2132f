"""`bench turns` as a script reads it; what it measures is nobody's business here."""

from pathlib import Path

import pytest

from support.cli import gridarena

pytestmark = pytest.mark.timeout(120)


def test_the_report_has_every_level(tmp_path: Path) -> None:
    """Ratios at 1, 100 and 500 in flight, and no deadline came early."""
    report = gridarena("bench", "turns", "--seconds", "0.2", "--rounds", "1", "--json", cwd=tmp_path).json()
    assert list(report["ratio"]) == ["1", "100", "500"]
    assert all(ratio > 0 for ratio in report["ratio"].values())
    assert report["overshoot_ms"]["early"] == 0
