"""A comparison as it went: how the evidence grew pair by pair, and what the pairs brought."""

from collections.abc import Sequence

from matplotlib.axes import Axes

from gridarena_lab.experiment.games import Game
from gridarena_lab.report.plots.style import CURVES, FAINT, HATCHES, INK, Plot, figure, styled
from gridarena_lab.report.summary import complete
from gridarena_lab.statistics.interval import interval
from gridarena_lab.statistics.pairs import score, tally
from gridarena_lab.statistics.sprt import Hypotheses, bounds, verdict

_BROUGHT = ("0", "\N{VULGAR FRACTION ONE HALF}", "1", "1\N{VULGAR FRACTION ONE HALF}", "2")
_MOST_POINTS = 400
"""Of a curve: more are not to be seen."""


def course(games: Sequence[Game], asked: Hypotheses | None) -> Plot:
    """The evidence (or the score with its interval) after every pair, beside the pairs by what they brought."""
    pairs = sorted(complete(games), key=lambda pair: pair[0].pair)
    brought = [first.score + second.score for first, second in pairs]
    steps = range(1, len(brought) + 1, max(1, len(brought) // _MOST_POINTS))
    with styled():
        drawn = figure(2.6)
        left, right = drawn.subplots(1, 2, width_ratios=(3, 2))
        if asked is None:
            _scores(left, brought, steps)
            caption = "Left: the score and its 95 % interval after every pair."
        else:
            _evidence(left, brought, steps, asked)
            caption = "Left: the evidence after every pair; at a dashed line the test is decided."
        left.set_xlabel("pairs of games")
        _counts(right, brought)
    return Plot("comparison", f"{caption} Right: the pairs by the points they brought the agent.", drawn)


def _evidence(axes: Axes, brought: Sequence[float], steps: Sequence[int], asked: Hypotheses) -> None:
    lower, upper = bounds(asked.alpha, asked.beta)
    ratios = [verdict(tally(brought[:step]), asked).ratio for step in steps]
    axes.plot([0, *steps], [0, *ratios], color=CURVES[0][0])
    for bound, word, side in ((upper, "better", "bottom"), (lower, "not better", "top")):
        axes.axhline(bound, color=INK, linestyle="--", linewidth=0.8)
        axes.annotate(
            word,
            (0.01, bound),
            (0, 2 if side == "bottom" else -2),
            xycoords=("axes fraction", "data"),
            textcoords="offset points",
            va=side,
            fontsize=8,
        )
    axes.axhline(0, color=FAINT, linewidth=0.8, zorder=0)
    axes.set_ylim(min(lower, *ratios, 0) - 1, max(upper, *ratios, 0) + 1)
    axes.set_ylabel("evidence (log-likelihood ratio)")


def _scores(axes: Axes, brought: Sequence[float], steps: Sequence[int]) -> None:
    counts = [tally(brought[:step]) for step in steps]
    spans = [interval(each) for each in counts]
    axes.fill_between(steps, [100 * low for low, _ in spans], [100 * high for _, high in spans], color="#d9e6f2")
    axes.plot(steps, [100 * score(each) for each in counts], color=CURVES[0][0])
    axes.axhline(50, color=INK, linestyle="--", linewidth=0.8)
    axes.set_ylim(-3, 103)
    axes.set_ylabel("score of the agent (%)")


def _counts(axes: Axes, brought: Sequence[float]) -> None:
    counts = tally(brought)
    bars = axes.bar(_BROUGHT, counts, color="white", edgecolor=INK, hatch=HATCHES[1], linewidth=0.8, width=0.7)
    axes.bar_label(bars, fontsize=8, padding=1)
    axes.set_xlabel("points of a pair")
    axes.set_ylabel("pairs")
    axes.margins(y=0.15)
