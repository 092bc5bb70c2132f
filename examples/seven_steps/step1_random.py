"""Step 1: any legal move."""

import random

import gridarena


class Step1(gridarena.Agent):
    """Knows the rules and nothing else."""

    games = ("sudoku",)

    def __init__(self, *, seed: int | None = None) -> None:
        """Sits down; ``seed`` makes what it draws repeatable."""
        self.rng = random.Random(seed)

    def play(self, turn: gridarena.Turn) -> None:
        """Proposes one move; returning ends the turn."""
        turn.propose(self.rng.choice(list(turn.board.legal_moves())))


if __name__ == "__main__":
    gridarena.run(Step1)
