# classic: opens a log when it is imported, writes to it every turn, prints boxes and faces
import logging
import random
from competitive_sudoku.sudoku import Move, print_board
import competitive_sudoku.sudokuai

logging.basicConfig(filename="team12.log", level=logging.DEBUG)
LOG = open("team12_A1/moves.txt", "w", encoding="utf-8")
print("🤖 ready ┌─┐")


class SudokuAI(competitive_sudoku.sudokuai.SudokuAI):
    def compute_best_move(self, game_state):
        board = game_state.board
        print(print_board(board), "🎲 thinking…", flush=True)
        logging.info("turn %d", len(game_state.moves))
        moves = []
        for i in range(board.N):
            for j in range(board.N):
                if board.get(i, j) == 0:
                    for value in range(1, board.N + 1):
                        if self.legal(board, i, j, value) and Move(i, j, value) not in game_state.taboo_moves:
                            moves.append(Move(i, j, value))
        choice = random.choice(moves)
        print(f"➡️ {choice}", file=LOG, flush=True)
        self.propose_move(choice)

    def legal(self, board, i, j, value):
        box = [(i // board.m * board.m + a, j // board.n * board.n + b) for a in range(board.m) for b in range(board.n)]
        line = [(i, k) for k in range(board.N)] + [(k, j) for k in range(board.N)]
        return value not in [board.get(p, q) for p, q in box + line]
