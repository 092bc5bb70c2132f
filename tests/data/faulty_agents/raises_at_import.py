"""Its import fails."""

import gridarena

raise RuntimeError("the weights are not there")


class Faulty(gridarena.Agent):
    def play(self, turn: gridarena.Turn) -> None:
        turn.propose(next(turn.board.legal_moves()))
