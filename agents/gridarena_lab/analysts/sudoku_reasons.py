"""Why one move of Competitive Sudoku is worse than another: bombs, parity, points, ground.

The law of parity, which holds in nearly every 2x2 position and in the ends of larger ones: with an odd number of empty
cells fill; with an even number of cells and an odd number of bombs use a bomb; who has to move with both even has lost.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from gridarena_games.base import Answer
from gridarena_games.sudoku.board import ASSUMED, SudokuBoard
from gridarena_games.sudoku.rules import Placement
from gridarena_kernels.solver import solve
from gridarena_lab.analysts import Reason

CONDEMNED = Answer(accepted=False, reason="assumed")


Sight = Literal["exact", "law", "points"]
"""How values are known: solved; searched, with the law of parity at the horizon; searched for points alone."""


class Choice(NamedTuple):
    """A move, and whether the oracle lets it stand."""

    move: Placement
    kind: Literal["fill", "bomb"]

    def __str__(self) -> str:
        return f"{self.move} (a bomb)" if self.kind == "bomb" else str(self.move)


@dataclass(frozen=True, slots=True)
class _After:
    """What the other finds after a move."""

    points: int
    """What the move scored."""
    given: int
    """The most that the other can score at once."""
    regions: tuple[str, ...]
    """With what."""
    cells: int
    bombs: int
    mine: int
    """Empty cells that only the seat that moved may fill."""
    theirs: int

    @property
    def balance(self) -> int:
        return self.points - self.given


def bombs_of(board: SudokuBoard) -> tuple[Placement, ...]:
    """The bombs of the seat to move: legal moves after which the grid cannot be filled.

    Each solution that is found vouches for its value in every cell, which spares most of the questions.
    """
    sound = [0] * len(board.cells)
    bombs = []
    for move in board.legal_moves():
        cell = board.cell_of(move)
        if sound[cell] >> move.value & 1:
            continue
        grid = bytearray(board.cells)
        grid[cell] = move.value
        solved = solve(board.m, board.n, grid, "quick")
        for place, value in enumerate(solved.solution or ()):
            sound[place] |= 1 << value
        if solved.solvable is False:
            bombs.append(move)
    return tuple(bombs)


def reasons_for(
    board: SudokuBoard, made: Choice, better: Choice, worths: tuple[float, float], sight: Sight
) -> tuple[Reason, ...]:
    """Why the move made was worse, the weightiest reason first; never none.

    Args:
        board: The position.
        made: What was played there.
        better: What should have been.
        worths: The worth of the better move, and of the one made.
        sight: How they are known.
    """
    best, value = worths
    here, there = _after(board, made), _after(board, better)
    points = list(_points(here, there, better))
    tempo = list(_tempo(board, made, better, here, there, sight))
    ground = list(_ground(board, here, there, better))
    cost = best - value
    explained = 2 * (there.balance - here.balance) >= cost
    deeper = [] if explained or tempo or ground else [_later(better, cost, sight, best > 0 > value)]
    if explained and made.kind == better.kind:
        return (*points, *tempo, *ground)
    return (*tempo, *ground, *deeper, *points)


def _later(better: Choice, cost: float, sight: Sight, turns: bool) -> Reason:
    """What only a search sees; ``turns``: the move turned a good outlook into a bad one."""
    if sight == "law" and turns:
        return Reason("parity", f"some moves on, what is left favours the other; {better} turns that round")
    return Reason("later", f"most of the {cost:g} is lost further on only; {better} keeps it")


def _after(board: SudokuBoard, choice: Choice) -> _After:
    mover = board.to_move
    applied = board.push(choice.move, ASSUMED if choice.kind == "fill" else CONDEMNED)
    given, regions = _best_reply(board)
    mine, theirs = board.reach(mover), board.reach(board.to_move)
    bombs = len(bombs_of(board))
    board.pop()
    only_mine, only_theirs = (mine & ~theirs).bit_count(), (theirs & ~mine).bit_count()
    cells = board.empties - (choice.kind == "fill")
    return _After(applied.points, given, regions, cells, bombs, only_mine, only_theirs)


def _best_reply(board: SudokuBoard) -> tuple[int, tuple[str, ...]]:
    """The most the seat to move can score at once, and the regions it completes."""
    best = max(board.legal_moves(), key=board.completes, default=None)
    if best is None or not board.completes(best):
        return 0, ()
    applied = board.push(best, ASSUMED)
    board.pop()
    return applied.points, applied.regions


def _tempo(
    board: SudokuBoard, made: Choice, better: Choice, here: _After, there: _After, sight: Sight
) -> Iterator[Reason]:
    cells, lawful = board.empties, board.mode == "classic" and sight != "points"
    if made.kind == "fill" and better.kind == "bomb":
        bombs = len(bombs_of(board))
        if lawful and cells % 2 == 0 and bombs % 2 == 1:
            law = f"with {cells} empty cells, an even number, and {_count(bombs)}, an odd one, a bomb is right"
            yield Reason("bomb missed", f"{law}; {better} was there")
        else:
            yield Reason("bomb missed", f"{better} would have passed the turn; every fill is worse")
    elif made.kind == "bomb" and better.kind == "fill":
        if lawful and cells % 2 == 1:
            yield Reason(
                "parity",
                f"a bomb with {cells} empty cells, an odd number, leaves the odd number to the other; fill: {better}",
            )
        else:
            yield Reason("bomb wasted", f"the bomb is used up and bought nothing; {better} was better")
    elif made.kind == "fill" and lawful and cells % 2 == 1 and here.bombs % 2 == 1 and there.bombs % 2 == 0:
        yield Reason(
            "parity",
            f"leaves {here.cells} cells and {_count(here.bombs)}, an odd number, so that the other can pass; "
            f"{better} leaves {_count(there.bombs)}",
        )


def _points(here: _After, there: _After, better: Choice) -> Iterator[Reason]:
    if here.balance >= there.balance:
        return
    if here.given > there.given:
        yield Reason(
            "points given away",
            f"lets the other complete {' and '.join(here.regions)} for {here.given} at once; after {better} it gets "
            f"{there.given or 'nothing'}",
        )
    if here.points < there.points:
        yield Reason("points left", f"scores {here.points or 'nothing'}; {better} scores {there.points}")


def _ground(board: SudokuBoard, here: _After, there: _After, better: Choice) -> Iterator[Reason]:
    if board.mode != "classic" and there.mine - there.theirs > here.mine - here.theirs:
        yield Reason(
            "ground",
            f"leaves {here.mine} cells to its own seat alone and {here.theirs} to the other alone; "
            f"{better} leaves {there.mine} and {there.theirs}",
        )


def _count(bombs: int) -> str:
    return f"{bombs or 'no'} bomb{'s' * (bombs != 1)}"
