import os

with open(os.path.join(os.path.dirname(__file__), "weights", "values.txt")) as file:
    WEIGHTS = file.read().split()


def candidates(board):
    for k, filled in enumerate(board.squares):
        if not filled:
            i, j = divmod(k, board.N)
            for value in range(1, board.N + 1):
                if not any(value == other and (p == i or q == j or (p // board.m, q // board.n) == (i // board.m, j // board.n))
                           for p, q, other in ((*divmod(c, board.N), v) for c, v in enumerate(board.squares))):
                    yield i, j, value
