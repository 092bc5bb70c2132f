"""Experiments that nobody played: plans, and games with chosen results."""

from collections.abc import Callable, Sequence
from itertools import product

from gridarena_lab.experiment.games import Game
from gridarena_lab.experiment.machine import Machine
from gridarena_lab.experiment.plan import LEGS, Cell, Experiment, Kind

MACHINE = Machine("Processor 3000", 2, "Linux 6", "CPython 3.11.7", "2.4", "0.61", "0.1.0", 0.0, 2)


def planned(
    kind: Kind = "matrix",
    *,
    agents: Sequence[str] = ("a",),
    rivals: Sequence[str] = ("b",),
    boards: Sequence[str] = ("empty-2x2",),
    budgets: Sequence[str] = ("100n",),
    pairs: int = 6,
    swept: tuple[str, ...] = (),
    name: str = "",
    command: str = "",
) -> Experiment:
    """A plan of every agent against every rival."""
    cells = tuple(Cell(*words) for words in product(agents, rivals, boards, budgets))
    return Experiment(name, kind, cells, pairs, 7, "sudoku", opening=2, swept=swept, command=command)


def played(
    plan: Experiment, score: Callable[[Cell, int, int], float], *, load: float = 0.0, termination: str = "completed"
) -> list[Game]:
    """All games of the plan; ``score`` says what the cell's agent made of a pair's leg."""
    return [
        Game(
            cell=cell,
            pair=pair,
            leg=leg,
            score=(made := score(cell, pair, leg)),
            points=(round(10 * made), 10 - round(10 * made)),
            termination=termination,
            loser=None if made == 0.5 else cell.rival if made else cell.agent,
            reason="somebody won",
            turns=16,
            depth=(3.0, None),
            nodes=(95.0, None),
            load=load,
            seconds=0.5,
            number=plan.number(place, pair, leg),
        )
        for pair in range(plan.pairs)
        for place, cell in enumerate(plan.cells)
        for leg in LEGS
    ]
