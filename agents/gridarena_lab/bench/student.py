"""Alpha-beta as a first agent of the course has it: a board of lists, regions scanned, moves made and taken back.

The yardstick of `bench kernels`: what compiled kernels, counters and a table of positions are worth. First agents list
the moves of every position before they ask how deep they are; whoever asks first saves that for the many leaves.
"""

import time

Board = list[list[int]]
Move = tuple[int, int, int]
POINTS = (0, 1, 3, 7)


class OutOfTime(Exception):  # noqa: N818 - it ends a search, nothing went wrong
    """The time is used up."""


class StudentSearch:
    """Searches one board deeper and deeper."""

    def __init__(self, rows: int, columns: int, *, tidy: bool = False) -> None:
        """Starts from the empty board of this block size; ``tidy`` lists no moves at the leaves."""
        self._tidy = tidy
        self._rows, self._columns, self._size = rows, columns, rows * columns
        self._board: Board = [[0] * self._size for _ in range(self._size)]
        self.nodes = 0

    def run(self, seconds: float) -> int:
        """Searches for so much processor time; returns the deepest depth that was finished."""
        self._end = time.process_time() + seconds
        depth = 0
        try:
            while depth < self._size * self._size:
                self._value(depth + 1, -1000, 1000)
                depth += 1
        except OutOfTime:
            pass
        return depth

    def _value(self, depth: int, alpha: int, beta: int) -> int:
        self.nodes += 1
        if time.process_time() > self._end:
            raise OutOfTime
        if self._tidy and not depth:
            return 0
        moves = self._moves()
        if not moves or not depth:
            return 0
        for row, column, value in moves:
            self._board[row][column] = value
            try:
                found = self._points(row, column) - self._value(depth - 1, -beta, -alpha)
            finally:
                self._board[row][column] = 0
            alpha = max(alpha, found)
            if alpha >= beta:
                break
        return alpha

    def _moves(self) -> list[Move]:
        return [
            (row, column, value)
            for row in range(self._size)
            for column in range(self._size)
            if not self._board[row][column]
            for value in range(1, self._size + 1)
            if self._fits(row, column, value)
        ]

    def _fits(self, row: int, column: int, value: int) -> bool:
        return not (
            value in self._board[row]
            or value in [line[column] for line in self._board]
            or value in self._block(row, column)
        )

    def _block(self, row: int, column: int) -> list[int]:
        top, left = row - row % self._rows, column - column % self._columns
        return [self._board[top + i][left + j] for i in range(self._rows) for j in range(self._columns)]

    def _points(self, row: int, column: int) -> int:
        """What the cell just filled has scored."""
        regions = (self._board[row], [line[column] for line in self._board], self._block(row, column))
        return POINTS[sum(all(region) for region in regions)]
