"""Curves with error bars: score by an option's value, and by what the agents may spend on a turn."""

import math
from collections.abc import Mapping, Sequence

from matplotlib.axes import Axes

from gridarena_lab.experiment.budget import Budget
from gridarena_lab.experiment.games import Game
from gridarena_lab.experiment.plan import Experiment
from gridarena_lab.report.figures import budget_words, listed
from gridarena_lab.report.options import different, number, setting, without
from gridarena_lab.report.plots.style import CURVES, WIDTH, Plot, figure, score_axis, styled
from gridarena_lab.report.summary import Summary, by, complete

Curve = Mapping[float, Summary]
_BARS = "Bars: 95 % intervals over pairs."
_PANEL = 2.4


def by_option(plan: Experiment, games: Sequence[Game]) -> Plot:
    """The score by the value of the swept option; a panel a rival, a curve a board and budget."""
    option = plan.swept[0]
    found = by(games, lambda game: (_panel(plan, game), _curve(plan, game), setting(plan, game.cell)[0]))
    words = different(value for _, _, value in found)
    numeric = all(number(value) is not None for value in words)
    place = {value: number(value) if numeric else float(index) for index, value in enumerate(words)}
    panels: dict[str, dict[str, dict[float, Summary]]] = {}
    for (panel, curve, value), one in found.items():
        panels.setdefault(panel, {}).setdefault(curve, {})[place[value] or 0.0] = one
    agents = listed(different(without(cell.agent, plan.swept) for cell in plan.cells), "and")
    caption = f"Score of {agents} by the option {option}. {_BARS}"
    ticks = None if numeric and len(words) > 9 else {at or 0.0: word for word, at in place.items()}
    return _panels("sweep", caption, panels, f"option {option} of {agents}", log=False, ticks=ticks)


def by_budget(plan: Experiment, games: Sequence[Game]) -> list[Plot]:
    """The score by the budget, over all boards: a figure for times, one for nodes, where there are several of them."""
    amounts: dict[str, dict[float, None]] = {}
    for game, _ in complete(games):
        amounts.setdefault(game.cell.limit.unit, {})[game.cell.limit.amount] = None
    units = [unit for unit, several in amounts.items() if len(several) > 1]
    return [
        _by_amount(
            "score-by-budget" if len(units) == 1 else f"score-by-budget-{number}",
            plan,
            [game for game in games if game.cell.limit.unit == unit],
            "thinking time a turn (s)" if unit == "s" else "nodes a turn",
            {amount: f"{amount:,g}" for amount in amounts[unit]},
        )
        for number, unit in enumerate(units, 1)
    ]


def _by_amount(name: str, plan: Experiment, games: Sequence[Game], label: str, ticks: Mapping[float, str]) -> Plot:
    """Budgets of one kind; a panel a rival, a curve an agent."""
    found = by(games, lambda game: (game.cell.rival, game.cell.agent, game.cell.budget))
    alone = len({cell.agent for cell in plan.cells}) == 1
    panels: dict[str, dict[str, dict[float, Summary]]] = {}
    for (rival, agent, budget), one in found.items():
        title, curve = (f"{agent}\nagainst {rival}", "") if alone else (f"against {rival}", agent)
        panels.setdefault(title, {}).setdefault(curve, {})[Budget.read(budget).amount] = one
    return _panels(
        name,
        f"Score of the agent by {label}, over all boards. {_BARS}",
        panels,
        label,
        log=True,
        ticks=ticks,
    )


def _panel(plan: Experiment, game: Game) -> str:
    return f"against {without(game.cell.rival, plan.swept)}"


def _curve(plan: Experiment, game: Game) -> str:
    """What tells curves apart: whatever of agent, board and budget there are several of."""
    parts = (
        ([without(cell.agent, plan.swept) for cell in plan.cells], without(game.cell.agent, plan.swept)),
        ([cell.board for cell in plan.cells], game.cell.board),
        ([cell.budget for cell in plan.cells], budget_words(game.cell.budget)),
    )
    return ", ".join(word for every, word in parts if len(set(every)) > 1)


def _panels(
    name: str,
    caption: str,
    panels: Mapping[str, Mapping[str, Curve]],
    label: str,
    *,
    log: bool,
    ticks: Mapping[float, str] | None,
) -> Plot:
    across = min(3, len(panels)) or 1
    down = math.ceil(len(panels) / across) or 1
    with styled():
        drawn = figure(0.5 + _PANEL * down)
        grid = drawn.subplots(down, across, squeeze=False, sharey=True, sharex=True)
        curves = different(curve for panel in panels.values() for curve in panel)
        for axes, (title, panel) in zip(grid.flat, panels.items(), strict=False):
            axes.set_title(title, loc="left")
            _draw(axes, panel, curves, log=log, ticks=ticks)
        for axes in list(grid.flat)[len(panels) :]:
            axes.set_axis_off()
        drawn.supxlabel(label, fontsize=9)
        drawn.supylabel("score of the agent (%)", fontsize=9)
        if any(curves):
            handles, names = grid.flat[0].get_legend_handles_labels()
            columns = max(1, min(len(names), int(WIDTH * 11 / max(map(len, names)))))
            drawn.legend(handles, names, loc="outside upper left", ncols=min(columns, 4))
    return Plot(name, caption, drawn)


def _draw(
    axes: Axes, panel: Mapping[str, Curve], curves: Sequence[str], *, log: bool, ticks: Mapping[float, str] | None
) -> None:
    score_axis(axes)
    if log:
        axes.set_xscale("log")
    for curve, points in panel.items():
        place = curves.index(curve)
        colour, marker, line = CURVES[place % len(CURVES)]
        at = sorted(points)
        shifted = [_beside(x, place, len(curves), log=log, width=max(at) - min(at)) for x in at]
        scores = [100 * points[x].score for x in at]
        down = [100 * (points[x].score - points[x].interval[0]) for x in at]
        up = [100 * (points[x].interval[1] - points[x].score) for x in at]
        axes.errorbar(
            shifted,
            scores,
            (down, up),
            label=curve or "_",
            color=colour,
            marker=marker,
            linestyle=line,
            capsize=2.5,
            elinewidth=0.9,
            markerfacecolor="white",
            markeredgewidth=1.2,
        )
    if ticks is not None:
        axes.set_xticks(list(ticks), list(ticks.values()))
        axes.set_xticks([], minor=True)


def _beside(x: float, place: int, curves: int, *, log: bool, width: float) -> float:
    """A little to the side, so that the bars of several curves do not hide each other."""
    step = place - (curves - 1) / 2
    return x * 1.06**step if log else x + 0.012 * width * step
