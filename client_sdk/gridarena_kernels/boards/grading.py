"""How hard a start position is: for a person, for a solver, and for who must not step on a bomb.

The level is told by what solving needs, not by how many cells are filled. *easy*: naked and hidden singles. *medium*:
conclusions within one region (pairs, triples and so on: the all-different constraint), still without trying. *hard*:
something must be tried; how much is counted in nodes of the search, with the proof that there is no second solution.
A board with several solutions has no level: it cannot be solved, only filled.
"""

from collections.abc import Sequence
from typing import Literal

from gridarena_games.base import Grade
from gridarena_games.sudoku.rules import Grid, geometry
from gridarena_kernels.boards.singles import by_singles
from gridarena_kernels.boards.uniqueness import Other, other_solution
from gridarena_kernels.solver import solve

Level = Literal["easy", "medium", "hard"]
Kind = Literal["full", "easy", "medium", "hard", "several solutions", "unsolvable", "undecided"]

_WHY: dict[Kind, str] = {
    "full": "every cell is filled",
    "easy": "naked and hidden singles solve it",
    "medium": "singles leave cells open, but what follows within a row, column or block solves it without trying",
    "hard": "something must be tried: no single step leads on",
    "several solutions": "it can be filled in more than one way, so it has no level",
    "unsolvable": "it cannot be filled",
    "undecided": "the search used up its budget; a server refuses such a start",
}


def level(m: int, n: int, cells: Sequence[int]) -> Level:
    """How hard a board with exactly one solution is to solve."""
    if not by_singles(m, n, cells).left:
        return "easy"
    return "medium" if solve(m, n, cells).nodes == 1 else "hard"


def grade(m: int, n: int, cells: Sequence[int]) -> Grade:
    """What can be said about a board without duplicates; at most two solutions are looked for."""
    singles = by_singles(m, n, cells)
    solved = solve(m, n, cells)
    nodes = solved.nodes
    kind: Kind
    if solved.solution is None:
        kind = "undecided" if solved.solvable is None else "unsolvable"
        solutions = None if solved.solvable is None else 0
    elif not any(value == 0 for value in cells):
        kind, solutions = "full", 1
    else:
        other = Other(False, 0) if solved.nodes == 1 else other_solution(m, n, cells, solved.solution)
        nodes += other.nodes
        solutions = None if other.exists is None else 2 if other.exists else 1
        kind = "undecided" if solutions is None else "several solutions" if solutions == 2 else level(m, n, cells)
    placements, bombs = _placements(m, n, cells), None
    empty = sum(value == 0 for value in cells)
    if solutions is not None:
        bombs = placements - empty if solutions == 1 else _bombs(m, n, cells)
    figures = {
        "empty": empty,
        "solutions found": solutions,
        "singles": singles.filled,
        "rounds": singles.rounds,
        "nodes": nodes,
        "placements": placements,
        "bombs": bombs,
    }
    return Grade(kind, figures, _WHY[kind])


def _free(m: int, n: int, cells: Sequence[int]) -> list[int]:
    """By cell the values the rules allow."""
    grid = Grid(geometry(m, n), list(cells))
    return [grid.free(cell) for cell in range(len(cells))]


def _placements(m: int, n: int, cells: Sequence[int]) -> int:
    return sum(values.bit_count() for values in _free(m, n, cells))


def _bombs(m: int, n: int, cells: Sequence[int]) -> int | None:
    """How many placements make the board unsolvable; None where a search used up its budget."""
    sound = [0] * len(cells)
    trial = list(cells)
    bombs, undecided = 0, False
    for cell, values in enumerate(_free(m, n, cells)):
        while open_values := values & ~sound[cell]:
            low = open_values & -open_values
            values ^= low
            trial[cell] = low.bit_length()
            solved = solve(m, n, trial, "quick")
            bombs += solved.solvable is False
            undecided = undecided or solved.solvable is None
            for place, value in enumerate(solved.solution or ()):
                sound[place] |= 1 << (value - 1)
        trial[cell] = cells[cell]
    return None if undecided else bombs
