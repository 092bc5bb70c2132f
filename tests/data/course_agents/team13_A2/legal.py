from competitive_sudoku.sudoku import Move


def legal(state):
    b = state.board
    result = []
    for i in range(b.N):
        for j in range(b.N):
            if b.get(i, j) != b.empty:
                continue
            seen = {b.get(i, k) for k in range(b.N)}.union(b.get(k, j) for k in range(b.N))
            seen.update(b.get(p, q) for p in range(i - i % b.m, i - i % b.m + b.m)
                        for q in range(j - j % b.n, j - j % b.n + b.n))
            result.extend(Move(i, j, v) for v in range(1, b.N + 1) if v not in seen)
    return [move for move in result if move not in state.taboo_moves]
