"""What is done with an assignment before anything is played."""

from dataclasses import replace
from pathlib import Path

import pytest

from gridarena._matches import Matches, _note
from gridarena_protocol.messages import MatchAssigned
from support.sdk import header


@pytest.mark.parametrize("change", [{"options": {"mode": "of tomorrow"}}, {"game": "kayles"}, {"setup": "?"}])
async def test_a_match_that_cannot_be_understood_is_told_of_and_left(change: dict[str, object], tmp_path: Path) -> None:
    """Nothing is raised, for other matches are under way."""
    said: list[str] = []
    matches = Matches(
        pool=None,  # type: ignore[arg-type]  # it is never asked
        server=None,  # type: ignore[arg-type]
        log_folder=tmp_path,
        say=said.append,
        tell=said.append,
        fallback=True,
        remark=None,
        on_over=lambda: None,
    )
    matches.assign(MatchAssigned(replace(header(), **change), 0, "", "ticket"))
    assert matches.numbers == ()
    assert "the rules here and on the server disagree" in said[-1]
    assert "install the gridarena that your host runs" in said[-1]


def test_a_log_that_cannot_be_written_costs_no_match(tmp_path: Path) -> None:
    """Nor does a name that no encoding has."""
    (tmp_path / "match.log").mkdir()
    _note(tmp_path / "match.log", "turn 1: it raised")
    _note(tmp_path / "other.log", "in caf\udce9.py")
    assert (tmp_path / "other.log").read_text(encoding="utf-8") == "-- in caf\\udce9.py\n"
