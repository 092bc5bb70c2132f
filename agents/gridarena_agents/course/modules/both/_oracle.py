"""The oracle's answers, word for word: whether a board can be filled, what a move scores, a move of its own.

Its quirks are kept where an agent could meet them: cells are read up to the first character that is no digit, missing
ones are empty, a text that does not start with two numbers is a board of no cells; an empty list of allowed cells
allows all; moves of its own are checked for duplicates only, so that they may leave the board without a solution.
"""

import random
import re
import shlex
from typing import Dict, Iterator, List, Optional, Set, Tuple

from competitive_sudoku._solver import solve, tables

SCORES = (0, 1, 3, 7)
"""By the number of regions a move completes."""
_FLAGS = ("--print", "--random", "--greedy")
_VALUED = ("--move", "--taboo", "--allowed")
_NUMBER = re.compile(r"[+-]?\d+")


class _RefusedError(Exception):
    """The oracle cannot do this; the text is what it prints."""


def answer(board_text: str, options: str) -> str:
    """What the oracle prints about a board when called with these options."""
    try:
        given = _options(options)
        board = _Board(board_text)
        if "--greedy" in given or "--random" in given:
            return _own_move(board, given)
        move = _move(given.get("--move", ""))
        lines = [_verdict(board) if move is None else _judge(board, move, _allowed(given))]
        if "--print" in given:
            lines.append(board.solved_text())
        return "\n".join(line for line in lines if line)
    except _RefusedError as refused:
        return str(refused)


def _options(options: str) -> Dict[str, str]:
    try:
        words = iter(shlex.split(options))
    except ValueError as error:
        raise _RefusedError("Error in command line: {}".format(error)) from error
    given: Dict[str, str] = {}
    for word in words:
        if word in _FLAGS:
            given[word] = ""
        elif word in _VALUED:
            given[word] = next(words, "")
        else:
            raise _RefusedError("Error in command line: Unrecognised token: {}".format(word))
    return given


def _move(text: str) -> Optional[Tuple[int, int]]:
    """The index and value of a move; None where there is none. What follows them is ignored."""
    if not text:
        return None
    found = re.match(r"\s*([+-]?\d+)\s+([+-]?\d+)", text)
    if found is None:
        raise _RefusedError("Could not parse a move from '{}'.".format(text))
    return int(found.group(1)), int(found.group(2))


def _numbers(text: str) -> Iterator[int]:
    """The numbers up to the first thing that is none."""
    for word in text.split():
        found = _NUMBER.match(word)
        if found is None:
            return
        yield int(found.group())
        if found.end() < len(word):
            return


def _allowed(given: Dict[str, str]) -> Optional[Set[int]]:
    return set(_numbers(given.get("--allowed", ""))) or None


class _Board:
    """A board as the oracle reads it."""

    def __init__(self, text: str) -> None:
        words = text.split()
        try:
            self.m, self.n = max(int(words[0]), 0), max(int(words[1]), 0)
        except (IndexError, ValueError):
            self.m = self.n = 0
        self.size = self.m * self.n
        count = self.size * self.size
        self.cells = [_cell(word) for word in words[2 : 2 + count]]
        self.cells += [0] * (count - len(self.cells))
        self.members, self.regions = tables(self.m, self.n) if self.size else ([], [])

    def fits(self, k: int, value: int) -> bool:
        """The cell is empty and none of its regions has the value."""
        if self.cells[k]:
            return False
        return all(self.cells[cell] != value for region in self.regions[k] for cell in self.members[region])

    def score(self, k: int) -> int:
        """What filling the cell scores."""
        regions = self.regions[k]
        return SCORES[sum(all(self.cells[c] for c in self.members[region] if c != k) for region in regions)]

    def solution(self) -> Optional[List[int]]:
        """The board filled in."""
        return solve(self.m, self.n, self.cells) if self.size else []

    def solved_text(self) -> str:
        """The board filled in as a text; empty when nobody can."""
        found = self.solution()
        if found is None:
            return ""
        rows = [
            "".join("{:>4}".format(value) for value in found[k : k + self.size])
            for k in range(0, len(found), self.size)
        ]
        return "\n".join(["{} {}".format(self.m, self.n)] + rows)


def _cell(word: str) -> int:
    if word == ".":
        return 0
    found = _NUMBER.match(word)
    if found is None:
        raise _RefusedError("Aborted: '{}' is no cell of a board.".format(word))
    return int(found.group())


def _verdict(board: _Board) -> str:
    return "The sudoku has {} solution.".format("no" if board.solution() is None else "a")


def _judge(board: _Board, move: Tuple[int, int], allowed: Optional[Set[int]]) -> str:
    """The verdict on a move, which is on the board afterwards when it is a good one."""
    k, value = move
    if not 1 <= value <= board.size or not 0 <= k < board.size * board.size:
        return "Invalid move '{} {}'.".format(k, value)
    if not board.fits(k, value) or (allowed is not None and k not in allowed):
        return "Illegal move '{} {}'.".format(k, value)
    score = board.score(k)
    board.cells[k] = value
    if board.solution() is None:
        return "The sudoku has no solution after move '{} {}').".format(k, value)
    return "The score is {} (valid move '{} {}').".format(score, k, value)


def _own_move(board: _Board, given: Dict[str, str]) -> str:
    """A move by chance, or by chance among those that score most."""
    triples = list(_numbers(given.get("--taboo", "")))
    taboo = {
        (triples[t] * board.size + triples[t + 1], triples[t + 2]) for t in range(0, len(triples) - len(triples) % 3, 3)
    }
    allowed = _allowed(given)
    cells = [k for k in range(len(board.cells)) if allowed is None or k in allowed]
    moves = [
        (k, value)
        for k in cells
        for value in range(1, board.size + 1)
        if (k, value) not in taboo and board.fits(k, value)
    ]
    if not moves:
        return "Error: could not find a legal move."
    if "--greedy" in given:
        best = max(board.score(k) for k, _ in moves)
        moves = [move for move in moves if board.score(move[0]) == best]
    return "Generated move ({},{}).".format(*random.choice(moves))
