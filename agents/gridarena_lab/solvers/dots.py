"""Dots and Boxes, solved by search; the turn order of the board is respected."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from gridarena_games.base import Board
from gridarena_games.dots.board import DotsBoard
from gridarena_games.dots.game import Dots
from gridarena_games.errors import GameError
from gridarena_kernels import boxes_exact
from gridarena_lab.solvers import Checked, Solved, UnsolvedError, VectorsError, entries
from gridarena_lab.solvers.stopping import stoppable


class DotsSolver:
    """Boards of up to 60 edges; from the empty board up to 2x6 and 3x4 in about a minute."""

    size_form = "3x4, rows x columns of boxes"

    def start_name(self, size: str) -> str:
        """The empty board."""
        return size

    def setup(self, size: str | None, position: str) -> str:
        """The size, where it is told apart, and the edge string behind it."""
        return f"{size} {position}" if size is not None else position

    def solve(self, board: Board) -> Solved:
        """The position's value and best moves. Raises UnsolvedError."""
        if not isinstance(board, DotsBoard):
            raise TypeError(f"expected a dots board, got {board!r}")
        boxes_exact.warm()
        solution = stoppable(lambda stop: boxes_exact.solve_board(board, stop))
        if solution is None:
            raise _too_large(board)
        return Solved(solution.value, tuple(str(move) for move in solution.best), solution.nodes)

    def check(self, vectors: Mapping[str, Any]) -> Checked:
        """Compares positions (value and best moves), empty boards and endgames of chains with what the solver says."""
        parts = {"positions": self._position, "empty_board_values": self._empty, "endgames": _endgame}
        if not any(part in vectors for part in parts):
            raise VectorsError(f"expected a JSON object with one of {', '.join(parts)}, got {', '.join(vectors)}")
        checked, failed = 0, []
        for part, holds in parts.items():
            for number, entry in enumerate(entries(vectors, part)):
                checked += 1
                try:
                    held = holds(entry)
                except (GameError, ValueError):
                    held = False
                except (KeyError, TypeError, AttributeError) as problem:
                    raise VectorsError(f"{part}: {problem} is missing or wrong in {entry}") from None
                if not held:
                    failed.append(str(entry.get("id", f"{part} {number}")))
        return Checked(checked, tuple(failed))

    def _position(self, entry: Mapping[str, Any]) -> bool:
        board = Dots().start(f"{entry['rows']}x{entry['cols']} {entry['dbn']}", {})
        solved = self.solve(board)
        best = sorted(Dots().move(text) for text in solved.best)
        return solved.value == entry["value_mover"] and best == sorted(tuple(move) for move in entry["optimal_moves"])

    def _empty(self, entry: Mapping[str, Any]) -> bool:
        board = Dots().start(f"{entry['rows']}x{entry['cols']}", {})
        if len(board.edges) > boxes_exact.MOST_EDGES:
            raise _too_large(board)
        value = boxes_exact.Boxes(board.rows, board.cols).value(0)
        return bool(value == entry["value_first_player"])


def _too_large(board: DotsBoard) -> UnsolvedError:
    return UnsolvedError(
        f"{board.rows}x{board.cols} boxes are too many: expected at most {boxes_exact.MOST_EDGES} edges (5x5)"
    )


def _endgame(entry: Mapping[str, Any]) -> bool:
    value = strings_value(tuple(sorted(entry["chains"])), tuple(sorted(entry["loops"])))
    return bool(value == entry["value_to_non_opener"])


@cache
def strings_value(chains: tuple[int, ...], loops: tuple[int, ...]) -> int:
    """What long chains and loops alone are worth to the seat that does not have to open one.

    It takes everything and opens the next, or leaves two boxes of the chain (four of the loop) for the other to take
    and to go on (Buzzard & Ciere 2014).
    """
    values = []
    for kinds, left in ((chains, 2), (loops, 4)):
        for number, length in enumerate(kinds):
            rest = kinds[:number] + kinds[number + 1 :]
            after = strings_value(rest, loops) if kinds is chains else strings_value(chains, rest)
            values.append(max(length - after, length - 2 * left + after))
    return min(values, default=0)
