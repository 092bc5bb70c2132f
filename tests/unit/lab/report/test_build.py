"""What a report says of plans of every kind."""

from dataclasses import replace

import pytest

from gridarena_lab.report import build, tables
from gridarena_lab.report.build import Found
from gridarena_lab.report.document import Paragraph
from gridarena_lab.report.methods import load_warning, methods
from gridarena_lab.statistics.ratings import FITTED, Ranking
from support.experiments import MACHINE, planned, played


def test_a_sweep_names_its_best_value_and_who_is_close() -> None:
    """The others' intervals decide what is close."""
    plan = planned("sweep", agents=("m?c=1", "m?c=2", "m?c=3"), swept=("c",), pairs=12)
    made = {"m?c=1": 0.0, "m?c=2": 1.0, "m?c=3": 0.9}
    games = played(plan, lambda cell, pair, leg: float(made[cell.agent] > pair / 12))
    said = build.answer(plan, games)
    assert said.startswith("Best was c = 2 with 100.0 % of the points")
    assert "1 other value reach into its own (3)" in said


def test_a_comparison_ends_in_its_sentence() -> None:
    """With the test that was asked."""
    plan = planned("compare", pairs=3)
    assert build.answer(plan, played(plan, lambda cell, pair, leg: 0.5)).startswith(
        "These games do not tell a and b apart"
    )


def test_a_matrix_counts_what_is_clear() -> None:
    """One pairing clearly won, one clearly lost."""
    plan = planned(rivals=("b", "c"), pairs=8)
    said = build.answer(plan, played(plan, lambda cell, pair, leg: float(cell.rival == "b")))
    assert said.startswith("Over all boards and budgets the agent is clearly better in 1 and clearly worse in 1 of 2")


def test_titles_name_few_and_count_many() -> None:
    """Options that are swept are no part of the name."""
    assert build.title(planned("sweep", agents=("m?c=1", "m?c=2"), swept=("c",))) == "m against b"
    assert build.title(planned(agents=("a", "b", "c", "d"), rivals=("e",))) == "4 agents against e"
    assert build.title(planned(agents=("a", "b"), rivals=("b", "c"))) == "a, b and c"
    assert build.title(planned(name="mine")) == "mine"


def test_what_all_cells_share_stands_in_the_caption() -> None:
    """Columns are what differs."""
    plan = planned(boards=("empty-2x2", "empty-3x3"))
    table = tables.results(plan, played(plan, lambda cell, pair, leg: 1.0))
    assert table.head[0] == "board"
    assert "(agent a, rival b, budget 100 nodes)" in table.caption
    assert table.rows[0][:3] == ("empty-2x2", "6", "12\N{EN DASH}0\N{EN DASH}0")


def test_endings_are_counted_for_both() -> None:
    """By who lost, and how."""
    plan = planned(pairs=2)
    table = tables.endings(played(plan, lambda cell, pair, leg: float(leg), termination="illegal"))
    assert table.head == ("agent", "games", "lost", "illegal")
    assert table.rows == (("a", "4", "2", "2"), ("b", "4", "2", "2"))


def test_seats_tell_what_the_first_move_is_worth() -> None:
    """Who begins, wins: strengths are equal, the first move is worth much."""
    plan = planned(rivals=("b",), pairs=10)
    games = played(plan, lambda cell, pair, leg: float(leg == 0))
    ranking = build.ranked(Found(plan, games, ()), "bayeselo")
    assert isinstance(ranking, Ranking)
    assert [one.elo for one in ranking.standings] == pytest.approx([0, 0], abs=1e-6)
    assert ranking.advantage is not None
    assert ranking.advantage > 100


def test_groups_that_never_met_have_no_scale() -> None:
    """The report says so instead of a table."""
    plan = planned(agents=("a",), rivals=("b",))
    other = planned(agents=("c",), rivals=("d",))
    games = [*played(plan, lambda cell, pair, leg: 1.0), *played(other, lambda cell, pair, leg: 1.0)]
    ranking = build.ranked(Found(plan, games, ()), "davidson")
    (said,) = build.strengths(ranking)
    assert isinstance(said, Paragraph)
    assert "no common scale" in said.text
    assert said.text.endswith("got groups that never met.")


def test_a_strict_hierarchy_has_a_scale() -> None:
    """However far it reaches: every lead between two that met is bounded."""
    agents = tuple("abcdefgh")
    plan = planned(agents=agents, rivals=agents, pairs=20)
    plan = replace(plan, cells=tuple(cell for cell in plan.cells if cell.agent < cell.rival))
    for system in FITTED:
        ranking = build.ranked(Found(plan, played(plan, lambda cell, pair, leg: 1.0), ()), system)
        assert isinstance(ranking, Ranking)
        assert [one.agent for one in ranking.standings] == list(agents)
        assert ranking.standings[0].elo - ranking.standings[-1].elo > 3000


def test_methods_tell_how_to_do_it_again() -> None:
    """Boards, pairs, budget, opening, seed, machine and interval."""
    plan = planned(boards=("empty-2x2", "empty-3x3"), budgets=("100n", "1000n"))
    said = methods(plan, played(plan, lambda cell, pair, leg: 1.0), [MACHINE], {})
    for words in (
        "Games of sudoku on empty-2x2, empty-3x3", "100 nodes or 1,000 nodes a turn", "2 random legal moves", "seed 7",
        "Processor 3000 (2 cores, Linux 6)", "numba 0.61", "empirical-likelihood", "48 of 48 games",
    ):  # fmt: skip
        assert words in said


BOTH, SEED, NOTHING = frozenset(("nodes", "seed")), frozenset(("seed",)), frozenset[str]()


@pytest.mark.parametrize(
    ("budgets", "rival", "ending"),
    [
        (("100n",), BOTH, "each agent had 100 nodes a turn; such games are the same on every machine. "),
        (
            ("100n",), SEED,
            "nodes mean nothing to b; such games are the same on every machine as long as no clock decides when a turn "
            "ends. ",
        ),
        (
            ("100n",), NOTHING,
            "nodes mean nothing to b; a seed means nothing to b, so that the same plan may bring other games. ",
        ),
        (
            ("untimed",), SEED,
            "each agent took as long for a turn as it wanted (untimed); such games are the same on every machine. ",
        ),
        (("untimed",), NOTHING, "(untimed); a seed means nothing to b, so that the same plan may bring other games. "),
        (("untimed", "100n"), BOTH, "each agent had 100 nodes a turn or, where untimed, no limit; such games"),
    ],
)  # fmt: skip
def test_games_are_called_repeatable_only_where_they_are(
    budgets: tuple[str, ...], rival: frozenset[str], ending: str
) -> None:
    """That takes a seed and, where nodes are the budget, somebody who counts them."""
    plan = planned(budgets=budgets)
    games = played(plan, lambda cell, pair, leg: 1.0)
    assert ending in methods(plan, games, [MACHINE], {"a": BOTH, "b": rival})


def test_nothing_is_promised_of_agents_that_nobody_looked_at() -> None:
    """As in a folder of an older version."""
    plan = planned()
    said = methods(plan, played(plan, lambda cell, pair, leg: 1.0), [MACHINE], {})
    assert "each agent had 100 nodes a turn. " in said


def test_a_busy_machine_is_told_where_a_clock_counted() -> None:
    """Nodes do not care."""
    timed, counted = planned(budgets=("0.1s",)), planned()
    for plan, load, warned in ((timed, 1.5, True), (timed, 0.0, False), (counted, 1.5, False)):
        games = played(plan, lambda cell, pair, leg: 1.0, load=load)
        assert (load_warning(plan, games, [MACHINE]) is not None) == warned


def test_a_paper_gets_a_column_a_budget() -> None:
    """Or the results where there is one budget."""
    wide, narrow = planned(budgets=("0.1s", "1s")), planned()
    for plan, head in ((wide, ("agent", "0.1", "1")), (narrow, ("agent", *tables.SCORES, "points"))):
        games = played(plan, lambda cell, pair, leg: 1.0)
        assert build.paper_table(Found(plan, games, ())).head == head


def test_pairs_are_said_to_help_only_where_they_do() -> None:
    """Seats that decide cancel within a pair; openings that decide do not."""
    plan = planned("compare", pairs=8)
    for score, words in ((lambda c, p, leg: float(leg), "cancelled"), (lambda c, p, leg: float(p % 2), "end alike")):
        blocks = list(build.comparison(Found(plan, played(plan, score), ())))
        assert isinstance(blocks[-1], Paragraph)
        assert words in blocks[-1].text
