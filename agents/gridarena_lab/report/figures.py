"""Figures as people write them: scores, intervals, budgets, agents."""

from collections.abc import Callable, Sequence

from gridarena_lab.experiment.budget import Budget
from gridarena_lab.report.summary import Summary

DASH = "\N{EN DASH}"


def percent(share: float) -> str:
    """One decimal, without the sign: the column says what it is."""
    return f"{100 * share:.1f}"


def span(interval: tuple[float, float]) -> str:
    """The interval of a share, in percent."""
    return f"{percent(interval[0])}{DASH}{percent(interval[1])}"


def tally(summary: Summary) -> str:
    """Wins, draws and losses."""
    return f"{summary.wins}{DASH}{summary.draws}{DASH}{summary.losses}"


def amount(number: float | None) -> str:
    """Three digits, grouped; empty where nothing was said."""
    if number is None:
        return ""
    return f"{number:,.0f}" if number >= 100 else f"{number:.1f}" if number >= 10 else f"{number:.2f}"


def budget_words(text: str) -> str:
    """A budget with its unit written out."""
    budget = Budget.read(text)
    if budget.timed:
        return f"{budget.amount:g} s"
    return text if budget.nodes is None else f"{budget.nodes:,} nodes"


def budget_axis(texts: Sequence[str]) -> tuple[str, Callable[[str], str]]:
    """What an axis of these budgets is called, and how each of them is called on it: without a unit that all share."""
    budgets = [Budget.read(text) for text in texts]
    if all(budget.timed for budget in budgets):
        return "thinking time a turn (s)", lambda text: f"{Budget.read(text).amount:g}"
    if all(budget.nodes for budget in budgets):
        return "nodes a turn", lambda text: f"{Budget.read(text).nodes:,}"
    return "budget of a turn", budget_words


def listed(words: Sequence[str], last: str) -> str:
    """``a, b and c``."""
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def counted(number: int, word: str) -> str:
    """``1 game``, ``2 games``."""
    return f"{number:,} {word}{'' if number == 1 else 's'}"
