"""Verdicts follow intervals."""

import math
from dataclasses import replace

import pytest

from gridarena_lab.claims import judging
from gridarena_lab.claims.claim import Verdict
from gridarena_lab.claims.report0 import seat
from support.experiments import planned, played


@pytest.mark.parametrize(
    ("made", "sign", "verdict"),
    [(1.0, 1, "held"), (0.0, 1, "not held"), (0.0, -1, "held"), (0.5, 1, "cannot be checked")],
)
def test_a_score_is_judged_by_its_whole_interval(made: float, sign: int, verdict: Verdict) -> None:
    """Eight pairs all one way decide, drawn ones do not."""
    games = played(planned(pairs=8), lambda cell, pair, leg: made)
    assert judging.score_is(games, judging.everything, sign, "so").verdict == verdict


def test_a_few_games_judge_nothing() -> None:
    """Whatever they say."""
    games = played(planned(pairs=3), lambda cell, pair, leg: 1.0)
    for finding in (
        judging.score_is(games, judging.everything, 1, "so"),
        judging.is_better(games, judging.everything, judging.everything, "so"),
        judging.best_is(games, lambda game: "1", "1"),
        judging.no_difference(games, lambda game: str(game.pair)),
        seat(games),
    ):
        assert finding.verdict == "cannot be checked"
        assert "too few games" in finding.why


def test_parts_are_compared_by_the_interval_of_their_difference() -> None:
    """Clearly better, clearly worse, and neither."""
    plan = planned(boards=("easy-2x2", "easy-3x3"), pairs=10)
    games = played(plan, lambda cell, pair, leg: float(cell.board == "easy-2x2" or pair == 0))
    small, large = (lambda game: game.cell.board == "easy-2x2"), (lambda game: game.cell.board == "easy-3x3")
    assert judging.is_better(games, small, large, "so").verdict == "held"
    assert judging.is_better(games, large, small, "so").verdict == "not held"
    assert judging.is_better(games, small, small, "so").verdict == "cannot be checked"


@pytest.mark.parametrize(("claimed", "verdict"), [("2", "held"), ("1", "not held")])
def test_a_best_value_is_clearly_better_than_all_others(claimed: str, verdict: Verdict) -> None:
    """One value that nearly always wins among two that nearly never do."""
    plan = planned("sweep", agents=("m?c=1", "m?c=2", "m?c=3"), swept=("c",), pairs=10)
    games = played(plan, lambda cell, pair, leg: float((cell.agent == "m?c=2") != (pair == 0)))
    assert judging.best_is(games, lambda game: game.cell.agent[-1], claimed).verdict == verdict


def test_close_values_name_no_best_one() -> None:
    """The highest score is not enough."""
    plan = planned("sweep", agents=("m?c=1", "m?c=2"), swept=("c",), pairs=10)
    games = played(plan, lambda cell, pair, leg: float(pair < 5 + (cell.agent == "m?c=2")))
    finding = judging.best_is(games, lambda game: game.cell.agent[-1], "2")
    assert finding.verdict == "cannot be checked"


def test_settings_differ_where_chance_does_not_explain_it() -> None:
    """Chi-square, with the table's limits."""
    assert judging.chi_square95(1) == pytest.approx(3.84, abs=0.1)
    assert judging.chi_square95(15) == pytest.approx(25.0, abs=0.05)
    plan = planned(agents=("a", "b", "c"), rivals=("r",), pairs=10)
    alike = played(plan, lambda cell, pair, leg: float(pair % 2))
    assert judging.no_difference(alike, lambda game: game.cell.agent).verdict == "held"
    apart = played(plan, lambda cell, pair, leg: float(pair < (9 if cell.agent == "a" else 1)))
    assert judging.no_difference(apart, lambda game: game.cell.agent).verdict == "not held"


def test_a_difference_of_little_is_endless() -> None:
    """Four pairs have no spread worth a verdict."""
    assert judging.difference([1, 1, 1, 1], [0] * 9) == (0.0, math.inf)


@pytest.mark.parametrize(("first", "verdict"), [(1.0, "not held"), (0.5, "held")])
def test_the_seat_is_judged_within_pairs(first: float, verdict: Verdict) -> None:
    """Who begins always wins, or it makes no difference."""
    games = played(planned(pairs=24), lambda cell, pair, leg: first if leg == 0 else 1 - first)
    assert seat(games).verdict == verdict


def test_the_first_seat_has_its_own_score() -> None:
    """In leg 1 it is the rival's."""
    games = played(planned(pairs=2), lambda cell, pair, leg: float(leg == 0))
    assert judging.seat_share(games) == [1.0, 1.0]
    assert judging.seat_share([replace(game, score=0.5) for game in games]) == [0.5, 0.5]
