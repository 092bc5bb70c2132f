"""Plots of every kind, as far as a test can see: what is drawn, and that it is drawn the same twice."""

import warnings
from pathlib import Path

import pytest

pytest.importorskip("matplotlib")

from gridarena_lab.experiment.plan import Experiment
from gridarena_lab.report.build import Found, ranked
from gridarena_lab.report.options import shortened
from gridarena_lab.report.plots import heat, lines
from gridarena_lab.report.plots.choose import plots_of
from gridarena_lab.report.plots.style import CURVES, FORMATS
from gridarena_lab.statistics.sprt import Hypotheses
from support.experiments import planned, played

BOARDS, BUDGETS = ("empty-2x2", "empty-3x3"), ("100n", "1000n")


def names(plan: Experiment) -> list[str]:
    games = played(plan, lambda cell, pair, leg: float(pair % 2))
    found = Found(plan, games, ())
    return [plot.name for plot in plots_of(found, ranked(found, "davidson"))]


@pytest.mark.parametrize(
    ("plan", "expected"),
    [
        (planned(), []),
        (planned(boards=BOARDS, budgets=BUDGETS), ["boards-by-budgets", "score-by-budget"]),
        (planned(agents=("a", "b", "c"), rivals=("d",)), ["crosstable", "strength"]),
        (planned("sweep", agents=("m?c=1", "m?c=2"), swept=("c",)), ["sweep"]),
        (planned("sweep", agents=("m?c=1&k=1", "m?c=2&k=1", "m?c=1&k=2"), swept=("c", "k")), ["sweep"]),
        (planned("compare"), ["comparison"]),
    ],
)
def test_an_experiment_gets_the_plots_that_show_something(plan: Experiment, expected: list[str]) -> None:
    """One cell needs none; boards by budgets, sweeps and comparisons have theirs."""
    assert names(plan) == expected


@pytest.mark.parametrize(
    ("budgets", "expected"),
    [
        (("untimed", "100n", "1000n"), [["100", "1,000"]]),
        (("0.1s", "100n", "1000n"), [["100", "1,000"]]),
        (("0.1s", "100n", "0.5s", "1000n"), [["0.1", "0.5"], ["100", "1,000"]]),
        (("100n", "untimed"), []),
        (("0.1s", "100n"), []),
    ],
)
def test_budgets_of_one_kind_share_an_axis(budgets: tuple[str, ...], expected: list[list[str]]) -> None:
    """And no other has a tick there; one budget of a kind is no curve."""
    plan = planned(budgets=budgets)
    plots = lines.by_budget(plan, played(plan, lambda cell, pair, leg: float(pair % 2)))
    ticks = [[tick.get_text() for tick in plot.figure.axes[0].get_xticklabels()] for plot in plots]
    assert ticks == expected
    assert len({plot.name for plot in plots}) == len(plots)


def test_a_plot_is_saved_in_every_format_the_same_twice(tmp_path: Path) -> None:
    """Hostile names are text, no formula and no markup; the same games give the same bytes."""
    plan = planned("sweep", agents=("m$_x$<b>?c=1", "m$_x$<b>?c=2"), swept=("c",))
    games = played(plan, lambda cell, pair, leg: float(pair % 2))
    bytes_of = []
    for _ in range(2):
        (plot,) = plots_of(Found(plan, games, ()), None)
        plot.save(tmp_path)
        bytes_of.append([(tmp_path / f"sweep.{kind}").read_bytes() for kind in FORMATS])
        element = plot.svg()
    assert bytes_of[0] == bytes_of[1]
    assert element.startswith("<svg ")
    assert "<b>" not in element
    assert 'id="sweep-' in element


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["greedy", "x" * 20], ["greedy", "x" * 20]),
        (["greedy", "x" * 30], ["greedy", f"…{'x' * 19}"]),
        (
            ["greedy", "course:submissions/groep_01_A1", "course:submissions/groep_02_A2"],
            ["greedy", "…groep_01_A1", "…groep_02_A2"],
        ),
        (
            ["./one/a_long_name_of_an_agent.py:Mine", "./two/a_long_name_of_an_agent.py:Mine"],
            ["…one…", "…two…"],
        ),
        (["mcts?c=0.5&nodes=1000&seed=1", "mcts?c=1.5&nodes=1000&seed=1"], ["…c=0.5…", "…c=1.5…"]),
        ([f"a{'x' * 30}", f"b{'x' * 30}"], [f"a{'x' * 30}", f"b{'x' * 30}"]),
    ],
)
def test_what_tells_long_names_apart_stays(names: list[str], expected: list[str]) -> None:
    """On the axes of a heat map: the shared front goes first."""
    assert shortened(names, 20) == expected


def test_a_crosstable_of_long_addresses_can_be_read() -> None:
    """Agents of one folder, as all of a course's are."""
    agents = tuple(f"course:submissions/groep_{number:02}_A2" for number in range(1, 6))
    plan = planned(agents=agents, rivals=("greedy",))
    plot = heat.crosstable(plan, played(plan, lambda cell, pair, leg: float(pair % 2)))
    rows = [tick.get_text() for tick in plot.figure.axes[0].get_yticklabels()]
    assert rows == [f"…groep_{number:02}_A2" for number in range(1, 6)]


def test_curves_differ_by_more_than_colour() -> None:
    """No two have the same marker and line."""
    assert len({(marker, str(line)) for _, marker, line in CURVES}) == len(CURVES)


def test_a_tested_comparison_shows_its_bounds() -> None:
    """The evidence, with the lines at which it is decided."""
    from gridarena_lab.report.plots import evidence

    plan = planned("compare")
    plot = evidence.course(played(plan, lambda cell, pair, leg: 1.0), Hypotheses())
    left = plot.figure.axes[0]
    assert {text.get_text() for text in left.texts} == {"better", "not better"}


def test_no_settings_are_left_behind() -> None:
    """A notebook's own plots look as before."""
    import matplotlib as mpl

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        before = dict(mpl.rcParams)
        names(planned("compare"))
        assert dict(mpl.rcParams) == before
