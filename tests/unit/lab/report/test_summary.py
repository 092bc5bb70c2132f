"""Figures of groups of games."""

import pytest

from gridarena_lab.report.summary import by, complete, summarise
from support.experiments import planned, played


def test_a_summary_counts_games_and_pairs() -> None:
    """Wins, draws and losses are games; the score's counts are pairs."""
    plan = planned(pairs=4)
    results = iter((1, 1, 1, 0, 0.5, 1, 0, 0))
    one = summarise(played(plan, lambda cell, pair, leg: next(results)))
    assert one is not None
    assert (one.wins, one.draws, one.losses) == (4, 1, 3)
    assert one.counts == (1, 0, 1, 1, 1)
    assert one.score == pytest.approx(4.5 / 8)
    assert one.interval[0] <= one.score <= one.interval[1]
    assert one.lost_by == (("completed", 3),)
    assert one.rival_lost_by == (("completed", 4),)
    assert one.depth == (3.0, None)


def test_half_a_pair_does_not_count() -> None:
    """A game whose twin is missing would favour a seat."""
    games = played(planned(pairs=3), lambda cell, pair, leg: 1.0)
    one = summarise(games[:-1])
    assert one is not None
    assert (one.games, one.pairs, len(complete(games[:-1]))) == (4, 2, 2)
    assert summarise(games[:1]) is None
    assert by(games[:1], lambda game: game.cell) == {}


@pytest.mark.parametrize(("made", "sign"), [(1.0, 1), (0.0, -1), (0.5, 0)])
def test_clear_is_what_the_interval_says(made: float, sign: int) -> None:
    """Eight pairs that all went one way are clear, eight drawn ones are not."""
    one = summarise(played(planned(pairs=8), lambda cell, pair, leg: made))
    assert one is not None
    assert one.clear == sign
