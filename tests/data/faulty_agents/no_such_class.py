"""The class that it is asked for has another name."""

import gridarena


class Misspelt(gridarena.Agent):
    def play(self, turn: gridarena.Turn) -> None:
        turn.propose(next(turn.board.legal_moves()))
