"""The course's way to its oracle. There is no program here to run: the answers, in its exact phrases, are worked out.

``solve_sudoku`` therefore takes every path there may be in an agent, and leaves no file behind.
"""

import subprocess

from competitive_sudoku._oracle import answer as _answer


def execute_command(command: str) -> str:
    """Runs a shell command: its output, or its errors where there is none, or what went wrong."""
    try:
        done = subprocess.run(command, shell=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        return (done.stdout or done.stderr).decode("utf-8", "replace").strip()
    except Exception as error:
        return str(error)


def solve_sudoku(solve_sudoku_path: str, board_text: str, options: str = "") -> str:
    """What the oracle says about a board.

    Args:
        solve_sudoku_path: where the course has its program; any but an empty one will do.
        board_text: ``m n`` and the cells.
        options: as on the oracle's command line, such as ``--move "6 1"``.
    """
    if not solve_sudoku_path:
        raise RuntimeError('No oracle found at location "{}"'.format(solve_sudoku_path))
    return _answer(board_text, options)
