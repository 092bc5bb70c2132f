"""Elo of an event, both Glicko systems and tables of strengths, against independently computed figures."""

import pytest

from gridarena_lab.statistics.glicko import Against, Glicko, glicko1, glicko2
from gridarena_lab.statistics.ratings import SYSTEMS, Result, System, elo_after, rank
from support.rating_vectors import rating_vectors

GLICKMAN = [(1400.0, 30.0, 1.0), (1550.0, 100.0, 0.0), (1700.0, 300.0, 0.0)]
"""The example of Glickman's papers."""
ROUND_ROBIN = [
    Result(first, second, score, period)
    for period in range(4)
    for first, second, score in (
        ("strong", "middle", 1),
        ("middle", "strong", 0.5),
        ("strong", "weak", 1),
        ("weak", "strong", 0),
        ("middle", "weak", 1),
        ("weak", "middle", 0.5),
    )
]


def period(games: list[tuple[float, float, float]]) -> list[Against]:
    return [Against(Glicko(rating, deviation), score) for rating, deviation, score in games]


def test_glicko2_agrees() -> None:
    """Every vector gives its published rating, deviation and volatility."""
    for row in rating_vectors("glicko2"):
        found = glicko2(Glicko(row["r"], row["rd"], row["sigma"]), period(row["games"]), row["tau"])
        assert found.rating == pytest.approx(row["new_r"], abs=1e-9)
        assert found.deviation == pytest.approx(row["new_rd"], abs=1e-9)
        assert found.volatility == pytest.approx(row["new_sigma"], abs=1e-12)


def test_glicko1_agrees() -> None:
    """The vector gives its published rating and deviation."""
    row = rating_vectors("glicko1")
    found = glicko1(Glicko(row["r"], row["rd"]), period(row["games"]))
    assert (found.rating, found.deviation) == pytest.approx((row["new_r"], row["new_rd"]), abs=1e-9)


def test_published_figures_without_the_shared_folder() -> None:
    """Glickman's example: 1464 and 151.4; 1464.05, 151.52 and 0.05999."""
    one, two = (
        glicko1(Glicko(1500, 200), period(GLICKMAN)),
        glicko2(Glicko(1500, 200, 0.06), period(GLICKMAN)),
    )
    assert (one.rating, one.deviation) == pytest.approx((1464.106, 151.399), abs=1e-3)
    assert (two.rating, two.deviation, two.volatility) == pytest.approx((1464.0507, 151.5165, 0.059996), abs=1e-4)


def test_elo_of_an_event_agrees() -> None:
    """The worked example: all opponents are taken as they were before."""
    row = rating_vectors("elo_update_event")
    games = [(game["opp"], game["score"]) for game in row["games"]]
    assert elo_after(row["r"], games, row["k"]) == pytest.approx(row["new_r"], abs=1e-9)


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_ranks_a_clear_round_robin_alike(system: System) -> None:
    """Strong before middle before weak, with all games counted."""
    found = rank(ROUND_ROBIN, system)
    assert [one.agent for one in found.standings] == ["strong", "middle", "weak"]
    assert [one.games for one in found.standings] == [16, 16, 16]
    assert found.standings[0].score == pytest.approx(0.875)
    for one in found.standings:
        assert one.low is None or one.high is None or one.low < one.elo < one.high


def test_order_of_games_matters_not_to_a_fit() -> None:
    """The same games backwards give the same strengths."""
    there, back = rank(ROUND_ROBIN), rank(ROUND_ROBIN[::-1])
    assert [one.elo for one in there.standings] == pytest.approx([one.elo for one in back.standings])


def test_chances_against_the_next_follow_the_model() -> None:
    """They sum to one and favour the better one; the last has no next."""
    first, _, last = rank(ROUND_ROBIN).standings
    assert first.against_next is not None
    assert sum(first.against_next) == pytest.approx(1)
    assert first.against_next[0] > first.against_next[2]
    assert last.against_next is None


def test_bayeselo_tells_what_the_first_move_is_worth() -> None:
    """Whoever began made more of it here."""
    worth = rank(ROUND_ROBIN, "bayeselo").advantage
    assert worth is not None
    assert worth > 0
    assert rank(ROUND_ROBIN).advantage is None


def test_an_agent_against_itself_says_nothing() -> None:
    """Only such games leave nobody to rank."""
    assert rank([Result("a", "a", 1, 0)]).standings == ()
