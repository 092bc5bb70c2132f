"""Has its first word when the time is up."""

import time

import gridarena


class Faulty(gridarena.Agent):
    def play(self, turn: gridarena.Turn) -> None:
        while not turn.closed:
            time.sleep(0.002)
        turn.propose(next(turn.board.legal_moves()))
