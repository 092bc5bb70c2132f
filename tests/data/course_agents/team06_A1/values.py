def candidates(board, i, j):
    if board.get(i, j) != board.empty:
        return []
    used = {board.get(i, k) for k in range(board.N)} | {board.get(k, j) for k in range(board.N)}
    top, left = i // board.m * board.m, j // board.n * board.n
    used |= {board.get(top + a, left + b) for a in range(board.m) for b in range(board.n)}
    return [value for value in range(1, board.N + 1) if value not in used]
