import time
from competitive_sudoku.sudoku import Move


def sleep(seconds):
    time.sleep(seconds)


def legal(board, taboo):
    moves = []
    for i in range(board.N):
        for j in range(board.N):
            if not board.get(i, j):
                used = {board.get(p, q) for p in range(board.N) for q in range(board.N)
                        if p == i or q == j or (p // board.m, q // board.n) == (i // board.m, j // board.n)}
                moves += [Move(i, j, v) for v in range(1, board.N + 1) if v not in used]
    return [move for move in moves if move not in taboo]
