"""The strongest Sudoku agent here: knows bombs exactly where it can, and looks far ahead over cells where it cannot.

Five ways to look, each where it is best, and every one of them anytime:

1. *2x2*: the complete solution, looked up.
2. *Near the end* (at most :data:`MOST_COMPLETIONS` ways to fill the grid): alpha-beta over fills and bombs, each known
   exactly, deeper and deeper until it reaches the end; at its horizon the law of parity stands for the rest (an even
   number of cells and of bombs is lost to who has to move).
3. *Before that* (from :data:`STEERED` empty cells on): alpha-beta over cells alone. Every bomb is counted, so an even
   number of cells is answered with a bomb, and an odd one by the fill that leaves an even number of bombs, where that
   does not cost more points than parity is worth.
4. *Earlier still*: the same search with a bomb as a pass where one was found. Where seats have ground of their own,
   forced passes undo that law, and this goes on until the end itself is in sight.
5. *At once*: a legal move, then one the oracle will accept that scores, so that a short clock never finds it empty.

Squares come first and values later: a search chooses the cell, a known completion of the grid its value. It never
proposes a value that its solver has not seen, but for the very first.
"""

import random

import gridarena
from gridarena_agents.bombs import Bombs
from gridarena_agents.regions import cells_in
from gridarena_agents.view import View, line_of
from gridarena_games.sudoku.board import SudokuBoard, sudoku_board
from gridarena_games.sudoku.rules import Placement
from gridarena_kernels import exact, lookahead
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
STEERED = 36
"""Empty cells from which parity counts beside points. Earlier it changes hands too often to be paid for: steered from
60 on, half of the games against `skip` were lost that are won otherwise."""
PARITY = 6.0
"""Points it is worth then; what it brings in the end is more, but it may still change hands."""
LOOKS = 150
"""Questions to the solver in one search for a bomb, about 10 ms on 3x3; fewer on larger boards."""
GLANCE = 2
"""Moves that are looked ahead before the bombs are counted, which takes 100 ms on a large board."""
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

    def warm_up(self) -> None:
        """Compiles the kernels and reads the book."""
        exact.warm()
        lookahead.warm()
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
            self._steer(turn, view, board)
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

    def _left(self, turn: gridarena.Turn, used: int) -> int:
        """Nodes that are left of the turn's; 0 where they are not counted."""
        limit = self._limit(turn)
        return limit and max(1, limit - used)

    def _steer(self, turn: gridarena.Turn, view: View, board: SudokuBoard) -> None:
        """Points and parity: the other is to find even numbers, of cells and of bombs."""
        search, used = Lookahead(board, self._rng), 0
        for found in search.deepen(flag(turn.stop), nodes=self._limit(turn)):
            self._propose(turn, view, found)
            used = found.nodes
            if found.depth == GLANCE:
                break
        bombs = Bombs(board, view.soundness, lambda: turn.closed)
        listed = bombs.all()
        if listed is None:
            return
        odd = board.empties % 2 == 1
        bomb = None if odd or not listed else self._rng.choice(listed)
        for found in search.deepen(
            flag(turn.stop),
            passes=int(bomb is not None),
            nodes=self._left(turn, used),
            bonus=PARITY if len(listed) % 2 else PARITY / 2,
            margin=PARITY if odd else None,
        ):
            near = ((bombs.lawful(cell), cell, worth) for cell, worth in found.near if cell is not None)
            lawful = next(((fill, cell, worth) for fill, cell, worth in near if fill is not None), None)
            if lawful is None:
                self._propose(turn, view, found, bomb)
            else:
                fill, cell, worth = lawful
                line = self._line(view, found) if cell == found.cell else line_of((fill,))
                turn.propose(fill, depth=found.depth, nodes=found.nodes, value=worth, line=line)

    def _middlegame(self, turn: gridarena.Turn, view: View, board: SudokuBoard) -> None:
        """Cells alone; where every cell gives points away, with a pass."""
        search = Lookahead(board, self._rng)
        looked, before = False, 0.0
        for found in search.deepen(flag(turn.stop), nodes=self._limit(turn)):
            self._propose(turn, view, found)
            if found.value < 0 and not looked:
                looked = True
                bomb = view.bomb(LOOKS * 81 // len(board.cells))
                if bomb is not None:
                    # In `classic` a pass is worth what the other would lose by moving here, with one move less to go.
                    if board.mode == "classic" and -before > found.value:
                        turn.propose(bomb, depth=found.depth, nodes=found.nodes, value=-before, line=line_of((bomb,)))
                    for deeper in search.deepen(flag(turn.stop), passes=1, nodes=self._left(turn, found.nodes)):
                        if deeper.depth >= found.depth:
                            self._propose(turn, view, deeper, bomb)
                    return
            before = found.value

    def _propose(
        self, turn: gridarena.Turn, view: View, found: lookahead.Glance, bomb: Placement | None = None
    ) -> None:
        """Proposes the cell with a value that is sound, or the bomb where a pass is best."""
        move = bomb if found.cell is None else view.sound_move(1 << found.cell)
        if move is not None:
            line = self._line(view, found)
            turn.propose(move, depth=found.depth, nodes=found.nodes, value=found.value, line=line)

    def _line(self, view: View, found: lookahead.Glance) -> str:
        return view.line(None if cell is None else 1 << cell for cell in found.line)
