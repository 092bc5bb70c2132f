# classic: starts threads and processes of its own and forgets them
import multiprocessing
import threading
import time
from competitive_sudoku.sudoku import Move
import competitive_sudoku.sudokuai
from team17_A2.work import legal, sleep


class SudokuAI(competitive_sudoku.sudokuai.SudokuAI):
    def compute_best_move(self, game_state):
        moves = legal(game_state.board, game_state.taboo_moves)
        threading.Thread(target=self.propose_move, args=(moves[0],)).start()
        process = multiprocessing.Process(target=sleep, args=(60,), daemon=True)
        process.start()
        threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
        time.sleep(60)
