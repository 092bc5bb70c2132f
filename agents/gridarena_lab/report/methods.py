"""The paragraph that lets somebody else repeat an experiment, and judge it."""

from collections.abc import Iterator, Mapping, Sequence, Set

from gridarena_lab.experiment.budget import UNTIMED
from gridarena_lab.experiment.games import Game
from gridarena_lab.experiment.machine import Machine
from gridarena_lab.experiment.plan import Experiment
from gridarena_lab.experiment.seating import NODES, SEED
from gridarena_lab.report.figures import budget_words, counted, listed
from gridarena_lab.report.options import different

ROOM = 0.25
"""Of a core, that other programs may take before results with a clock are doubted (as the run itself does)."""
_FEW = 3
"""Agents that a sentence names."""


def methods(plan: Experiment, games: Sequence[Game], machines: Sequence[Machine], heeds: Mapping[str, Set[str]]) -> str:
    """Who played what, where, how often, from which seed, and how the intervals come about."""
    parts = (_games(plan, games), _budget(plan, heeds), _opening(plan), _machine(machines), _figures())
    return " ".join(filter(None, parts))


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


def _budget(plan: Experiment, heeds: Mapping[str, Set[str]]) -> str:
    limits = different(budget_words(cell.budget) for cell in plan.cells if cell.budget != UNTIMED)
    if not limits:
        kinds = "each agent took as long for a turn as it wanted (untimed)"
    else:
        untimed = any(cell.budget == UNTIMED for cell in plan.cells)
        kinds = f"each agent had {listed(limits, 'or')} a turn{' or, where untimed, no limit' if untimed else ''}"
    if plan.timed:
        clock = ["the clock is hidden from the agents and runs from the opening of a turn to the last proposal"]
    else:
        clock = list(_again(plan, heeds))
    return f"In every game {'; '.join((kinds, *clock))}."


def _again(plan: Experiment, heeds: Mapping[str, Set[str]]) -> Iterator[str]:
    """Whether the same plan is the same games; nothing where nobody has written down what the agents heed."""
    counting = different(name for cell in plan.cells if cell.limit.nodes for name in (cell.agent, cell.rival))
    agents = different(name for cell in plan.cells for name in (cell.agent, cell.rival))
    if not heeds.keys() >= set(agents):
        return
    uncounted = [name for name in counting if NODES not in heeds[name]]
    unseeded = [name for name in agents if SEED not in heeds[name]]
    if uncounted:
        yield f"nodes mean nothing to {_some(uncounted)}"
    if unseeded:
        yield f"a seed means nothing to {_some(unseeded)}, so that the same plan may bring other games"
    else:
        yield "such games are the same on every machine" + (
            " as long as no clock decides when a turn ends" if uncounted else ""
        )


def _some(agents: Sequence[str]) -> str:
    """Few are named, many are counted."""
    return listed(agents, "and") if len(agents) <= _FEW else f"{len(agents)} of the agents"


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
