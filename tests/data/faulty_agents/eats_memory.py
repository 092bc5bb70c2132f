"""Keeps everything it has ever seen."""

import gridarena

KEPT: list[bytearray] = []


class Faulty(gridarena.Agent):
    def play(self, turn: gridarena.Turn) -> None:
        turn.propose(next(turn.board.legal_moves()))
        KEPT.append(bytearray(b"x" * 50_000_000))
