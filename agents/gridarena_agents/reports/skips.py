"""Two ways in which reports look for a bomb: a legal value that leaves the grid without a solution."""

import gridarena
from gridarena_agents.regions import cells_in, index
from gridarena_agents.view import propose_bomb
from gridarena_games.sudoku.board import SudokuBoard, sudoku_board
from gridarena_games.sudoku.rules import Placement
from gridarena_kernels.solver import solve


def by_lines(board: SudokuBoard) -> Placement | None:
    """A value that another cell of the row or column needs, because it has no other (reports 0).

    Right whenever such a pair exists: the other cell would be left without a value.
    """
    size = board.N
    reach = board.reach(board.to_move)
    for line in range(2 * size):
        cells = [line * size + i if line < size else i * size + line - size for i in range(size)]
        for needy in cells:
            only = board.legal_values(needy)
            if only.bit_count() != 1:
                continue
            for cell in cells:
                if cell != needy and board.legal_values(cell) & only and reach >> cell & 1:
                    return Placement(cell // size, cell % size, only.bit_length())
    return None


def by_solution(board: SudokuBoard, solution: bytes, looks: int) -> Placement | None:
    """A value that differs from the solution's and that the solver condemns (report 3)."""
    for bit in cells_in(board.reach(board.to_move)):
        cell = index(bit)
        for value in cells_in(board.legal_values(cell)):
            number = index(value) + 1
            if number == solution[cell]:
                continue
            if not looks:
                return None
            looks -= 1
            cells = bytearray(board.cells)
            cells[cell] = number
            if solve(board.m, board.n, cells, "quick").solvable is False:
                return Placement(cell // board.N, cell % board.N, number)
    return None


def skipped(turn: gridarena.Turn) -> bool:
    """Proposes a bomb where the number of empty cells is even and :func:`by_lines` sees one; True when it did."""
    board = sudoku_board(turn.board)
    bomb = by_lines(board) if board.empties % 2 == 0 else None
    if bomb is not None:
        propose_bomb(turn, bomb)
    return bomb is not None
