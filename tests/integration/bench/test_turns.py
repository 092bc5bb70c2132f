"""The turn benchmark measures; what it measures is nobody's business here."""

import json

import pytest

from gridarena_lab.bench.turns import as_json, as_text, run


@pytest.mark.timeout(180)
def test_one_run_gives_every_figure() -> None:
    """Echo, turns and their ratio at each level, and deadlines that are never early."""
    told: list[float] = []
    report = run(levels=(1, 4), seconds=0.3, rounds=1, progress=lambda what, share: told.append(share))
    figures = json.loads(json.dumps(as_json(report)))
    assert set(figures["ratio"]) == set(figures["echo_per_s"]) == set(figures["turns_per_s"]) == {"1", "4"}
    assert all(value > 0 for value in (*figures["echo_per_s"].values(), *figures["turns_per_s"].values()))
    assert figures["overshoot_ms"]["early"] == 0
    assert told == sorted(told)
    assert told[-1] == 1
    assert "in flight" in as_text(report)
