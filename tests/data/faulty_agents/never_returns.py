"""Searches for ever and says nothing."""

import gridarena


class Faulty(gridarena.Agent):
    def play(self, turn: gridarena.Turn) -> None:
        while True:
            pass
