from typing import Iterator
from competitive_sudoku.sudoku import Move, GameState


class Generator:
    def __init__(self, state: GameState):
        self.state = state

    def __iter__(self) -> Iterator[Move]:
        board = self.state.board
        squares = self.state.player_squares()
        for k, filled in enumerate(board.squares):
            square = board.index2square(k)
            if filled or (squares is not None and square not in squares):
                continue
            for value in range(1, board.N + 1):
                if self.fits(square, value) and Move(square, value) not in self.state.taboo_moves:
                    yield Move(square, value)

    def fits(self, square, value):
        board, (i, j) = self.state.board, square
        same = lambda p, q: p == i or q == j or (p // board.m, q // board.n) == (i // board.m, j // board.n)
        return all(v != value or not same(*board.index2square(k)) for k, v in enumerate(board.squares))
