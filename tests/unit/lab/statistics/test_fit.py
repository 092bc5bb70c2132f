"""Strengths from all results at once, against independently computed figures."""

from typing import Any

import numpy as np
import pytest

from gridarena_lab.statistics.fit import NATURAL, Fit, Met, fit
from gridarena_lab.statistics.outcomes import CHANCES, SLOPES, Model
from support.rating_vectors import rating_vectors

WORDS: dict[str, Model] = {"bt": "bradley-terry", "davidson": "davidson", "rao-kupper": "rao-kupper"}
ENGINES = [Met(0, 1, 18, 9, 3), Met(1, 2, 18, 9, 3), Met(0, 2, 24, 6, 0)]
"""Of a published example: its exact logistic answer is 190.85, 0 and -190.85."""


def agrees(found: Fit, row: dict[str, Any], agents: list[str]) -> None:
    """As far as the figures go: they stem from an optimiser that stopped short of the summit by up to 0.0005 Elo."""
    assert found.log_likelihood >= row["log_likelihood"] - 1e-12
    assert list(found.elo) == pytest.approx([row["elo"][name] for name in agents], abs=5e-4)
    assert found.covariance == pytest.approx(np.array(row["covariance"]), abs=5e-3)
    for index, name in enumerate(agents):
        assert found.error(index) == pytest.approx(row["se"][name], abs=1e-4)
    for pair, error in row["diff_se"].items():
        first, second = (agents.index(name) for name in pair.split("-"))
        lead = np.zeros(len(agents))
        lead[first], lead[second] = 1, -1
        assert np.sqrt(lead @ found.covariance @ lead) == pytest.approx(error, abs=1e-4)
    if found.width is not None:
        assert np.exp(found.width) == pytest.approx(row.get("nu") or row["theta"], abs=1e-6)


def test_every_model_agrees() -> None:
    """Strengths, errors, covariance, likelihood and width of every vector."""
    for row in rating_vectors("bradley_terry"):
        agents = row["players"]
        met = [
            Met(agents.index(each["a"]), agents.index(each["b"]), each["wins"], each["draws"], each["losses"])
            for each in row["results"]
        ]
        for expected in row["fits"]:
            agrees(fit(len(agents), met, WORDS[expected["model"]], prior=0), expected, agents)


def test_bayeselo_agrees() -> None:
    """Every vector of lead, first move and draws gives its published chances."""
    for row in rating_vectors("bayeselo_probabilities"):
        lead = np.array([(row["elo_diff"] + row["eloAdvantage"]) * NATURAL])
        found = CHANCES["rao-kupper"](lead, row["eloDraw"] * NATURAL)
        expected = (row["p_win"], row["p_draw"], row["p_loss"])
        assert (found.win[0], found.draw[0], found.loss[0]) == pytest.approx(expected, abs=1e-12)


def test_published_example_without_the_shared_folder() -> None:
    """Three engines; three quarters without draws are 400 log10(3)."""
    assert list(fit(3, ENGINES, "bradley-terry", prior=0).elo) == pytest.approx([190.8485, 0, -190.8485], abs=1e-4)
    two = fit(2, [Met(0, 1, 75, 0, 25)], "davidson", prior=0)
    assert two.elo[0] - two.elo[1] == pytest.approx(190.848502)
    assert two.model == "bradley-terry"


@pytest.mark.parametrize("model", list(SLOPES))
def test_derivatives_are_those_of_the_chances(model: Model) -> None:
    """By finite differences, first and second, lead and width."""
    lead, counts, step = np.array([0.7]), [np.array([3.0]), np.array([2.0]), np.array([1.0])], 1e-5

    def at(x: float, y: float) -> float:
        return float(SLOPES[model](lead + x, 0.4 + y, *counts).value[0])

    here = SLOPES[model](lead, 0.4, *counts)
    assert here.by_lead[0] == pytest.approx((at(step, 0) - at(-step, 0)) / (2 * step), rel=1e-6)
    assert here.by_width[0] == pytest.approx((at(0, step) - at(0, -step)) / (2 * step), rel=1e-6)
    right, left = SLOPES[model](lead + step, 0.4, *counts), SLOPES[model](lead - step, 0.4, *counts)
    wide, narrow = SLOPES[model](lead, 0.4 + step, *counts), SLOPES[model](lead, 0.4 - step, *counts)
    assert here.lead_lead[0] == pytest.approx((right.by_lead[0] - left.by_lead[0]) / (2 * step), rel=1e-6)
    assert here.lead_width[0] == pytest.approx((wide.by_lead[0] - narrow.by_lead[0]) / (2 * step), rel=1e-6)
    assert here.width_width[0] == pytest.approx((wide.by_width[0] - narrow.by_width[0]) / (2 * step), rel=1e-6)


@pytest.mark.parametrize("model", list(CHANCES))
def test_chances_are_all_there_is(model: Model) -> None:
    """They sum to one, and swapping the agents swaps win and loss."""
    there, back = CHANCES[model](np.array([1.3]), 0.5), CHANCES[model](np.array([-1.3]), 0.5)
    assert there.win[0] + there.draw[0] + there.loss[0] == pytest.approx(1)
    assert (there.win[0], there.draw[0]) == pytest.approx((back.loss[0], back.draw[0]))


def test_prior_keeps_the_unbeaten_finite() -> None:
    """Without it nothing bounds an agent that won everything; more games outweigh it."""
    few, many = fit(2, [Met(0, 1, 4, 0, 0)], "davidson"), fit(2, [Met(0, 1, 400, 0, 0)], "davidson")
    assert 0 < few.elo[0] < many.elo[0] < 2000
    with pytest.raises(ValueError, match="endless"):
        fit(2, [Met(0, 1, 4, 0, 0)], "bradley-terry", prior=0)


def test_first_move_is_found() -> None:
    """Equal agents that win when they begin are equal, and the first move is worth what they made of it."""
    found = fit(2, [Met(0, 1, 60, 0, 40), Met(1, 0, 60, 0, 40)], "rao-kupper", prior=0, advantage=True)
    assert list(found.elo) == pytest.approx([0, 0], abs=1e-6)
    assert found.advantage == pytest.approx(70.436504)


def test_groups_that_never_met_are_not_compared() -> None:
    """Two islands have no common scale."""
    with pytest.raises(ValueError, match="never met"):
        fit(4, [Met(0, 1, 1, 0, 1), Met(2, 3, 1, 0, 1)], "davidson")


@pytest.mark.parametrize("model", list(SLOPES))
def test_a_long_row_of_agents_is_fitted_to_its_ends(model: Model) -> None:
    """Each beats the next: leads add up as far as they go, all steps alike, with one draw or none."""
    row = [Met(one, one + 1, 100, 0, 0) for one in range(30)]
    for met in (row, [Met(0, 1, 100, 1, 0), *row[1:]]):
        found = fit(31, met, model)
        steps = found.elo[2:-2] - found.elo[3:-1]
        assert list(steps) == pytest.approx([steps[0]] * len(steps), rel=1e-6)
        assert steps.sum() > 10_000
        assert np.isfinite(found.covariance).all()
