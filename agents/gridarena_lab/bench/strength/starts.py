"""Where pairs begin: random openings, and who has lost there already.

On small boards, and on half-full ones, an opening can be solved exactly. Then one seat has usually lost whatever it
does, and a match from there says nothing about it: it is left out for the agent that is measured.
"""

import hashlib

from gridarena.boards import start_board
from gridarena_games.base import Seat
from gridarena_games.errors import InvalidSetupError
from gridarena_games.registry import find_game
from gridarena_games.sudoku.board import sudoku_board
from gridarena_kernels.exact import solve_position
from gridarena_kernels.tablebase import book_2x2
from gridarena_lab.openings import opening
from gridarena_protocol.views import StartBoard

GAME = "sudoku"
FEWEST_PLIES, MOST_PLIES = 4, 8
MOST_EMPTIES = 24
SOLVER_NODES = 1_000_000
TRIES = 1000


def fresh_start(board: str, mode: str, seed: str, known: set[str]) -> StartBoard:
    """A position 4 to 8 legal plies into the game that is not among the known setups; equal seeds, equal positions."""
    options = {} if mode == "classic" else {"mode": mode}
    start = start_board(GAME, board, options)
    for attempt in range(TRIES):
        digest = int.from_bytes(hashlib.sha256(f"{seed} {attempt}".encode()).digest()[:8])
        plies = FEWEST_PLIES + digest % (MOST_PLIES - FEWEST_PLIES + 1)
        found = opening(GAME, start, plies, digest >> 8)
        if found.setup not in known:
            return found
    raise InvalidSetupError(f"expected an opening of {board} that was not played yet, found none in {TRIES} tries")


def lost_seat(start: StartBoard) -> Seat | None:
    """The seat that has lost with best play; None where nobody has, or where it is too early to know."""
    board = sudoku_board(find_game(GAME).start(start.setup, start.options))
    if (board.m, board.n, board.mode) == (2, 2, "classic"):
        value = book_2x2().rate(board).value
    else:
        solved = solve_position(board, nodes=SOLVER_NODES) if board.empties <= MOST_EMPTIES else None
        if solved is None:
            return None
        value = solved.value
    other: Seat = 1 if board.to_move == 0 else 0
    lead = board.points[board.to_move] - board.points[other] + value
    return None if not lead else other if lead > 0 else board.to_move
