"""What a report says, in its order: the answer, the tables, the plots, and how to judge and repeat it."""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field

from gridarena_lab.experiment.games import Game
from gridarena_lab.experiment.machine import Machine
from gridarena_lab.experiment.plan import Experiment
from gridarena_lab.report import tables
from gridarena_lab.report.document import Block, Code, Heading, Paragraph, Table
from gridarena_lab.report.figures import counted, listed, percent, span
from gridarena_lab.report.methods import load_warning, methods
from gridarena_lab.report.options import different, setting, without
from gridarena_lab.report.summary import by, complete, summarise
from gridarena_lab.statistics.pairs import Z95, tally, variance
from gridarena_lab.statistics.ratings import Ranking, Result, System, rank
from gridarena_lab.statistics.words import fishtest_lines, sentence

_FEW = 3
"""Names that a title holds."""


@dataclass(frozen=True, slots=True)
class Found:
    """Everything an experiment's folder has to say."""

    plan: Experiment
    games: Sequence[Game]
    machines: Sequence[Machine]
    heeds: Mapping[str, Set[str]] = field(default_factory=dict)
    """Which of ``nodes`` and ``seed`` each agent went by; empty: not known."""


def title(plan: Experiment) -> str:
    """The experiment's name, or what it is."""
    if plan.name:
        return plan.name
    agents = different(without(cell.agent, plan.swept) for cell in plan.cells)
    rivals = different(without(cell.rival, plan.swept) for cell in plan.cells)
    if set(rivals) - set(agents) == set(rivals):
        return f"{_some(agents, 'agents')} against {_some(rivals, 'opponents')}"
    return _some(different([*agents, *rivals]), "agents")


def _some(names: Sequence[str], word: str) -> str:
    return listed(names, "and") if len(names) <= _FEW else f"{len(names)} {word}"


def opening(found: Found) -> Iterator[Block]:
    """How far it is, and the one sentence that matters."""
    plan, games = found.plan, found.games
    played = counted(len(games), "game")
    yield Paragraph(f"{played} of {plan.games:,} planned.")
    if not complete(games):
        yield Paragraph("No pair of games is finished yet: there is nothing to tell.")
        return
    yield Paragraph(answer(plan, games), strong=True)
    if (warning := load_warning(plan, games, found.machines)) is not None:
        yield Paragraph(warning, strong=True)


def answer(plan: Experiment, games: Sequence[Game]) -> str:
    """One sentence: who is better, which value was best, or who won most."""
    if plan.kind == "compare":
        first = plan.cells[0]
        brought = (one.score + other.score for one, other in complete(games))
        return sentence(first.agent, first.rival, tally(brought), plan.stopping)
    if plan.kind == "sweep":
        return best_value(plan, games)
    found = by(games, lambda game: (game.cell.agent, game.cell.rival))
    better, worse = (sum(one.clear == sign for one in found.values()) for sign in (1, -1))
    cells = by(games, lambda game: game.cell)
    clear = sum(one.clear != 0 for one in cells.values())
    pairings = len(found)
    if pairings == 1:
        ((agent, rival), one), *_ = found.items()
        return (
            f"{agent} made {percent(one.score)} % of the points against {rival} over all cells (95 % interval "
            f"{span(one.interval)} %); {clear} of {counted(len(cells), 'cell')} are clear by themselves."
        )
    return (
        f"Over all boards and budgets the agent is clearly better in {better} and clearly worse in {worse} of "
        f"{counted(pairings, 'pairing')}; {clear} of {counted(len(cells), 'cell')} are clear by themselves."
    )


def best_value(plan: Experiment, games: Sequence[Game]) -> str:
    """The best value of a sweep, and whether the others are clearly worse."""
    found = by(games, lambda game: setting(plan, game.cell))
    best = max(found, key=lambda key: found[key].score)
    one = found[best]
    words = " and ".join(f"{name} = {value}" for name, value in zip(plan.swept, best, strict=True))
    rivals = [key for key in found if key != best and found[key].interval[1] >= one.interval[0]]
    if not rivals:
        tail = "every other value's interval lies below its own"
    else:
        shown = ", ".join("/".join(key) for key in rivals[:8]) + (", ..." if len(rivals) > 8 else "")
        tail = f"the intervals of {counted(len(rivals), 'other value')} reach into its own ({shown})"
    return f"Best was {words} with {percent(one.score)} % of the points (95 % interval {span(one.interval)} %); {tail}."


def comparison(found: Found) -> Iterator[Block]:
    """What engine developers want to see, and what the pairs were good for."""
    pairs = complete(found.games)
    counts = tally(one.score + other.score for one, other in pairs)
    if found.plan.stopping is not None:
        yield Code("\n".join(fishtest_lines(counts, found.plan.stopping)))
    one = summarise(found.games)
    assert one is not None
    games = (one.losses, one.draws, one.wins)
    pair_half, game_half = (Z95 * (variance(each) / sum(each)) ** 0.5 for each in (counts, games))
    yield Paragraph(
        f"Counted as pairs the score's standard error makes \N{PLUS-MINUS SIGN}{percent(pair_half)} percentage points; "
        f"taken for independent games it would be \N{PLUS-MINUS SIGN}{percent(game_half)}. "
        + (
            "The pairs cancelled what openings and seats add to chance."
            if pair_half < game_half
            else "The two games of a pair tended to end alike: taken for independent they would have promised too much."
        )
    )


def results(found: Found) -> Iterator[Block]:
    """Tables of scores, endings and strengths."""
    plan, games = found.plan, found.games
    pairings = tables.names(plan.cells)
    if len(plan.cells) > len(pairings) and plan.kind == "matrix":
        yield tables.totals(games)
    yield tables.results(plan, games)
    yield tables.endings(games)


def ranked(found: Found, system: System) -> Ranking | str:
    """The agents by strength; or why they have no common scale, in a few words."""
    results = [
        Result(game.cell.agent, game.cell.rival, game.score, game.pair)
        if game.leg == 0
        else Result(game.cell.rival, game.cell.agent, 1 - game.score, game.pair)
        for pair in complete(found.games)
        for game in pair
    ]
    if len({name for one in results for name in (one.first, one.second)}) < 2:
        return "expected games of two agents or more, got one that met itself"
    try:
        return rank(results, system)
    except ValueError as error:
        return str(error)


def strengths(ranking: Ranking | str) -> Iterator[Block]:
    """The table, with what it rests on; or why there is none."""
    if isinstance(ranking, str):
        yield Paragraph(f"The agents have no common scale of strength: {ranking}.")
        return
    yield tables.ranking(ranking)
    if ranking.advantage is not None:
        yield Paragraph(f"The first move is worth {ranking.advantage:+.0f} Elo by this model.")


def closing(found: Found) -> Iterator[Block]:
    """Methods, data, and the command."""
    yield Heading("Methods")
    yield Paragraph(methods(found.plan, found.games, found.machines, found.heeds))
    yield Heading("Data")
    yield Paragraph(
        "games.csv and games.jsonl list every finished game; games.db, beside this folder, holds their records with "
        "every move, chained by hashes as a server keeps them."
    )
    if found.plan.command:
        yield Heading("Again")
        yield Code(found.plan.command)


def paper_table(found: Found) -> Table:
    """What goes into a paper: a column a budget where there are several, else the results."""
    if len({cell.budget for cell in found.plan.cells}) > 1:
        return tables.by_budget(found.plan, found.games)
    return tables.results(found.plan, found.games, search=False)
