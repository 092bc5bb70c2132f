"""`report-mcts` (report 0, A3): UCT whose random games choose among the k best moves, with the skip of report 0.

The report found c = 1.5 and k = 5 best; `mcts` is the same search without the skip.
"""

import gridarena
from gridarena_agents.mcts import Mcts
from gridarena_agents.reports.skips import skipped


class ReportMcts(Mcts):
    """A tree search that skips."""

    games = ("sudoku",)

    def play(self, turn: gridarena.Turn) -> None:
        """Proposes a bomb where the number of empty cells is even and one is seen, else searches."""
        if not skipped(turn):
            super().play(turn)
