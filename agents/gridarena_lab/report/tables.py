"""The tables of a report. What all rows share stands in the caption instead of a column."""

from collections.abc import Callable, Iterable, Sequence

from gridarena_lab.experiment.games import Game
from gridarena_lab.experiment.plan import Cell, Experiment
from gridarena_lab.report.document import Table
from gridarena_lab.report.figures import DASH, amount, budget_axis, budget_words, percent, span, tally
from gridarena_lab.report.options import different
from gridarena_lab.report.summary import COMPLETED, Summary, by
from gridarena_lab.statistics.ratings import Ranking

SCORES = ("pairs", "W" + DASH + "D" + DASH + "L", "score %", "95 % interval")


def results(plan: Experiment, games: Sequence[Game], *, search: bool = True) -> Table:
    """Every cell that has a complete pair, in the plan's order; with what the agents said of their search, or not."""
    found = by(games, lambda game: game.cell)
    columns = _varying(plan, _PLACES) or [_PLACES[0]]
    searched = search and any(_says(summary) for summary in found.values())
    head = (*(name for name, _ in columns), *SCORES, "points", *(("depth", "nodes a turn") if searched else ()))
    rows = (
        (*(read(cell) for _, read in columns), *_scores(found[cell]), _points(found[cell]))
        + (_search(found[cell]) if searched else ())
        for cell in plan.cells
        if cell in found
    )
    figures = "Score, points, depth and nodes are" if searched else "Score and points are"
    caption = f"Results by cell{_shared(plan, columns)}. {figures} the agent's; behind the colon the rival's."
    return Table(caption, head, tuple(rows), words=len(columns))


def totals(games: Sequence[Game]) -> Table:
    """Every pairing over all its boards and budgets."""
    found = by(games, lambda game: (game.cell.agent, game.cell.rival))
    rows = tuple((*names, *_scores(one), _points(one)) for names, one in found.items())
    return Table("Over all boards and budgets.", ("agent", "rival", *SCORES, "points"), rows, words=2)


def endings(games: Sequence[Game]) -> Table:
    """How games were lost, by who lost them."""
    found = by(games, lambda game: (game.cell.agent, game.cell.rival))
    lost: dict[str, dict[str, int]] = {}
    played: dict[str, int] = {}
    for (agent, rival), one in found.items():
        for name, reasons in ((agent, one.lost_by), (rival, one.rival_lost_by)):
            counts = lost.setdefault(name, {})
            played[name] = played.get(name, 0) + one.games
            for reason, count in reasons:
                counts[reason] = counts.get(reason, 0) + count
    kinds = sorted(
        {reason for counts in lost.values() for reason in counts}, key=lambda kind: (kind != COMPLETED, kind)
    )
    words = ["by points" if kind == COMPLETED else kind for kind in kinds]
    rows = tuple(
        (name, str(played[name]), str(sum(counts.values())), *(str(counts.get(kind, 0)) for kind in kinds))
        for name, counts in lost.items()
    )
    return Table("Why games were lost, by the agent that lost them.", ("agent", "games", "lost", *words), rows)


def ranking(found: Ranking) -> Table:
    """Strengths with their intervals."""
    chances = any(one.against_next for one in found.standings)
    head = ("agent", "Elo", "95 % interval", "games", "score %", *(("against the next: W/D/L %",) if chances else ()))
    rows = tuple(
        (
            one.agent,
            _elo(one.elo),
            "" if one.low is None or one.high is None else f"{_elo(one.low)} to {_elo(one.high)}",
            str(one.games),
            percent(one.score),
        )
        + ((_chances(one.against_next),) if chances else ())
        for one in found.standings
    )
    return Table(_SYSTEMS[found.system], head, rows)


def by_budget(plan: Experiment, games: Sequence[Game]) -> Table:
    """Scores with their intervals, a column a budget: what fits on a page."""
    found = by(games, lambda game: game.cell)
    columns = _varying(plan, _PLACES[:-1]) or [_PLACES[0]]
    label, short = budget_axis([cell.budget for cell in plan.cells])
    budgets = different(cell.budget for cell in plan.cells)
    rows: dict[tuple[str, ...], dict[str, Summary]] = {}
    for cell, one in found.items():
        rows.setdefault(tuple(read(cell) for _, read in columns), {})[cell.budget] = one
    return Table(
        f"Score of the agent in % with its 95 % interval, by {label}{_shared(plan, [*columns, _PLACES[-1]])}.",
        (*(name for name, _ in columns), *map(short, budgets)),
        tuple((*words, *(_cell(cells.get(budget)) for budget in budgets)) for words, cells in rows.items()),
        words=len(columns),
    )


Place = tuple[str, Callable[[Cell], str]]
_PLACES: tuple[Place, ...] = (
    ("agent", lambda cell: cell.agent),
    ("rival", lambda cell: cell.rival),
    ("board", lambda cell: cell.board),
    ("budget", lambda cell: budget_words(cell.budget)),
)
_SYSTEMS = {
    "davidson": "Strength of the agents, by Davidson's model of draws (Bradley-Terry); the mean is 0.",
    "bradley-terry": "Strength of the agents, by Bradley and Terry's model, draws as half; the mean is 0.",
    "rao-kupper": "Strength of the agents, by Rao and Kupper's model of draws; the mean is 0.",
    "bayeselo": "Strength of the agents, by BayesElo's model (draws, and what the first move is worth); the mean is 0.",
    "elo": "Elo after the last pair, each pair number taken as one event (K 32, from 1500).",
    "glicko1": "Glicko-1 after the last pair, each pair number taken as a rating period.",
    "glicko2": "Glicko-2 after the last pair, each pair number taken as a rating period.",
}


def _varying(plan: Experiment, places: Sequence[Place]) -> list[Place]:
    return [place for place in places if len({place[1](cell) for cell in plan.cells}) > 1]


def _shared(plan: Experiment, columns: Sequence[Place]) -> str:
    """What all cells have in common, for a caption."""
    words = [f"{name} {read(plan.cells[0])}" for name, read in _PLACES if (name, read) not in columns]
    return f" ({', '.join(words)})" if words else ""


def _scores(one: Summary) -> tuple[str, ...]:
    return str(one.pairs), tally(one), percent(one.score), span(one.interval)


def _points(one: Summary) -> str:
    return f"{one.points[0]:.1f} : {one.points[1]:.1f}"


def _search(one: Summary) -> tuple[str, str]:
    return _both(one.depth), _both(one.nodes)


def _both(said: tuple[float | None, float | None]) -> str:
    return "" if said == (None, None) else " : ".join(amount(each) or DASH for each in said)


def _says(one: Summary) -> bool:
    return any(each is not None for each in (*one.depth, *one.nodes))


def _cell(one: Summary | None) -> str:
    return (
        "" if one is None else f"{100 * one.score:.0f} ({100 * one.interval[0]:.0f}{DASH}{100 * one.interval[1]:.0f})"
    )


def _elo(number: float) -> str:
    return f"{number:.0f}".replace("-", "\N{MINUS SIGN}")


def _chances(three: tuple[float, float, float] | None) -> str:
    return "" if three is None else " / ".join(f"{100 * each:.0f}" for each in three)


def names(cells: Iterable[Cell]) -> list[tuple[str, str]]:
    """Every pairing once, in the plan's order."""
    return list(dict.fromkeys((cell.agent, cell.rival) for cell in cells))
