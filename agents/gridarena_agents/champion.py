"""The strongest Sudoku agent here: knows bombs exactly where it can, and looks far ahead over cells where it cannot.

Five ways to look, each where it is best, and every one of them anytime:

1. *2x2*: the complete solution, looked up.
2. *Near the end* (at most :data:`MOST_COMPLETIONS` ways to fill the grid): alpha-beta over fills and bombs, each known
   exactly, deeper and deeper until it reaches the end; at its horizon the law of parity stands for the rest (an even
   number of cells and of bombs is lost to who has to move).
3. *Before that* (from :data:`STEERED` empty cells on): alpha-beta over cells alone. Every bomb is counted, so an even
   number of cells is answered with a bomb, and an odd one by the fill that leaves an even number of bombs, where that
   does not cost more points than parity is worth. Where both are even already, the other is tempted: by a bomb, which
   only who looks for bombs will answer with another, or by the fill after which most replies hand parity over.
4. *Earlier still*: the same search with a bomb as a pass where one was found. Where seats have ground of their own,
   forced passes undo that law, and this goes on until the end itself is in sight.
5. *At once*: a legal move, then one the oracle will accept that scores, so that a short clock never finds it empty.

Squares come first and values later: a search chooses the cell, a known completion of the grid its value. It never
proposes a value that its solver has not seen, but for the very first.
"""

import random

import gridarena
from gridarena_agents.regions import cells_in
from gridarena_agents.steering import STEERED, Steering, nodes_left
from gridarena_agents.view import View, line_of, propose_cell
from gridarena_games.sudoku.board import SudokuBoard, sudoku_board
from gridarena_kernels import exact, lookahead, ways
from gridarena_kernels.endgame_memory import Memory
from gridarena_kernels.exact import Endgame, solutions_of
from gridarena_kernels.jit import flag
from gridarena_kernels.lookahead import Lookahead
from gridarena_kernels.tablebase import Tablebase, book_2x2

MOST_COMPLETIONS = 256
"""More ways to fill the grid take longer to tabulate than they are worth."""
MOST_CELLS = 44
"""Empty cells from which so few completions are at all likely."""
MOST_CELLS_OF_GROUND = 16
"""The same in modes with ground of one's own: there the law of parity does not hold, and only the end is certain."""
LOOKS = 150
"""Questions to the solver in one search for a bomb, about 10 ms on 3x3; fewer on larger boards."""
UNTIMED_NODES = 300_000
"""Nodes of a turn without a clock and without a budget."""


class Champion(gridarena.Agent):
    """Plays to win."""

    games = ("sudoku",)

    def __init__(self, *, nodes: int | None = None, seed: int | None = None) -> None:
        """Sits down.

        Args:
            nodes: The most nodes of a turn; None: until the clock, or :data:`UNTIMED_NODES` where there is none.
            seed: Of ties and values; None draws anew for every match.
        """
        self._rng = random.Random(seed)
        self._nodes = nodes
        self._book: Tablebase | None = None
        self._memory = Memory()
        self._steering = Steering(self._rng)

    def warm_up(self) -> None:
        """Compiles the kernels and reads the book."""
        exact.warm()
        lookahead.warm()
        ways.warm()
        self._book = book_2x2()

    def play(self, turn: gridarena.Turn) -> None:
        """Proposes better and better moves."""
        board = sudoku_board(turn.board)
        view = View(board, self._rng, lambda: turn.closed)
        turn.propose(view.any_move())
        if self._book is not None and (board.m, board.n, board.mode) == (2, 2, "classic"):
            rated = self._book.rate(board)
            best = self._rng.choice(rated.best)
            turn.propose(best.move, value=best.value, depth=board.empties, line=line_of((best.move,)))
            return
        self._propose_greedy(turn, view)
        solutions = self._solutions(board)
        if solutions:
            self._endgame(turn, Endgame(board, solutions, self._memory))
        elif board.mode == "classic" and board.empties <= STEERED:
            self._steering.play(turn, view, board, self._limit(turn))
        else:
            self._middlegame(turn, view, board)

    def _propose_greedy(self, turn: gridarena.Turn, view: View) -> None:
        points, cells = view.regions.best(view.empty, view.squares)
        move = view.sound_move(next(cells_in(cells)))
        if move is not None:
            turn.propose(move, depth=1, value=points, line=line_of((move,)))

    def _solutions(self, board: SudokuBoard) -> list[tuple[int, ...]] | None:
        if board.empties > (MOST_CELLS if board.mode == "classic" else MOST_CELLS_OF_GROUND):
            return None
        return solutions_of(board, MOST_COMPLETIONS)

    def _limit(self, turn: gridarena.Turn) -> int:
        if self._nodes is not None:
            return self._nodes
        return UNTIMED_NODES if turn.match.clock.kind == "untimed" else 0

    def _endgame(self, turn: gridarena.Turn, endgame: Endgame) -> None:
        """Fills and bombs alike, each known exactly."""
        for found in endgame.deepen(flag(turn.stop), self._limit(turn)):
            line = line_of(found.line)
            turn.propose(found.move, depth=found.depth, nodes=found.nodes, value=found.value, line=line)

    def _middlegame(self, turn: gridarena.Turn, view: View, board: SudokuBoard) -> None:
        """Cells alone; where every cell gives points away, with a pass."""
        search = Lookahead(board, self._rng)
        looked, before = False, 0.0
        for found in search.deepen(flag(turn.stop), nodes=self._limit(turn)):
            propose_cell(turn, view, found)
            if found.value < 0 and not looked:
                looked = True
                bomb = view.bomb(LOOKS * 81 // len(board.cells))
                if bomb is not None:
                    # In `classic` a pass is worth what the other would lose by moving here, with one move less to go.
                    if board.mode == "classic" and -before > found.value:
                        turn.propose(bomb, depth=found.depth, nodes=found.nodes, value=-before, line=line_of((bomb,)))
                    left = nodes_left(self._limit(turn), found.nodes)
                    for deeper in search.deepen(flag(turn.stop), passes=1, nodes=left):
                        if deeper.depth >= found.depth:
                            propose_cell(turn, view, deeper, bomb)
                    return
            before = found.value
