"""The strongest Dots and Boxes agent here: the fight for the long chains by games played out, then every end exactly.

1. *At once*: a box that can be taken, else an edge that gives nothing away, else the one that gives least.
2. *What is certain*: a capture that costs nothing is made without a thought; where boxes can be taken at all, what is
   left to decide is to take the last ones or to leave them, see :mod:`gridarena_kernels.boxes`.
3. *The fight*: a tree of games says who will have to open the first long chain, see
   :mod:`gridarena_kernels.boxes_strategy`.
4. *The end* (at most :data:`SEARCHED` free edges): beside it, exact search asks whether the position is won, and by
   which move; both get half of the time, for nobody says how long the turn is. Where no clock runs, both get half of
   the work instead, counted in nodes: the same seed plays the same game on every machine.

What both have learnt serves the turns to come.

Boards of more than 60 edges get the first and no more than that; those on which turns alternate the first and the
search.
"""

import random
import time

import gridarena
from gridarena_agents.dots.lines import completed, tables_of
from gridarena_games.dots.board import DotsBoard
from gridarena_games.dots.edges import Edge, Geometry
from gridarena_kernels import boxes_exact, boxes_strategy
from gridarena_kernels.boxes_exact import MOST_EDGES, Boxes
from gridarena_kernels.boxes_strategy import Root, Strategy
from gridarena_kernels.jit import COMPILED, Flat, flag

SEARCHED = 42
"""Free edges from which an exact search may come to an end within a turn."""
CLOSE = 22
"""Free edges from which the value itself is known at once, not only who wins."""
BATCH = 128 if COMPILED else 4
SLICE = 1_000 if COMPILED else 100
"""Nodes of the first slice of the search; each one after is a little longer."""
UNTIMED_GAMES = 20_000 if COMPILED else 100
NODES_OF_A_GAME = 40
"""So many nodes of the search take as long as a game that is played out."""
UNTIMED_NODES = 2_000_000 if COMPILED else 20_000
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
        self._strategy: Strategy | None = None

    def warm_up(self) -> None:
        """Compiles the kernels."""
        boxes_exact.warm()
        boxes_strategy.warm()

    def match_started(self, match: gridarena.Match) -> None:
        """Forgets what was learnt of another board."""
        self._boxes = self._strategy = None

    def play(self, turn: gridarena.Turn) -> None:
        """Proposes better and better moves."""
        board, tables = tables_of(turn.board)
        turn.propose(board.edges[ready(tables, board.drawn, self._rng)])
        if board.free == 1 or len(board.edges) > MOST_EDGES:
            return
        if self._boxes is None:
            self._boxes = Boxes(
                board.rows, board.cols, extra_turn=board.extra_turn, remembered=REMEMBERED, turned=False
            )
        if not board.extra_turn:
            nodes = UNTIMED_NODES if turn.match.clock.kind == "untimed" else 0
            solved = self._boxes.solve(board.drawn, flag(turn.stop), nodes) if board.free <= SEARCHED else None
            if solved is not None and not turn.closed:
                best = self._rng.choice(solved.best)
                turn.propose(best, value=solved.value, nodes=solved.nodes, depth=board.free, line=str(best))
            return
        if self._strategy is None:
            self._strategy = Strategy(self._boxes, self._rng.getrandbits(31))
        root = self._strategy.begin(board.drawn)
        if root.sure is not None:
            turn.propose(root.sure)
        else:
            self._fight(turn, board, self._boxes, root)

    def _fight(self, turn: gridarena.Turn, board: DotsBoard, boxes: Boxes, root: Root) -> None:
        """Games and search by turns, until one of them has nothing more to say or the turn closes."""
        untimed = turn.match.clock.kind == "untimed"
        search = Search(boxes, board, flag(turn.stop)) if board.free <= SEARCHED else None
        proposed, games, played, searched = None, 0, 0.0, 0.0
        while not turn.closed:
            now = time.perf_counter()
            if search is None or played <= searched:
                found = root.run(BATCH, flag(turn.stop))
                games += BATCH
                played = games * NODES_OF_A_GAME if untimed else played + time.perf_counter() - now
                if found.move != proposed and not turn.closed and found.games >= len(root.moves):
                    proposed = found.move
                    edges = root.line()
                    line = " ".join(map(str, edges))
                    turn.propose(found.move, value=found.value, nodes=found.games, depth=len(edges), line=line)
                if untimed and games >= UNTIMED_GAMES:
                    return
                continue
            if search.step(root.moves) and not turn.closed:
                if search.move is not None:
                    line = str(search.move)
                    turn.propose(search.move, value=search.value, nodes=search.nodes, depth=board.free, line=line)
                    return
                search = None
                continue
            searched = search.nodes if untimed else searched + time.perf_counter() - now


class Search:
    """The exact search of one turn, in slices: is the position won, by which move, and near the end the best move."""

    def __init__(self, boxes: Boxes, board: DotsBoard, stop: Flat) -> None:
        """Nothing is known yet."""
        self._boxes, self._drawn, self._stop = boxes, board.drawn, stop
        own, other = board.points if board.to_move == 0 else board.points[::-1]
        self._wanted = other - own + 1
        self._close = board.free <= CLOSE
        self._slice = SLICE
        self.move: Edge | None = None
        """What the search recommends; None: it has nothing to say."""
        self.value: int | None = None
        self.nodes = 0

    def step(self, moves: list[Edge]) -> bool:
        """One slice more, a little longer than the one before; True when it came to an end."""
        self._slice += self._slice // 4
        self.nodes += self._slice
        if self._close:
            solved = self._boxes.solve(self._drawn, self._stop, self._slice)
            if solved is not None:
                self.move = next((move for move in moves if move in solved.best), solved.best[0])
                self.value = solved.value
            return solved is not None
        won = self._boxes.reaches(self._drawn, self._wanted, self._stop, self._slice)
        if won:
            self.move = self._boxes.first_reaching(self._drawn, self._wanted, moves, self._stop)
        return won is not None


def ready(tables: Geometry, drawn: int, rng: random.Random) -> int:
    """A sensible edge without any search."""
    free = [edge for edge in range(len(tables.edges)) if not drawn >> edge & 1]
    rng.shuffle(free)

    def worth(edge: int) -> tuple[int, int]:
        after = drawn | 1 << edge
        given = sum((tables.sides[box] & after).bit_count() == 3 for box in tables.boxes[edge])
        return completed(tables, drawn, edge), -given

    return max(free, key=worth)
