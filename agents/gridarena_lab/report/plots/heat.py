"""Heat maps of scores: small multiples, one a pairing, boards by budgets; or agents by opponents.

Each field says its score in numbers. A triangle says that its whole interval lies above or below one half, so that
nobody takes the shade of three games for a finding.
"""

import math
from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.image import AxesImage

from gridarena_lab.experiment.games import Game
from gridarena_lab.experiment.plan import Experiment
from gridarena_lab.report.figures import budget_axis
from gridarena_lab.report.options import different, shortened
from gridarena_lab.report.plots.style import INK, SCORE_MAP, WIDTH, Plot, figure, styled
from gridarena_lab.report.summary import Summary, by

MOST_PANELS = 12
"""Of one figure."""
_DARK = 0.6
_SIGNS = {1: "\N{BLACK UP-POINTING TRIANGLE}", -1: "\N{BLACK DOWN-POINTING TRIANGLE}", 0: ""}
_MEANING = (
    f"{_SIGNS[1]} better and {_SIGNS[-1]} worse than the rival by the 95 % interval; no sign: these games do not tell."
)
_FIELD, _LONGEST, _UPRIGHT = 0.3, 26, 10


def boards_by_budgets(plan: Experiment, games: Sequence[Game]) -> list[Plot]:
    """One panel a pairing; several figures where there are many."""
    boards = different(cell.board for cell in plan.cells)
    label, short = budget_axis([cell.budget for cell in plan.cells])
    budgets = different(short(cell.budget) for cell in plan.cells)
    found = by(games, lambda game: ((game.cell.agent, game.cell.rival), game.cell.board, short(game.cell.budget)))
    pairings = list(dict.fromkeys((cell.agent, cell.rival) for cell in plan.cells))
    sheets = [pairings[start : start + MOST_PANELS] for start in range(0, len(pairings), MOST_PANELS)]
    plots = []
    for number, sheet in enumerate(sheets, 1):
        panels = {
            f"{agent}\nagainst {rival}": {
                (board, budget): found[pairing, board, budget]
                for board in boards
                for budget in budgets
                if (pairing, board, budget) in found
            }
            for pairing in sheet
            for agent, rival in [pairing]
        }
        name = "boards-by-budgets" if len(sheets) == 1 else f"boards-by-budgets-{number}"
        plots.append(_maps(name, panels, boards, budgets, (label, "start position")))
    return plots


def crosstable(plan: Experiment, games: Sequence[Game]) -> Plot:
    """Every agent against every other over all boards and budgets; what is known one way is known the other way."""
    found = by(games, lambda game: (game.cell.agent, game.cell.rival))
    agents = different(cell.agent for cell in plan.cells)
    rivals = different(cell.rival for cell in plan.cells)
    return _maps("crosstable", {"": found}, agents, rivals, ("rival", "agent"))


def two_options(plan: Experiment, found: Mapping[tuple[str, str], Summary]) -> Plot:
    """A sweep over two options."""
    first, second = plan.swept[:2]
    rows, columns = (different(key[place] for key in found) for place in (0, 1))
    return _maps("sweep", {"": found}, rows, columns, (second, first))


def _maps(
    name: str,
    panels: Mapping[str, Mapping[tuple[str, str], Summary]],
    rows: Sequence[str],
    columns: Sequence[str],
    labels: tuple[str, str],
) -> Plot:
    across = min(len(panels), max(1, int(WIDTH / (1.2 + 0.62 * len(columns)))))
    down = math.ceil(len(panels) / across)
    with styled():
        drawn = figure(max(2.0, down * (_FIELD * len(rows) + 0.75) + 0.5))
        grid = drawn.subplots(down, across, squeeze=False, sharex=True, sharey=True)
        images = [
            _map(axes, title, fields, rows, columns)
            for axes, (title, fields) in zip(grid.flat, panels.items(), strict=False)
        ]
        for axes in list(grid.flat)[len(panels) :]:
            axes.set_axis_off()
        drawn.supxlabel(labels[0], fontsize=9)
        drawn.supylabel(labels[1], fontsize=9)
        bar = drawn.colorbar(images[0], ax=grid, shrink=0.8, aspect=25, pad=0.02)
        bar.set_label("score of the agent (%)")
        bar.outline.set_linewidth(0.5)
    return Plot(name, f"Score of the agent in %, {labels[1]} by {labels[0]}. {_MEANING}", drawn)


def _map(
    axes: Axes, title: str, fields: Mapping[tuple[str, str], Summary], rows: Sequence[str], columns: Sequence[str]
) -> AxesImage:
    axes.set_title(title, loc="left")
    shades = np.full((len(rows), len(columns)), np.nan)
    for (row, column), one in fields.items():
        shades[rows.index(row), columns.index(column)] = 100 * one.score
    image = axes.imshow(shades, cmap=SCORE_MAP, vmin=0, vmax=100, aspect="auto")
    for (row, column), one in fields.items():
        axes.text(
            columns.index(column),
            rows.index(row),
            f"{100 * one.score:.0f}{_SIGNS[one.clear]}",
            ha="center",
            va="center",
            fontsize=8,
            color="white" if one.score > _DARK else INK,
        )
    names = shortened(columns, _LONGEST)
    axes.set_xticks(range(len(columns)), names)
    if max(map(len, names)) > _UPRIGHT:
        for label in axes.get_xticklabels():
            label.set(rotation=30, rotation_mode="anchor", ha="right")
    axes.set_yticks(range(len(rows)), shortened(rows, _LONGEST))
    axes.set_xticks(np.arange(len(columns) + 1) - 0.5, minor=True)
    axes.set_yticks(np.arange(len(rows) + 1) - 0.5, minor=True)
    axes.grid(which="minor", color="white", linewidth=1.2)
    axes.tick_params(which="both", length=0)
    axes.spines[:].set_visible(False)
    return image
