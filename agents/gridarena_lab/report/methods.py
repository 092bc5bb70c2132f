"""The paragraph that lets somebody else repeat an experiment, and judge it."""

from collections.abc import Sequence

from gridarena_lab.experiment.games import Game
from gridarena_lab.experiment.machine import Machine
from gridarena_lab.experiment.plan import Experiment
from gridarena_lab.report.figures import budget_words, counted, listed
from gridarena_lab.report.options import different

ROOM = 0.25
"""Of a core, that other programs may take before results with a clock are doubted (as the run itself does)."""


def methods(plan: Experiment, games: Sequence[Game], machines: Sequence[Machine]) -> str:
    """Who played what, where, how often, from which seed, and how the intervals come about."""
    return " ".join(filter(None, (_games(plan, games), _budget(plan), _opening(plan), _machine(machines), _figures())))


def load_warning(plan: Experiment, games: Sequence[Game], machines: Sequence[Machine]) -> str | None:
    """A sentence when other programs took so much of the machine that a clock's results mean little."""
    timed = [game for game in games if game.cell.limit.timed]
    if not timed or not machines:
        return None
    free = min(machine.cores - machine.jobs for machine in machines)
    busy = [game for game in timed if game.load > max(free, 0) + ROOM]
    if len(busy) * 10 <= len(timed):
        return None
    return (
        f"In {len(busy)} of {counted(len(timed), 'game')} with a clock other programs took cores that these games "
        "needed: such results measure the machine's other work as well as the agents."
    )


def _games(plan: Experiment, games: Sequence[Game]) -> str:
    boards = different(cell.board for cell in plan.cells)
    shown = ", ".join(boards) if len(boards) <= 12 else f"{len(boards)} start positions"
    options = "".join(f", {name}={value}" for name, value in plan.options.items())
    return (
        f"Games of {plan.game}{options} on {shown}: {counted(len(plan.cells), 'cell')} of up to "
        f"{counted(plan.pairs, 'pair')}, {len(games)} of {counted(plan.games, 'game')} finished. "
        "The two games of a pair begin at the same position, with the seats swapped."
    )


def _budget(plan: Experiment) -> str:
    budgets = different(budget_words(cell.budget) for cell in plan.cells)
    kinds = f"each agent had {listed(budgets, 'or')} a turn"
    clock = (
        "the clock is hidden from the agents and runs from the opening of a turn to the last proposal"
        if plan.timed
        else "such games are the same on every machine"
    )
    return f"In every game {kinds}; {clock}."


def _opening(plan: Experiment) -> str:
    if not plan.opening:
        return f"Seed {plan.seed}; no random opening."
    moves = counted(plan.opening, "random legal move")
    return f"Every pair began with {moves} of its own, all drawn from seed {plan.seed}."


def _machine(machines: Sequence[Machine]) -> str:
    return " ".join(
        f"Played on {one.processor or 'an unknown processor'} ({counted(one.cores, 'core')}, {one.system}), "
        f"{counted(one.jobs, 'game')} at once, with {one.python}, numpy {one.numpy}, "
        f"{f'numba {one.numba}' if one.numba else 'no numba'}, gridarena {one.gridarena}; "
        f"other programs kept {one.load:.1f} cores busy at the start."
        for one in machines
    )


def _figures() -> str:
    return (
        "A draw counts as half. Intervals are 95 % empirical-likelihood intervals over pairs "
        "(Owen 2001, with Student's t threshold); incomplete pairs are left out."
    )
