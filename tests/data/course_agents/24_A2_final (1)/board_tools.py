from competitive_sudoku.sudoku import Move


def moves_of(state):
    b = state.board
    everywhere = [(r, c) for r in range(b.N) for c in range(b.N) if not b.get((r, c))]
    squares = everywhere if state.is_classic_game() else state.player_squares()
    found = []
    for r, c in squares:
        seen = {b.get((r, k)) for k in range(b.N)} | {b.get((k, c)) for k in range(b.N)}
        seen |= {b.get((r // b.m * b.m + x, c // b.n * b.n + y)) for x in range(b.m) for y in range(b.n)}
        found += [Move((r, c), v) for v in range(1, b.N + 1) if v not in seen]
    return [move for move in found if move not in state.taboo_moves]
