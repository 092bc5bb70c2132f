# v14: a subclass of the state made from its __dict__; writes to every attribute while it searches
import copy
from competitive_sudoku.sudoku import GameState, Move, SudokuBoard, TabooMove
import competitive_sudoku.sudokuai


class SearchState(GameState):
    def __init__(self, game_state):
        self.__dict__ = copy.deepcopy(game_state.__dict__)

    def squares(self):
        if self.is_classic_game():
            return [self.board.index2square(k) for k, v in enumerate(self.board.squares) if v == SudokuBoard.empty]
        return self.player_squares()

    def legal(self):
        for square in self.squares():
            for value in range(1, self.board.N + 1):
                if self.fits(square, value) and Move(square, value) not in self.taboo_moves:
                    yield Move(square, value)

    def fits(self, square, value):
        b = self.board
        i, j = square
        top, left = i // b.region_height() * b.region_height(), j // b.region_width() * b.region_width()
        return all(b.get((i, k)) != value and b.get((k, j)) != value for k in range(b.N)) and all(
            b.get((top + p, left + q)) != value for p in range(b.m) for q in range(b.n)
        )

    def play(self, move):
        self.board.put(move.square, move.value)
        self.moves.append(move)
        if not self.is_classic_game():
            self.occupied_squares().append(move.square)
        self.current_player = 3 - self.current_player

    def undo(self):
        move = self.moves.pop()
        self.current_player = 3 - self.current_player
        self.board.put(move.square, SudokuBoard.empty)
        if not self.is_classic_game():
            self.occupied_squares().pop()


class SudokuAI(competitive_sudoku.sudokuai.SudokuAI):
    def compute_best_move(self, game_state):
        state = SearchState(game_state)
        best = None
        for move in list(state.legal()):
            state.play(move)
            replies = len(list(state.legal()))
            state.undo()
            if best is None or replies < best:
                best = replies
                self.propose_move(move)
