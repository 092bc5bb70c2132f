"""The course benchmark measures; what it measures is nobody's business here."""

import json
from pathlib import Path

import pytest

from gridarena_lab.bench.course import CourseReport, Spread, as_json, as_text, run


@pytest.mark.timeout(60)
def test_one_run_gives_both_ways(tmp_path: Path) -> None:
    """The same number of turns each, and none without a proposal."""
    figures = json.loads(json.dumps(as_json(run(matches=1, time_s=10.0, logs=tmp_path))))
    assert figures["missing"] == 0
    assert figures["ours_ms"]["turns"] == figures["framework_ms"]["turns"] >= 81
    assert all(0 < figures[name]["p50"] <= figures[name]["p99"] for name in ("ours_ms", "framework_ms"))


def test_the_text_names_both() -> None:
    """With the way processes get ready here."""
    text = as_text(CourseReport("fork", Spread(7.0, 9.0, 80), Spread(6.0, 8.0, 80), 0))
    assert "gridarena (fork)" in text
    assert "80 turns each, 0 missing" in text
