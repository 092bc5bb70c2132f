# v14: subpackages without __init__.py, an import inside a function, a package that may be missing
import competitive_sudoku.sudokuai
from team23_A2.engine.generator import Generator

try:
    from numba import njit_that_no_version_has as njit
except ImportError:
    njit = None


class SudokuAI(competitive_sudoku.sudokuai.SudokuAI):
    def compute_best_move(self, game_state):
        from team23_A2.engine.choice import choose

        self.propose_move(choose(Generator(game_state)))
