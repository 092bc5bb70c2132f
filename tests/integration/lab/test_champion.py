"""The champion against a rival of another kind, with nodes instead of seconds: every machine plays the same match."""

from pathlib import Path

from gridarena_lab import match
from gridarena_lab.contest import Report


def test_points_are_not_given_away_for_parity(tmp_path: Path) -> None:
    """Far from the end it changes hands too often to be paid for; a champion that pays loses here, in either seat."""
    records = match(
        "champion?nodes=2000&seed=1", "skip?nodes=300&looks=50&seed=1", board="random-4x4", time=None, driver="direct",
        log_folder=tmp_path, report=Report(lambda text: None),
    )  # fmt: skip
    for seat, record in enumerate(records):
        assert record.result is not None
        assert record.result.winner == seat, record.result.reason
