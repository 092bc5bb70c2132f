"""The table of a strength run and the file it comes from."""

from dataclasses import replace
from pathlib import Path

import pytest

from gridarena_lab.bench.strength.results import LEFT_OUT, Game, Results
from gridarena_lab.bench.strength.schedule import Pair, Pairing
from gridarena_lab.bench.strength.table import as_text, interval, rows

PAIRING = Pairing("skip", "classic", 100, ("empty-2x2",), 0.9)
WON = Game(
    "classic", "skip", 100, "empty-2x2", 0, 0, "start", 1.0, (9, 3), "completed", None, ("(0,0) -> 1", "(0,1) -> 2!"),
    4.5, (2.0, 9.5), (0, 0), 1.0, 3.2,
)  # fmt: skip


def test_what_is_interrupted_goes_on_where_it_was(tmp_path: Path) -> None:
    """A last line that was cut short is played again."""
    file = tmp_path / "games.jsonl"
    before = Results(file)
    before.add(WON)
    with file.open("a", encoding="utf-8") as half:
        half.write('{"mode": "cla')
    after = Results(file)
    assert after.games == [WON]
    assert after.of(Pair(PAIRING, "empty-2x2", 0)) == {0: WON}
    assert after.played[PAIRING.key] == 1


def test_a_game_behind_a_line_that_was_cut_short_is_kept(tmp_path: Path) -> None:
    """The file goes on on a line of its own."""
    file = tmp_path / "games.jsonl"
    file.write_text('{"mode": "cla', encoding="utf-8")
    Results(file).add(WON)
    assert Results(file).games == [WON]


def test_a_start_that_was_lost_counts_for_nothing(tmp_path: Path) -> None:
    """It is shown beside the games."""
    results = Results(tmp_path / "games.jsonl")
    results.add(WON)
    results.add(replace(WON, leg=1, score=0.0, termination=LEFT_OUT, moves=()))
    (row,) = rows([[PAIRING]], results.games)
    assert (row.games, row.left_out, row.score) == (1, 1, 1.0)


def test_losses_are_told_by_reason() -> None:
    """A loss for want of a proposal is another thing than one on points."""
    lost = replace(WON, score=0.0, termination="missing", loser="own")
    assert "1 missing on empty-2x2" in as_text(rows([[PAIRING]], [lost]))


def test_an_interval_of_independent_games_is_wilsons() -> None:
    """95 of 100 won one by one: 0.888 to 0.978."""
    mean, low, high = interval([[1.0]] * 95 + [[0.0]] * 5)
    assert mean == 0.95
    assert (low, high) == (pytest.approx(0.8875, abs=1e-3), pytest.approx(0.9785, abs=1e-3))


def test_pairs_that_agree_widen_the_interval_and_such_that_differ_narrow_it() -> None:
    """Two matches from one opening are no two samples."""
    _, alike, _ = interval([[1.0, 1.0]] * 40 + [[0.0, 0.0]] * 10)
    _, single, _ = interval([[1.0]] * 80 + [[0.0]] * 20)
    _, mixed, _ = interval([[1.0, 1.0]] * 30 + [[1.0, 0.0]] * 20)
    assert alike < single < mixed


def test_winning_everything_still_leaves_doubt() -> None:
    """100 of 100: 0.963 at the least."""
    assert interval([[1.0, 1.0]] * 50)[1] == pytest.approx(0.963, abs=1e-3)
