"""The agents by strength, each with its interval."""

from gridarena_lab.report.plots.style import CURVES, FAINT, Plot, figure, styled
from gridarena_lab.statistics.ratings import Ranking

_ROW = 0.24


def strengths(found: Ranking) -> Plot:
    """A row an agent, the strongest on top."""
    order = found.standings[::-1]
    middle = sum(one.elo for one in order) / len(order)
    with styled():
        drawn = figure(0.8 + _ROW * len(order))
        axes = drawn.subplots()
        for row, one in enumerate(order):
            low, high = (one.elo if bound is None else bound for bound in (one.low, one.high))
            axes.plot([low, high], [row, row], color=CURVES[0][0], linewidth=1.3, solid_capstyle="butt")
            axes.plot([one.elo], [row], color=CURVES[0][0], marker="o", markerfacecolor="white", markeredgewidth=1.2)
        axes.axvline(middle, color=FAINT, linewidth=0.8, zorder=0)
        axes.set_yticks(range(len(order)), [one.agent for one in order])
        axes.set_ylim(-0.6, len(order) - 0.4)
        axes.set_xlabel("strength (Elo)")
        axes.spines["left"].set_visible(False)
        axes.tick_params(axis="y", length=0)
    return Plot("strength", "Strength of the agents with 95 % intervals; the line is the mean.", drawn)
