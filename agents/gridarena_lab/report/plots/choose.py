"""Which plots an experiment deserves: those that show something a table of one row would not."""

from collections.abc import Iterator

from gridarena_lab.report.build import Found
from gridarena_lab.report.options import setting
from gridarena_lab.report.plots import evidence, heat, lines
from gridarena_lab.report.plots.strength import strengths
from gridarena_lab.report.plots.style import Plot
from gridarena_lab.report.summary import by, complete
from gridarena_lab.statistics.ratings import Ranking

_ENOUGH = 3
"""Agents that a plot of strengths is worth."""


def plots_of(found: Found, ranking: Ranking | str) -> Iterator[Plot]:
    """In the order in which they are shown."""
    plan, games = found.plan, found.games
    if not complete(games):
        return
    if plan.kind == "compare":
        yield evidence.course(games, plan.stopping)
    if plan.swept:
        if len(plan.swept) == 1:
            yield lines.by_option(plan, games)
        else:
            yield heat.two_options(plan, by(games, lambda game: _two(setting(plan, game.cell))))
        return
    boards, budgets, pairings = (
        len({read(cell) for cell in plan.cells})
        for read in (
            lambda cell: cell.board,
            lambda cell: cell.budget,
            lambda cell: (cell.agent, cell.rival),
        )
    )
    if (boards > 1 and budgets > 1) or (pairings == 1 and boards > 2):
        yield from heat.boards_by_budgets(plan, games)
    if budgets > 1:
        yield from lines.by_budget(plan, games)
    if pairings > 2:
        yield heat.crosstable(plan, games)
    if isinstance(ranking, Ranking) and len(ranking.standings) >= _ENOUGH:
        yield strengths(ranking)


def _two(values: tuple[str, ...]) -> tuple[str, str]:
    return values[0], values[1]
