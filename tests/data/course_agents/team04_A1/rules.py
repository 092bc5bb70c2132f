from competitive_sudoku.sudoku import Move


def legal_moves(state):
    board = state.board
    found = []
    for i in range(board.N):
        for j in range(board.N):
            if board.get(i, j) == board.empty:
                for value in range(1, board.N + 1):
                    move = Move(i, j, value)
                    if not taken(board, i, j, value) and not move in state.taboo_moves:
                        found.append(move)
    return found


def region(board, i, j):
    top, left = i - i % board.m, j - j % board.n
    return [(a, b) for a in range(top, top + board.m) for b in range(left, left + board.n)]


def taken(board, i, j, value):
    cells = [(i, k) for k in range(board.N)] + [(k, j) for k in range(board.N)] + region(board, i, j)
    return any(board.get(a, b) == value for a, b in cells)


def points(board, i, j):
    regions = [[(i, k) for k in range(board.N)], [(k, j) for k in range(board.N)], region(board, i, j)]
    return [0, 1, 3, 7][sum(all(board.get(a, b) for a, b in one) for one in regions)]
