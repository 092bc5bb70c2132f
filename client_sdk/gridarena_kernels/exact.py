"""Solves a Competitive Sudoku position: its exact value and the worth of every move.

The kernels in `endgame` know cells, pairs and completions as numbers; this is where a board becomes such tables.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from gridarena_games.sudoku.board import SudokuBoard
from gridarena_games.sudoku.rules import Placement, geometry
from gridarena_kernels import jit
from gridarena_kernels.completions import completions
from gridarena_kernels.endgame import value_of
from gridarena_kernels.endgame_memory import Memory
from gridarena_kernels.endgame_position import (
    TO_THE_END,
    WORST,
    bomb,
    fill,
    is_fill,
    points_of,
)
from gridarena_kernels.endgame_setup import places, stack_of, tables_of
from gridarena_kernels.jit import Flat, octets, zeros
from gridarena_kernels.treesearch import BUDGET, METERS, NODES, STOPPED
from gridarena_kernels.variation import pairs_ahead

MOST_CELLS = 60
"""Empty cells a mask has room for."""
MOST_COMPLETIONS = 4096
"""With more of them the game tree is hopeless anyway."""
DEPTH_OF_EXACT = 6
"""After so many depths the next one goes to the end of the match, where that is not much farther. The search to the end
tries every move; those before it try only the few that keep to the law of parity, so they cost little."""
DEPTH_OF_ORDER = 4
"""How far a solver looks ahead for the order in which it tries the moves."""
MOST_LINE = 12
"""Moves of a line that anybody would read."""

Kind = Literal["fill", "bomb"]


@dataclass(frozen=True, slots=True)
class Rated:
    """One move and what it leads to."""

    move: Placement
    kind: Kind
    value: int
    """Own minus other points from here to the end, with best play after it; an upper bound unless `exact`."""
    exact: bool


@dataclass(frozen=True, slots=True)
class Solution:
    """An exactly solved position."""

    value: int
    """Own minus other points from here to the end, for the seat to move."""
    moves: tuple[Rated, ...]
    """Every legal move, fills and bombs, best first."""
    nodes: int

    @property
    def best(self) -> tuple[Rated, ...]:
        """The moves that keep the value."""
        return tuple(rated for rated in self.moves if rated.exact and rated.value == self.value)

    @property
    def bombs(self) -> int:
        """Bombs that the seat to move may still use."""
        return sum(rated.kind == "bomb" for rated in self.moves)


@dataclass(frozen=True, slots=True)
class Depth:
    """What one finished depth came to."""

    move: Placement
    value: int
    """Own minus other points from here on; a promise, unless exact."""
    depth: int
    nodes: int
    """Of all depths so far."""
    exact: bool
    line: tuple[Placement, ...]
    """The best moves in turn, as far as the table still knows them."""


class Endgame:
    """The tables of one position, and everything its searches have learnt; one search at a time."""

    def __init__(self, board: SudokuBoard, solutions: Sequence[tuple[int, ...]], memory: Memory | None = None) -> None:
        self._board = board
        self._memory = Memory() if memory is None else memory
        self._cells = [cell for cell, value in enumerate(board.cells) if not value]
        self._pairs = [
            (place, value)
            for place, cell in enumerate(self._cells)
            for value in range(1, board.N + 1)
            if board.legal_values(cell) >> (value - 1) & 1
        ]
        self._tables = tables_of(board, self._cells, self._pairs, solutions, self._memory.salt())
        self._stack = stack_of(self._tables, self._memory.table)
        self._mine, self._other = self._territory()
        self._line = zeros(MOST_LINE)

    def _territory(self) -> tuple[int, int]:
        """The cells open to the seat to move and to the other."""
        mover = self._board.to_move
        reach = self._board.reach
        return places(self._cells, reach(mover)), places(self._cells, reach(1 if mover == 0 else 0))

    def solve(self, stop: Flat | None = None, nodes: int = 0, *, every: bool = False) -> Solution | None:
        """The value and every best move; None when stopped or when ``nodes`` are used up.

        Best moves get their exact value; of the others only an upper bound is found, unless ``every`` asks for more.
        """
        meter = zeros(METERS)
        meter[BUDGET] = nodes
        flag = octets(bytearray(1)) if stop is None else stop
        if not self._mine:
            return self._passed(meter, flag)
        order = self._root_order()
        for depth in range(1, DEPTH_OF_ORDER + 1):
            for _ in self._improve(order, meter, flag, depth):
                pass
        rated: list[Rated] = []
        best = -WORST
        for pair in order:
            floor = -WORST if every else best - 1
            value = self._above(pair, meter, flag, floor, TO_THE_END)
            if value is None:
                return None
            rated.append(Rated(self._placement(pair), self._kind(pair), value, value > floor))
            best = max(best, value)
        rated.sort(key=lambda one: (-one.value, one.move))
        return Solution(best, tuple(rated), int(meter[NODES]))

    def deepen(self, stop: Flat, nodes: int = 0) -> Iterator["Depth"]:
        """The best move of depth 1, 2, 3..., later ones from what earlier ones left in the table; ends when stopped.

        A move that turns out better than the best of the depth before is told at once. A depth that reaches the end of
        the match is marked `exact` when it is finished, and is the last. Until then only moves are tried that keep to
        the law of parity or score.
        """
        meter = zeros(METERS)
        meter[BUDGET] = nodes
        order = self._root_order() if self._mine else []
        late = self._bombs_for_later(order)
        order = order[: len(order) - len(late)]
        longest = len(self._cells) + len(self._pairs)
        if len(order) == 1:
            only = self._placement(order[0])
            yield Depth(only, 0, 0, 0, exact=False, line=(only,))
            return
        for depth in range(1, longest + 1):
            reach = TO_THE_END if depth >= DEPTH_OF_EXACT and depth >= len(self._cells) * 3 // 4 else depth
            if reach == TO_THE_END:
                order += late
            best, before = -WORST, order[0]
            for pair, value in self._improve(order, meter, stop, reach):
                best = value
                if pair != before:
                    yield self._found(pair, value, depth, meter, exact=False)
            if meter[STOPPED]:
                return
            exact = reach == TO_THE_END
            yield self._found(order[0], best, depth, meter, exact=exact)
            if exact:
                return

    def _found(self, pair: int, value: int, depth: int, meter: Flat, *, exact: bool) -> Depth:
        line = self._expected(pair)
        return Depth(line[0], value, depth, int(meter[NODES]), exact=exact, line=line)

    def _expected(self, pair: int) -> tuple[Placement, ...]:
        """A move and what the last search expects after it."""
        _, left, mine = self._make(pair)
        known = pairs_ahead(self._tables, self._stack, 1, left, self._other, mine, MOST_LINE - 1, self._line)
        return tuple(map(self._placement, (pair, *map(int, self._line[:known]))))

    def worth(self, move: Placement, depth: int | None = None) -> int:
        """What one legal move leads to, searched to this depth or to the end of the match; takes what time it takes."""
        pair = self._pair(move)
        reach = TO_THE_END if depth is None else depth
        value = self._after(pair, zeros(METERS), octets(bytearray(1)), -WORST, WORST, reach)
        assert value is not None, "nobody stops it"
        return value

    def kind(self, move: Placement) -> Kind:
        """Whether a legal move fills its cell or is a bomb."""
        return self._kind(self._pair(move))

    def _pair(self, move: Placement) -> int:
        return self._pairs.index((self._cells.index(self._board.cell_of(move)), move.value))

    def _passed(self, meter: Flat, stop: Flat) -> Solution | None:
        """The seat to move has no cell: the value is the other's, and there is no move."""
        everything = (1 << len(self._cells)) - 1
        value = value_of(
            self._tables,
            self._stack,
            meter,
            stop,
            0,
            everything,
            self._mine,
            self._other,
            -WORST,
            WORST,
            TO_THE_END,
        )
        return None if meter[STOPPED] else Solution(int(value), (), int(meter[NODES]))

    def _root_order(self) -> list[int]:
        """The mover's moves, the likely best first."""
        everything = (1 << len(self._cells)) - 1
        own = [pair for pair, (place, _) in enumerate(self._pairs) if self._mine >> place & 1]
        fills = [pair for pair in own if is_fill(self._tables, self._stack, 0, pair)]
        bombs = [pair for pair in own if pair not in set(fills)]
        fills.sort(key=lambda pair: -points_of(self._tables, everything, self._pairs[pair][0]))
        return bombs + fills if len(self._cells) % 2 == 0 and len(bombs) % 2 else fills + bombs

    def _bombs_for_later(self, order: Sequence[int]) -> list[int]:
        """The last moves of the order that only a search to the end tries: bombs where both numbers are even."""
        bombs = [pair for pair in order if self._kind(pair) == "bomb"]
        both_even = self._tables.free and len(self._cells) % 2 == 0 and len(bombs) % 2 == 0
        return bombs if both_even else []

    def _improve(self, order: list[int], meter: Flat, stop: Flat, depth: int) -> Iterator[tuple[int, int]]:
        """The first move, then each that is better than the best so far, with its value at this depth.

        In the end the best one stands in front, unless the search was stopped.
        """
        best, chosen = -WORST, -1
        for pair in order:
            value = self._above(pair, meter, stop, best, depth)
            if value is None:
                return
            if value > best:
                best, chosen = value, pair
                yield pair, value
        order.remove(chosen)
        order.insert(0, chosen)

    def _above(self, pair: int, meter: Flat, stop: Flat, floor: int, depth: int) -> int | None:
        """What the move leads to if that is more than ``floor``, else at most so much; None when stopped.

        Most moves are not better than the best so far, and whether one is costs much less to find out than its value.
        """
        if floor <= -WORST:
            return self._after(pair, meter, stop, -WORST, WORST, depth)
        for edge in (floor, floor + 1):
            value = self._after(pair, meter, stop, edge, edge + 1, depth)
            if value is None or value <= edge:
                return value
        return self._after(pair, meter, stop, floor + 1, WORST, depth)

    def _after(self, pair: int, meter: Flat, stop: Flat, alpha: int, beta: int, depth: int) -> int | None:
        """What the move leads to, as far as that lies between alpha and beta; None when stopped."""
        below = depth if depth == TO_THE_END else depth - 1
        points, left, mine = self._make(pair)
        value = value_of(
            self._tables,
            self._stack,
            meter,
            stop,
            1,
            left,
            self._other,
            mine,
            points - beta,
            points - alpha,
            below,
        )
        return None if meter[STOPPED] else points - int(value)

    def _make(self, pair: int) -> tuple[int, int, int]:
        """Writes the position after the move into layer 1: its points, the cells left, and those open to the mover."""
        place = self._pairs[pair][0]
        everything = (1 << len(self._cells)) - 1
        if not is_fill(self._tables, self._stack, 0, pair):
            bomb(self._tables, self._stack, 0, pair)
            return 0, everything, self._mine
        fill(self._tables, self._stack, 0, pair)
        points = int(points_of(self._tables, everything, place))
        return points, everything ^ 1 << place, self._mine | self._tables.near[place]

    def _kind(self, pair: int) -> Kind:
        return "fill" if is_fill(self._tables, self._stack, 0, pair) else "bomb"

    def _placement(self, pair: int) -> Placement:
        place, value = self._pairs[pair]
        return geometry(self._board.m, self._board.n).placements[self._cells[place]][value - 1]


def solve_position(
    board: SudokuBoard, stop: Flat | None = None, nodes: int = 0, *, every: bool = False
) -> Solution | None:
    """Solves a position; None when it was stopped, has too many empty cells, or more than :func:`solutions_of` knows.

    Args:
        board: in any mode.
        stop: the search ends soon after ``stop[0]`` is not 0 any more.
        nodes: at most so many; 0 = no limit.
        every: the exact value of every move is wanted, not only of the best.
    """
    if not 0 < board.empties <= MOST_CELLS:
        return None
    solutions = solutions_of(board, MOST_COMPLETIONS)
    return Endgame(board, solutions).solve(stop, nodes, every=every) if solutions else None


def solutions_of(board: SudokuBoard, limit: int) -> list[tuple[int, ...]] | None:
    """Every way to fill the grid, a value for each empty cell in order; None where they are of no use to an `Endgame`.

    That is with more than ``limit``, and where a way needs a placement that is taboo: given as such with the start, or
    condemned because the oracle could not decide.
    """
    solutions = completions(board.m, board.n, list(board.cells), limit)
    if solutions is None:
        return None
    empty = [cell for cell, value in enumerate(board.cells) if not value]
    taboos = [(empty.index(cell), move.value) for move in board.taboo if not board.cells[cell := board.cell_of(move)]]
    if any(solution[place] == value for place, value in taboos for solution in solutions):
        return None
    return solutions


@cache
def warm() -> None:
    """Compiles or loads every kernel, once a process."""

    def probe() -> None:
        board = SudokuBoard(2, 2, [1, 2, 3, 4, 3, 4, 1, 2, 2, 0, 0, 0, 0, 0, 0, 0])
        endgame = Endgame(board, completions(2, 2, list(board.cells), MOST_COMPLETIONS) or ())
        endgame.solve()
        for _ in endgame.deepen(octets(bytearray(1))):
            pass

    jit.load(probe)
