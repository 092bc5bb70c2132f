"""The yardstick of ``bench course``: how the course framework gets a process ready for a turn, written from the facts.

    python framework.py MODULES AGENT TURNS

Each turn starts a fresh process on ``compute_best_move`` and shares a list of a `multiprocessing` manager and a lock
with it. Prints, as JSON, the milliseconds from there to the agent's first proposal. Standard library only, for whatever
this process has loaded is what a fork of it has to carry, and the framework's has not loaded anything.
"""

import importlib
import json
import multiprocessing
import sys
import time
from pathlib import Path
from typing import Any


def main() -> None:
    """Plays the same turn so many times."""
    modules, package, turns = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
    sys.path[:0] = [modules, str(package.parent)]
    sudoku = importlib.import_module("competitive_sudoku.sudoku")
    kind = importlib.import_module(f"{package.name}.sudokuai").SudokuAI
    first_at = multiprocessing.Value("d", 0.0)

    class Timed(kind):  # type: ignore[misc, valid-type]
        def propose_move(self, move: Any) -> None:  # noqa: ANN401 - the framework's own class
            super().propose_move(move)
            if not first_at.value:
                first_at.value = time.monotonic()

    with multiprocessing.Manager() as manager:
        agent = Timed()
        agent.player_number = 1
        agent.lock = multiprocessing.Lock()
        agent.best_move = manager.list([0, 0, 0])
        state = sudoku.GameState(sudoku.SudokuBoard(3, 3), sudoku.SudokuBoard(3, 3), [], [], [0, 0])
        waits = [_turn(agent, state, first_at) for _ in range(turns)]
    sys.stdout.write(json.dumps(waits))


def _turn(agent: Any, state: Any, first_at: Any) -> float:  # noqa: ANN401 - the framework's own classes
    first_at.value = 0.0
    for place in range(3):
        agent.best_move[place] = 0
    opened_at = time.monotonic()
    process = multiprocessing.Process(target=agent.compute_best_move, args=(state,))
    process.start()
    process.join()
    return 1000 * float(first_at.value - opened_at)


if __name__ == "__main__":
    main()
