from competitive_sudoku.sudoku import Move


def generate(state):
    board = state.board
    for i in range(board.N):
        for j in range(board.N):
            if board.get(i, j) == 0:
                top, left = i // board.m * board.m, j // board.n * board.n
                used = {board.get(i, k) for k in range(board.N)} | {board.get(k, j) for k in range(board.N)}
                used |= {board.get(top + a, left + b) for a in range(board.m) for b in range(board.n)}
                for value in {*range(1, board.N + 1)} - used:
                    if Move(i, j, value) not in state.taboo_moves:
                        yield Move(i, j, value)
