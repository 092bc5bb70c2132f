def score(board, move):
    return sum(board.get(move.i, k) != 0 for k in range(board.N)) + sum(board.get(k, move.j) != 0 for k in range(board.N))
