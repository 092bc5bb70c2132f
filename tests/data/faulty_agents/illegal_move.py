"""Proposes a move that no board has."""

import gridarena


class Faulty(gridarena.Agent):
    def play(self, turn: gridarena.Turn) -> None:
        turn.propose(next(turn.board.legal_moves()))
        turn.propose("(99,99) -> 1")
