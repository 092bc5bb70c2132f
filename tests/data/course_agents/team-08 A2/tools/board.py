from ..constants import FIRST


def free_values(board, i, j):
    if board.get(i, j) != FIRST:
        return []
    top, left = i // board.m * board.m, j // board.n * board.n
    used = [board.get(i, k) for k in range(board.N)] + [board.get(k, j) for k in range(board.N)]
    used += [board.get(a, b) for a in range(top, top + board.m) for b in range(left, left + board.n)]
    return [v for v in range(1, board.N + 1) if v not in used]
