"""A start position's text in either of the two formats: the course's board text and its game-state text.

Board text is what people write; game-state text can hold everything. Both can mark givens as a seat's own.
"""

from gridarena_games.sudoku.start import NOTHING, Start
from gridarena_games.sudoku.state import is_state, read_state, write_state
from gridarena_games.sudoku.text import owners, read_marked, write_board


def read_start(text: str) -> Start:
    """Reads a start position in the format it is in.

    Raises:
        InvalidSetupError: one line that says what was expected and what came.
    """
    if is_state(text):
        return read_state(text)
    m, n, (cells, marks) = read_marked(text)
    return Start(m, n, tuple(cells), owners(marks, m * n))


def write_start(start: Start) -> str:
    """Writes board text where it says everything there is to say, else game-state text."""
    if start.squares is None and start.past == NOTHING:
        return write_board(start.m, start.n, start.cells)
    return write_state(start)
