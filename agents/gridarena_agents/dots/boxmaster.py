"""The strongest Dots and Boxes agent here: the long-chain rule by games played out, then every end exactly.

1. *At once*: a box that can be taken, else an edge that gives nothing away, else the one that gives least.
2. *Far from the end*: many games with safe edges alone say who will have to open the first long chain, see
   :mod:`gridarena_kernels.boxes_playout`; that finds double-deals as well.
3. *Near the end* (at most :data:`SEARCHED` free edges): exact search; what it has learnt serves the turns to come.

Boards of more than 60 edges, and those on which turns alternate, get the first and no more than that, or the search.
"""

import random
import time

import gridarena
from gridarena_agents.dots.lines import completed, tables_of
from gridarena_games.dots.board import DotsBoard
from gridarena_games.dots.edges import Geometry
from gridarena_kernels import boxes_exact, boxes_strategy
from gridarena_kernels.boxes_exact import MOST_EDGES, Boxes
from gridarena_kernels.boxes_strategy import Strategy
from gridarena_kernels.jit import COMPILED, flag

SEARCHED = 34
"""Free edges from which an exact search may come to an end within a turn."""
SURELY = 22
"""Free edges from which it hardly takes longer than a few milliseconds."""
BATCH = 64 if COMPILED else 4
UNTIMED_GAMES = 10_000 if COMPILED else 100
UNTIMED_NODES = 2_000_000 if COMPILED else 20_000
SHARE = 0.3
"""Of the turn's time for games played out where a search is tried behind them."""
REMEMBERED = (1 << 20) - 3


class Boxmaster(gridarena.Agent):
    """Plays to win."""

    games = ("dots",)

    def __init__(self, *, seed: int | None = None) -> None:
        """Sits down.

        Args:
            seed: Of ties and of the games played out; None draws anew for every match.
        """
        self._rng = random.Random(seed)
        self._boxes: Boxes | None = None

    def warm_up(self) -> None:
        """Compiles the kernels."""
        boxes_exact.warm()
        boxes_strategy.warm()

    def match_started(self, match: gridarena.Match) -> None:
        """Forgets what was learnt of another board."""
        self._boxes = None

    def play(self, turn: gridarena.Turn) -> None:
        """Proposes better and better moves."""
        started = time.perf_counter()
        board, tables = tables_of(turn.board)
        turn.propose(board.edges[ready(tables, board.drawn, self._rng)])
        if board.free == 1 or len(board.edges) > MOST_EDGES:
            return
        if self._boxes is None:
            self._boxes = Boxes(board.rows, board.cols, extra_turn=board.extra_turn, remembered=REMEMBERED)
        if board.extra_turn and not self._play_out(turn, self._boxes, board, started):
            return
        if board.free <= SEARCHED:
            untimed = turn.match.clock.kind == "untimed"
            solved = self._boxes.solve(board.drawn, flag(turn.stop), UNTIMED_NODES if untimed else 0)
            if solved is not None and not turn.closed:
                turn.propose(self._rng.choice(solved.best), value=solved.value, nodes=solved.nodes, depth=board.free)

    def _play_out(self, turn: gridarena.Turn, boxes: Boxes, board: DotsBoard, started: float) -> bool:
        """Proposes what the games say; False when that ends the turn: one move is left to choose, or no time."""
        strategy = Strategy(boxes, board.drawn, self._rng.getrandbits(31))
        limit = UNTIMED_GAMES
        until = float("inf")
        if (budget := turn.match.clock.budget_ms) is not None:
            limit = 1 << 60
            if board.free <= SEARCHED:
                until = started + SHARE * budget / 1000
        if board.free <= SURELY:
            limit = BATCH
        games, proposed = 0, None
        while games < limit and not turn.closed:
            found = strategy.run(BATCH, flag(turn.stop))
            games += BATCH
            if found.move != proposed and not turn.closed and found.games >= strategy.choices:
                proposed = found.move
                turn.propose(found.move, value=found.value, nodes=found.games)
            if strategy.choices == 1:
                return False
            if time.perf_counter() > until:
                break
        return not turn.closed


def ready(tables: Geometry, drawn: int, rng: random.Random) -> int:
    """A sensible edge without any search."""
    free = [edge for edge in range(len(tables.edges)) if not drawn >> edge & 1]
    rng.shuffle(free)

    def worth(edge: int) -> tuple[int, int]:
        after = drawn | 1 << edge
        given = sum((tables.sides[box] & after).bit_count() == 3 for box in tables.boxes[edge])
        return completed(tables, drawn, edge), -given

    return max(free, key=worth)
