"""How the champion steers for the better parity long before the end: points, and what the other will find.

The law of parity (see `gridarena_agents.bombs`) says who is ahead; the search over cells says what it costs to be.
"""

import random
from collections.abc import Iterator

import gridarena
from gridarena_agents.bombs import Bombs, CountedBombs
from gridarena_agents.view import View, line_ahead, line_of, propose_cell
from gridarena_games.sudoku.board import SudokuBoard
from gridarena_games.sudoku.rules import Placement
from gridarena_kernels.jit import flag
from gridarena_kernels.lookahead import Glance, Lookahead
from gridarena_kernels.ways import Ways

STEERED = 36
"""Empty cells from which parity counts beside points. Earlier it changes hands too often to be paid for: steered from
60 on, half of the games against `skip` were lost that are won otherwise."""
PARITY = 6.0
"""Points it is worth then; what it brings in the end is more, but it may still change hands."""
GLANCE = 2
"""Moves that are looked ahead before the bombs are counted, which takes 100 ms on a large board."""

Traps = dict[int, tuple[float, Placement]]
"""By cell a fill and how likely it is that the reply hands parity over."""

Steered = tuple[int, Placement, float]
"""A cell, the fill of it, and what the cell is worth to the search."""


def nodes_left(limit: int, used: int) -> int:
    """Nodes that are left of a turn's; 0 where they are not counted."""
    return limit and max(1, limit - used)


class Steering:
    """Of one match: it remembers whether the other answers bombs."""

    def __init__(self, rng: random.Random) -> None:
        """Before the first turn."""
        self._rng = rng
        self._baited: int | None = None
        """Empty cells at which a bomb was offered that only an agent that looks for bombs answers with one."""
        self._answers_bombs = False
        """The other has answered such a bomb."""

    def play(self, turn: gridarena.Turn, view: View, board: SudokuBoard, nodes: int) -> None:
        """Proposes better and better moves, with at most so many nodes, 0 = no limit; looking for traps takes none."""
        search, used = Lookahead(board, self._rng), 0
        for found in search.deepen(flag(turn.stop), nodes=nodes):
            propose_cell(turn, view, found)
            used = found.nodes
            if found.depth == GLANCE:
                break
        known = Ways.of(board)
        bombs = Bombs(board, view.soundness, lambda: turn.closed) if known is None else CountedBombs(known)
        listed = bombs.all()
        if listed is None:
            return
        even = board.empties % 2 == 0
        lost = even and len(listed) % 2 == 0
        self._answers_bombs = self._answers_bombs or self._baited == board.empties
        self._baited = None
        bomb = self._rng.choice(listed) if listed and even and not (lost and self._answers_bombs) else None
        traps: Traps = {}
        for found in search.deepen(
            flag(turn.stop),
            passes=int(bomb is not None),
            nodes=nodes_left(nodes, used),
            bonus=PARITY / 2 if lost else PARITY,
            margin=PARITY if lost or not even else None,
        ):
            self._baited = board.empties if lost and found.cell is None else None
            if found.cell is None:
                propose_cell(turn, view, found, bomb)
            elif not even:
                self._propose(turn, view, found, self._lawful(found, bombs))
            else:
                self._propose(turn, view, found, self._trap(found, traps))
                if known is not None and lost and not traps and found.depth >= GLANCE:
                    for traps in self._traps(turn, known):
                        self._propose(turn, view, found, self._trap(found, traps))

    def _propose(self, turn: gridarena.Turn, view: View, found: Glance, steered: Steered | None) -> None:
        """Proposes what was steered for, or else what the search found."""
        if steered is None:
            propose_cell(turn, view, found)
            return
        cell, fill, worth = steered
        line = line_ahead(view, found) if cell == found.cell else line_of((fill,))
        turn.propose(fill, depth=found.depth, nodes=found.nodes, value=worth, line=line)

    def _lawful(self, found: Glance, bombs: Bombs | CountedBombs) -> Steered | None:
        """The best fill that leaves an even number of bombs."""
        near = ((cell, bombs.lawful(cell), worth) for cell, worth in found.near if cell is not None)
        return next(((cell, fill, worth) for cell, fill, worth in near if fill is not None), None)

    def _trap(self, found: Glance, traps: Traps) -> Steered | None:
        """The best fill where its chance to bring parity back counts beside its points."""
        near = [(worth + PARITY * traps[cell][0], worth, cell) for cell, worth in found.near if cell in traps]
        if not near:
            return None
        _, worth, cell = max(near)
        return cell, traps[cell][1], worth

    def _traps(self, turn: gridarena.Turn, known: Ways) -> Iterator[Traps]:
        """The best fill of each cell looked at so far, whenever it got a better one, and once more in the end."""
        found: Traps = {}
        fills = list(known.fills)
        self._rng.shuffle(fills)
        best = 0.0
        for fill in fills:
            chance = known.trap(fill, flag(turn.stop))
            if chance is None:
                return
            cell = known.cells[fill]
            if cell not in found or chance > found[cell][0]:
                found[cell] = chance, known.moves[fill]
            if chance > best:
                best = chance
                yield found
        yield found
