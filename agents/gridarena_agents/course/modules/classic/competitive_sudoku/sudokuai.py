"""The base class of agents, classic generation (v5 to v12). The unused imports are part of what agents import."""

import datetime
import math
import os
import pickle
from typing import List

from competitive_sudoku._seat import Seat as _Seat
from competitive_sudoku._seat import locked as _locked
from competitive_sudoku.sudoku import GameState, Move


class SudokuAI(_Seat):
    """An agent; override :meth:`compute_best_move`."""

    def propose_move(self, move: Move) -> None:
        """Offers a move; the last one offered in time counts."""
        with _locked(self):
            self.best_move[0] = move.i
            self.best_move[1] = move.j
            self.best_move[2] = move.value
