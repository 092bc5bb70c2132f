"""Thinks, and comes back without a word."""

import gridarena


class Faulty(gridarena.Agent):
    def play(self, turn: gridarena.Turn) -> None:
        list(turn.board.legal_moves())
