"""Start positions by name: ``RxC`` is empty, ``random-RxC-SEED`` has six random edges, ``randomK-RxC-SEED`` has K.

The random ones are openings, for pairs of matches that shall not all be the same match: legal random moves from the
empty board, boxes, points and extra turns included. Edges are chosen by a hash of the seed and not by a generator, so
that a name means the same position on every machine and every Python to come.
"""

import hashlib
import re

from gridarena_games.base import Board, Grade
from gridarena_games.dots.board import DotsBoard
from gridarena_games.dots.edges import MAX_SIDE
from gridarena_games.dots.text import Start
from gridarena_games.errors import InvalidSetupError

OPENING = 6
"""Edges of a random opening where the name does not say."""

_NAME = re.compile(
    r"(?:random(?P<moves>\d{0,3})-)?(?P<rows>\d{1,2})x(?P<cols>\d{1,2})(?:-(?P<seed>\d{1,9}))?", re.ASCII
)


class DotsPositions:
    """Empty boards of every size, and openings drawn by a seed."""

    suite = ("2x2", "2x3", "3x3", "3x4", "4x4", "5x5")
    usual = "4x4"
    forms = "ROWSxCOLS, random-ROWSxCOLS-SEED or randomK-ROWSxCOLS-SEED (such as 3x4 or random6-5x5-1)"

    def setup(self, name: str) -> str | None:
        """A position in the game's own text.

        Raises:
            InvalidSetupError: the name has the right form, but there is no such position.
        """
        found = _NAME.fullmatch(name)
        if found is None:
            return None
        rows, cols = int(found["rows"]), int(found["cols"])
        if not (1 <= rows <= MAX_SIDE and 1 <= cols <= MAX_SIDE):
            raise InvalidSetupError(f"expected 1x1 to {MAX_SIDE}x{MAX_SIDE} boxes, got {name!r}")
        board = DotsBoard(Start(rows, cols, 0))
        if found["moves"] is not None:
            moves = int(found["moves"] or min(OPENING, board.free // 2))
            if not 0 < moves < board.free:
                raise InvalidSetupError(f"expected 1 to {board.free - 1} random edges, got {name!r}")
            _open(board, moves, f"{rows}x{cols} {int(found['seed'] or 0)}")
        elif found["seed"]:
            raise InvalidSetupError(f"an empty board has no seed: write {rows}x{cols}, not {name!r}")
        return board.setup()

    def seeded(self, name: str, seed: int) -> str:
        """The name with this seed; unchanged where it has one, or can have none."""
        found = _NAME.fullmatch(name)
        return f"{name}-{seed}" if found and found["moves"] is not None and not found["seed"] else name

    def grade(self, board: Board) -> Grade:
        """By the edges that are free: how long the game is."""
        if not isinstance(board, DotsBoard):
            raise TypeError(f"expected a dots board, got {board!r}")
        level = next(word for most, word in _LEVELS if board.free <= most)
        open_boxes = sum(board.sides(box) < 4 for box in range(board.boxes))
        return Grade(level, {"free edges": board.free, "open boxes": open_boxes}, "by the number of free edges")


_LEVELS = ((12, "tiny"), (24, "small"), (40, "medium"), (2 * MAX_SIDE * (MAX_SIDE + 1), "large"))
"""Most free edges of each level; 24 are an empty 3x3, 40 an empty 4x4."""


def _open(board: DotsBoard, moves: int, seed: str) -> None:
    for number in range(moves):
        free = list(board.legal_moves())
        drawn = int.from_bytes(hashlib.sha256(f"{seed} {number}".encode()).digest())
        board.push(free[drawn % len(free)])
