"""Competitive Sudoku: 2x2 from its complete solution, everything else by searching to the end."""

from collections.abc import Iterable, Mapping
from typing import Any

from gridarena_games.base import Answer, Board
from gridarena_games.errors import GameError, InvalidSetupError
from gridarena_games.sudoku.board import SudokuBoard, sudoku_board
from gridarena_games.sudoku.game import Sudoku
from gridarena_kernels import exact
from gridarena_kernels.solver import solve
from gridarena_kernels.tablebase import solve_2x2
from gridarena_lab.solvers import Checked, Solved, UnsolvedError, VectorsError, entries
from gridarena_lab.solvers.stopping import stoppable

SEARCHED = 12
"""Up to so many empty cells a 2x2 position is searched; the complete solution takes seconds to make first."""
_CONDEMNED = Answer(accepted=False, reason="search")
_PARTS = ("positions", "scoring", "boards")


class SudokuSolver:
    """Positions of every mode; how many empty cells it manages depends on the bombs, about 20 on 3x3."""

    size_form = "2x3, block rows x block columns"

    def start_name(self, size: str) -> str:
        """The empty board."""
        return f"empty-{size}"

    def setup(self, size: str | None, position: str) -> str:
        """The text as it is: it begins with the size."""
        return position

    def solve(self, board: Board) -> Solved:
        """The position's value and best moves. Raises UnsolvedError."""
        solution, nodes = self.rated(board)
        return Solved(solution.value, tuple(str(rated.move) for rated in solution.best), nodes)

    def rated(self, board: Board) -> tuple[exact.Solution, int]:
        """The whole solution, and its nodes. Raises UnsolvedError."""
        return self._rated(sudoku_board(board))

    def _rated(self, board: SudokuBoard) -> tuple[exact.Solution, int]:
        if not board.empties:
            return exact.Solution(0, (), 0), 0
        if (board.m, board.n) == (2, 2) and board.mode == "classic" and board.empties > SEARCHED:
            table = solve_2x2()
            return table.rate(board), len(table.values)
        exact.warm()
        solution = stoppable(lambda stop: exact.solve_position(board, stop))
        if solution is None:
            raise UnsolvedError(
                f"{board.empties} empty cells are too many here: expected at most {exact.MOST_CELLS} that can be "
                f"filled in at most {exact.MOST_COMPLETIONS} ways without a taboo placement, or any 2x2 board in the "
                "mode classic"
            )
        return solution, solution.nodes

    def check(self, vectors: Mapping[str, Any]) -> Checked:
        """Compares positions (value and best moves), scorings and oracle boards with what the solver says."""
        if not any(part in vectors for part in _PARTS):
            raise VectorsError(f"expected a JSON object with one of {', '.join(_PARTS)}, got {', '.join(vectors)}")
        checked, failed = 0, []
        for part in _PARTS:
            for number, entry in enumerate(entries(vectors, part), 1):
                checked += 1
                if not self._holds(part, entry):
                    failed.append(str(entry.get("id", f"{part} {number}")))
        return Checked(checked, tuple(failed))

    def _holds(self, part: str, entry: Mapping[str, Any]) -> bool:
        try:
            match part:
                case "positions":
                    return self._position(entry)
                case "scoring":
                    return _scoring(entry)
                case _:
                    return _board(entry)
        except (GameError, ValueError):
            return False
        except (KeyError, TypeError, AttributeError) as problem:
            raise VectorsError(f"{part}: expected the fields of the format, got {problem} wrong in {entry}") from None

    def _position(self, entry: Mapping[str, Any]) -> bool:
        options = {"mode": str(entry["mode"])} if entry.get("mode") else {}
        board = Sudoku().start(entry["board"], options)
        for row, col, value, *_ in entry["taboo"]:
            board.push((row, col, value), _CONDEMNED)
        solution, _ = self.rated(board)
        best = [[*rated.move, rated.kind] for rated in solution.best]
        return solution.value == entry["value_mover"] and sorted(best) == _sorted(entry["optimal_moves"])


def _sorted(moves: Iterable[Any]) -> list[list[Any]]:
    return sorted(list(move) for move in moves)


def _scoring(entry: Mapping[str, Any]) -> bool:
    board = Sudoku().start(entry["board"], {})
    move = tuple(entry["move"])
    position = board.question(move).position
    solvable = solve(position.m, position.n, position.cells).solvable
    return bool(board.completes(move) == entry["points"] and solvable == entry["solvable_after"])


def _board(entry: Mapping[str, Any]) -> bool:
    try:
        board = Sudoku().start(entry["board"], {})
    except InvalidSetupError:  # a region has a value twice
        return entry["solvable"] is False
    return solve(board.m, board.n, board.cells).solvable is entry["solvable"]
