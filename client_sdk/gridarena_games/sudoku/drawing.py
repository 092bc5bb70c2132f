"""The position for people, as plain text: numbered rows and columns, blocks apart, ``+`` and ``-`` at owned cells."""

from collections.abc import Iterator, Sequence
from typing import Protocol

from gridarena_games.base import Seat
from gridarena_games.sudoku.modes import Mode
from gridarena_games.sudoku.text import MARKS, Mark


class Captioned(Protocol):
    """What the line above a grid is about."""

    mode: Mode
    to_move: Seat

    @property
    def points(self) -> tuple[int, int]:
        """By seat."""
        ...

    @property
    def empties(self) -> int:
        """Empty cells."""
        ...

    def reach(self, seat: Seat) -> int:
        """The seat's cells, one bit each."""
        ...


def caption(board: Captioned) -> str:
    """Points, who moves, what is empty; where cells are owned also the mode and how many cells each seat may fill."""
    points = f"points {board.points[0]} - {board.points[1]}"
    if board.mode == "classic":
        return f"{points}, seat {board.to_move} to move, {board.empties} empty"
    mark, (first, second) = MARKS[board.to_move + 1], (board.reach(0).bit_count(), board.reach(1).bit_count())
    moves = f"seat {board.to_move} ({mark}) to move, {board.empties} empty"
    return f"{board.mode}: {points}, {moves}, {first} open to +, {second} open to -"


def grid_lines(m: int, n: int, cells: Sequence[int], marks: Sequence[Mark] | None) -> Iterator[str]:
    """The grid, line by line; without marks no room is left for them."""
    size = m * n
    digits = len(str(size))
    blank, width = ("", digits) if marks is None else (" ", digits + 1)
    rule = " " * (digits + 2) + "+" + ("-" * ((width + 1) * n + 1) + "+") * m
    heads = [f"{col:>{digits}}{blank}" for col in range(size)]
    yield " " * (digits + 2) + _row(heads, n).replace("|", " ").rstrip()
    for row in range(size):
        if row % m == 0:
            yield rule
        words = [_word(cells, marks, cell, digits, blank) for cell in range(row * size, (row + 1) * size)]
        yield f" {row:>{digits}} " + _row(words, n)
    yield rule


def _word(cells: Sequence[int], marks: Sequence[Mark] | None, cell: int, digits: int, blank: str) -> str:
    return f"{cells[cell] or '.':>{digits}}{(marks[cell] if marks else '') or blank}"


def _row(words: list[str], n: int) -> str:
    blocks = (" ".join(words[start : start + n]) for start in range(0, len(words), n))
    return "| " + " | ".join(blocks) + " |"
