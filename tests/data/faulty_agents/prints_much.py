"""Prints 10 MB in a match."""

import gridarena


class Faulty(gridarena.Agent):
    def play(self, turn: gridarena.Turn) -> None:
        turn.propose(next(turn.board.legal_moves()))
        if turn.number <= 2:
            for _ in range(10):
                print("." * 1_000_000)  # noqa: T201
