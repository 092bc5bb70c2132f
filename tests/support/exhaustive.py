"""Competitive Sudoku solved the slow and obvious way, straight from the rules: what fast solvers are compared with."""

from gridarena_games.base import Answer, Move
from gridarena_games.sudoku.board import ASSUMED, SudokuBoard
from gridarena_kernels.solver import solve

CONDEMNED = Answer(accepted=False, reason="search")


def values(board: SudokuBoard) -> dict[Move, int]:
    """Every legal move with the points to come under best play, own minus other."""
    return {move: _value_after(board, move) for move in list(board.legal_moves())}


def value(board: SudokuBoard) -> int:
    """Points to come under best play, the mover's minus the other's."""
    if board.outcome() is not None:
        return 0
    if board.forced_skip():
        return _value_after(board, None)
    return max(values(board).values())


def _value_after(board: SudokuBoard, move: Move | None) -> int:
    seat = board.to_move
    answer = None
    if move is not None:
        position = board.question(move).position
        answer = ASSUMED if solve(position.m, position.n, position.cells).solvable else CONDEMNED
    points = board.push(move, answer).points
    rest = value(board)
    found = points + (rest if board.to_move == seat else -rest)
    board.pop()
    return found
