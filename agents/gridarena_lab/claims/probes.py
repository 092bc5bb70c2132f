"""Measurements of single searches, for claims that need no games: processor time, ratios rather than seconds."""

import time
from collections.abc import Callable
from statistics import median

import numpy as np

from gridarena._warm import warmed
from gridarena.boards import meant_game, start_board
from gridarena.match import Match
from gridarena.turn import Turn
from gridarena_agents.reports.skips import by_solution
from gridarena_games.base import Move
from gridarena_games.registry import find_game
from gridarena_games.sudoku.board import sudoku_board
from gridarena_kernels.solver import solve
from gridarena_lab.claims.claim import Finding
from gridarena_lab.contest import Contest, entrants
from gridarena_lab.solvers import find_solver
from gridarena_protocol.records import Clock, Thinking

DEPTH = 6
NO_LIMIT = 10**9
LIMIT_S = 5.0
LOOKS = 40
"""Candidates that report-even asks its solver about."""
SKIP_BOARDS = ("empty-2x2", "random-2x3", "empty-3x3", "random-3x3", "easy-3x3", "hard-3x3")
EVEN_BOARDS = ("random-2x3-1", "random-2x3-2", "random-2x3-3", "easy-2x3-4")
SEEDS = range(1, 11)


def even_doubles() -> Finding:
    """Processor time of a search to a depth with the heuristic and without."""
    search = f"report-even?depth={DEPTH}&nodes={NO_LIMIT}&looks=0&seed=1"
    ratios = [
        first_move_s(f"{search}&even=0.01", board) / first_move_s(f"{search}&even=0", board) for board in EVEN_BOARDS
    ]
    ratio = median(ratios)
    ours = f"{ratio:.1f} times as long ({min(ratios):.1f} to {max(ratios):.1f} on {len(ratios)} boards)"
    if ratio >= 1.5:
        return Finding(ours, "held", f"at depth {DEPTH} it costs at least half as much again")
    return Finding(ours, "not held", f"at depth {DEPTH} it costs less than half as much again")


def skip_in_time() -> Finding:
    """The longest time in which the skip finds a bomb or gives up."""
    _look(SKIP_BOARDS[0])  # loads the compiled solver
    times = [_cpu_s(lambda name=name: _look(name)) for name in SKIP_BOARDS]  # type: ignore[misc]
    ours = f"{1000 * max(times):.1f} ms at worst on {len(times)} start positions"
    if max(times) < LIMIT_S / 10:
        return Finding(ours, "not held", "with this project's solver it fits into every clock of the course")
    return Finding(ours, "held", f"more than a tenth of {LIMIT_S:g} s")


def value_of_four_boxes() -> Finding:
    """The exact value of the empty board of 2x2 boxes."""
    value = find_solver("dots").solve(find_game("dots").start("2x2", {})).value
    ours = f"{value:+d} boxes for the first seat"
    if value == 0:
        return Finding(ours, "held", "solved exactly")
    return Finding(ours, "not held", "solved exactly; the report's game loop knew no extra turn")


def playouts_cost() -> Finding:
    """How the time of a first move grows with ten times the games."""
    few, many = (min(first_move_s(f"pmcs?n={n}&seed=1", "2x2") for _ in range(5)) for n in (100, 1000))
    ours = f"{many / few:.1f} times as long"
    if 6 <= many / few <= 11:
        return Finding(ours, "held", "ten times the games take nearly ten times as long")
    return Finding(ours, "not held", "outside 6 to 11 times")


def best_first_moves() -> Finding:
    """How many different moves the same number of games calls best."""
    found = {first_move(f"pmcs?n=1000&seed={seed}", "4x4") for seed in SEEDS}
    ours = f"{len(found)} different best moves with 1,000 games and {len(SEEDS)} seeds"
    if len(found) > 1:
        return Finding(ours, "held", "but it says nothing of the number of games: chance alone does it with one number")
    return Finding(ours, "not held", "every seed finds the same move")


def first_move_s(agent: str, board: str) -> float:
    """Processor seconds of the agent's first turn."""
    return _first(agent, board)[1]


def first_move(agent: str, board: str) -> str:
    """What the agent proposes last in its first turn."""
    return _first(agent, board)[0]


def _first(agent: str, board: str) -> tuple[str, float]:
    """The first turn of an untimed match: the move, and what it cost."""
    game = meant_game((board,))
    contest = Contest(entrants(agent, "random"), start_board(game, board), Clock("untimed"), game=game)
    versions = {one.label: "" for one in contest.entrants}
    told = Match(contest.header(0, match=1, versions=versions, started_at=0), 0)
    position = find_game(game).start(contest.board.setup, contest.board.options)
    proposed: list[str] = []

    def offer(move: Move | str, thinking: Thinking | None) -> None:
        proposed.append(str(move))

    turn = Turn(told, 1, 1, position, stop=np.zeros(1, np.uint8), offer=offer, remaining_s=None)
    searcher = warmed(contest.entrants[0].make())
    searcher.match_started(told)
    seconds = _cpu_s(lambda: searcher.play(turn))
    return proposed[-1], seconds


def _look(name: str) -> None:
    board = sudoku_board(find_game("sudoku").start(start_board("sudoku", name).setup, {}))
    solution = solve(board.m, board.n, board.cells).solution
    assert solution is not None  # a start position has one
    by_solution(board, solution, LOOKS)


def _cpu_s(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started
