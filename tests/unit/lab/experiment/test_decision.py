"""When a comparison is over."""

import random

from gridarena_lab.experiment.decision import Decision, last_counted
from gridarena_lab.experiment.plan import Cell, Experiment
from gridarena_lab.statistics.sprt import Hypotheses

PLAN = Experiment(
    "", "compare", (Cell("a", "b", "empty-2x2", "1n"),), 50, 1, "sudoku", stopping=Hypotheses(0, 200, 0.1, 0.1)
)


def test_the_order_in_which_games_end_changes_nothing() -> None:
    """It ends at the same pair, and never before a pair that is still played."""
    scores = [(number, 1.0) for number in range(1, 60)]
    last = last_counted(PLAN, scores)
    assert 2 < last < 40
    assert last % 2 == 0
    for seed in range(5):
        shuffled = random.Random(seed).sample(scores, len(scores))
        assert last_counted(PLAN, shuffled) == last
    without_the_first = Decision(PLAN)
    for number, score in scores[1:]:
        without_the_first.add(number, score)
    assert without_the_first.last is None
    without_the_first.add(*scores[0])
    assert without_the_first.last == last


def test_without_a_test_everything_counts() -> None:
    """Whatever the scores are; and so it is while the test goes on."""
    plan = Experiment("", "compare", PLAN.cells, 50, 1, "sudoku")
    assert last_counted(plan, [(number, 1.0) for number in range(1, 101)]) == 100
    assert last_counted(PLAN, [(1, 1.0), (2, 1.0)]) == PLAN.games
