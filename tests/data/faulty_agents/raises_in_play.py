"""Breaks in the middle of every second own turn."""

import gridarena


class Faulty(gridarena.Agent):
    def __init__(self) -> None:
        self.turns = 0

    def play(self, turn: gridarena.Turn) -> None:
        turn.propose(next(turn.board.legal_moves()))
        self.turns += 1
        if self.turns % 2 == 0:
            raise ZeroDivisionError("no children, no average")
