"""Dots and Boxes judged: exactly where it can be solved, else by games played out, as boxmaster does it.

Boards of more than 60 edges, and those far from their end on which turns alternate strictly, are judged by what can be
taken at once.
"""

from collections.abc import Callable
from dataclasses import dataclass

from gridarena_games.base import Answer, Board, Move
from gridarena_games.dots.board import DotsBoard
from gridarena_games.dots.edges import Edge, geometry
from gridarena_kernels import boxes_exact, boxes_strategy
from gridarena_kernels.boxes_exact import MOST_EDGES, Boxes
from gridarena_kernels.boxes_strategy import Strategy
from gridarena_kernels.jit import octets
from gridarena_lab.analysts import Judgement, Reason

NODES_OF_A_GAME = 100
"""What a game played out counts for."""
DOUBT = 0.5
"""Means that differ by less than half a box are equal."""
REMEMBERED = (1 << 20) - 3


@dataclass(frozen=True, slots=True)
class _After:
    """What a move leads to at once."""

    taken: int
    haul: int
    """Boxes that can then be taken one after the other, by whoever is to move."""
    same: bool
    """The seat moves again."""

    @property
    def given(self) -> int:
        """Boxes that the other can take at once."""
        return 0 if self.same else self.haul


class DotsAnalyst:
    """Every size; what is learnt of later positions helps with earlier ones."""

    def __init__(self, start: Board, nodes: int) -> None:
        """Compiles the kernels."""
        board = _dots(start)
        self._nodes = nodes
        self._tables = geometry(board.rows, board.cols)
        self._boxes: Boxes | None = None
        if len(board.edges) <= MOST_EDGES:
            boxes_exact.warm()
            boxes_strategy.warm()
            self._boxes = Boxes(
                board.rows, board.cols, extra_turn=board.extra_turn, remembered=REMEMBERED, turned=False
            )

    def judge(self, board: Board, move: Move, answer: Answer | None) -> Judgement:
        """Judges an edge."""
        board = _dots(board)
        made = self._tables.numbers[Edge(*move)]  # type: ignore[misc]
        if self._boxes is not None:
            solved = self._boxes.solve(board.drawn, nodes=self._nodes)
            if solved is not None:
                return self._exactly(self._boxes, board, made, solved)
            if board.extra_turn:
                return self._by_games(self._boxes, board, made)
        return self._at_once(board, made)

    def _exactly(self, boxes: Boxes, board: DotsBoard, made: int, solved: boxes_exact.Solution) -> Judgement:
        if board.edges[made] in solved.best:
            return Judgement(solved.value, solved.value, (), True, 0, solved.nodes)
        value = self._worth(board, made, boxes.value)
        return self._judged(board, made, solved.best, (solved.value, value), exact=True, depth=0, nodes=solved.nodes)

    def _by_games(self, boxes: Boxes, board: DotsBoard, made: int) -> Judgement:
        games = max(1, self._nodes // NODES_OF_A_GAME)
        stop = octets(bytearray(1))

        def mean(drawn: int) -> float:
            return strategy.begin(drawn).run(games, stop).value

        strategy = Strategy(boxes, 1)
        found = strategy.begin(board.drawn).run(games, stop)
        best = self._worth(board, self._tables.numbers[found.move], mean)
        value = self._worth(board, made, mean)
        worths = round(best, 2), round(value, 2)
        if best - value < DOUBT:
            return Judgement(worths[1], worths[1], (), False, 0, 3 * games)
        return self._judged(board, made, (found.move,), worths, exact=False, depth=0, nodes=3 * games)

    def _at_once(self, board: DotsBoard, made: int) -> Judgement:
        worth = {
            self._tables.numbers[edge]: self._soon(board, self._tables.numbers[edge]) for edge in board.legal_moves()
        }
        best = max(worth.values())
        better = tuple(board.edges[edge] for edge, value in worth.items() if value == best)
        if worth[made] == best:
            return Judgement(best, best, (), False, 1, len(worth))
        return self._judged(board, made, better, (best, worth[made]), exact=False, depth=1, nodes=len(worth))

    def _judged(
        self,
        board: DotsBoard,
        made: int,
        better: tuple[Edge, ...],
        worths: tuple[float, float],
        *,
        exact: bool,
        depth: int,
        nodes: int,
    ) -> Judgement:
        best, value = worths
        here = self._after(board, made)
        chosen = max(better, key=lambda edge: self._alike(here, self._after(board, self._tables.numbers[edge])))
        why = _reason(here, self._after(board, self._tables.numbers[chosen]), chosen)
        names = (str(chosen), *(str(edge) for edge in better if edge != chosen))
        return Judgement(best, value, names, exact, depth, nodes, (why,))

    def _alike(self, here: _After, there: _After) -> tuple[bool, int, int]:
        """Of the better moves the one that shows most: it takes as this one did, or takes most, and gives least."""
        return bool(there.taken) == bool(here.taken), there.taken, -there.given

    def _worth(self, board: DotsBoard, edge: int, of: Callable[[int], float]) -> float:
        """What drawing an edge is worth, given what a set of edges is to who is to move."""
        after = self._after(board, edge)
        drawn = board.drawn | 1 << edge
        if drawn.bit_count() == len(board.edges):
            return after.taken
        return after.taken + (of(drawn) if after.same else -of(drawn))

    def _soon(self, board: DotsBoard, edge: int) -> int:
        after = self._after(board, edge)
        return after.taken + (after.haul if after.same else -after.haul)

    def _after(self, board: DotsBoard, edge: int) -> _After:
        taken = board.completes(board.edges[edge])
        return _After(taken, self._haul(board.drawn | 1 << edge), bool(taken and board.extra_turn))

    def _haul(self, drawn: int) -> int:
        """Boxes that can be taken one after the other."""
        haul, found = 0, True
        while found:
            found = False
            for sides in self._tables.sides:
                free = sides & ~drawn
                if free and free & (free - 1) == 0:
                    haul, found, drawn = haul + 1, True, drawn | free
                    haul += sum(drawn & other == other and other & free != 0 for other in self._tables.sides) - 1
        return haul


def _reason(here: _After, there: _After, better: Edge) -> Reason:
    if here.taken and not there.taken and there.haul:
        return Reason(
            "control",
            f"takes {here.taken + here.haul} boxes and then has to open the next chain; {better} leaves "
            f"{there.haul} to the other, who must open it then",
        )
    if here.given > there.given:
        return Reason(
            "boxes given away",
            f"lets the other take {_boxes(here.given)} at once; after {better} it gets {there.given or 'none'}",
        )
    if here.taken < there.taken:
        return Reason("boxes left", f"completes {here.taken or 'no'} box where {better} completes {there.taken}")
    return Reason(
        "parity", f"gives nothing more away at once, but changes who must open the chains; {better} keeps that right"
    )


def _boxes(count: int) -> str:
    return f"{count} box{'es' * (count != 1)}"


def _dots(board: Board) -> DotsBoard:
    """The board. Raises TypeError where it is another game's."""
    if not isinstance(board, DotsBoard):
        raise TypeError(f"expected a dots board, got a {type(board).__name__}")
    return board
