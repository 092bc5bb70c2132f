"""Report 2's NEAT agent, with what its authors wanted: a network that has learnt to play.

Their idea was one network per board size with an output for each cell, trained in two phases; phase 1 (know the empty
cells from the filled ones) was never passed, because a sigmoid cannot say -0.1. With tanh it is: ``network=cells``
plays the empty cell with the largest output. What plays better is one small network that is shared by all actions: it
is told eight numbers about the position an action leaves (see :mod:`gridarena_agents.reports.actions`) and says how
good that is. This is the default.

`gridarena lab train-neat` trained both kinds for 2x2 and for 2x3; how is written in each file. Boards of other sizes
are played by the 2x3 network of actions, to which the size does not matter.
"""

import random
from pathlib import Path

import numpy as np

import gridarena
from gridarena_agents.regions import cells_in
from gridarena_agents.reports.actions import FEATURES, Field
from gridarena_agents.reports.network import Network, from_file, shipped
from gridarena_agents.view import View
from gridarena_games.sudoku.board import SudokuBoard, sudoku_board
from gridarena_kernels.completions import completions
from gridarena_kernels.solver import warm

MOST_WAYS = 1024
"""With more ways to fill the grid its bombs are not counted."""
MOST_CELLS = 44
"""Empty cells from which so few ways are at all likely."""
TRAINED = ("2x2", "2x3")
KINDS = ("actions", "cells")


class ReportNeat(gridarena.Agent):
    """Plays what its network likes best."""

    games = ("sudoku",)

    def __init__(self, *, network: str = "actions", seed: int | None = None) -> None:
        """Sits down.

        Args:
            network: ``actions``, ``cells`` (2x2 and 2x3 only), or a file of your own from `gridarena lab train-neat`.
            seed: Of ties and values; None draws anew.

        Raises:
            ValueError: the file holds no network.
        """
        self._rng = random.Random(seed)
        self._kind = network
        self._own = None if network in KINDS else from_file(Path(network))
        self._known = {f"{kind}-{size}": shipped(f"{kind}-{size}") for kind in KINDS for size in TRAINED}

    def warm_up(self) -> None:
        """Compiles the kernels."""
        warm()
        completions(2, 2, [0] * 16, MOST_WAYS)

    def play(self, turn: gridarena.Turn) -> None:
        """Proposes a legal move at once, then the network's."""
        board = sudoku_board(turn.board)
        view = View(board, self._rng, lambda: turn.closed)
        turn.propose(view.any_move())
        network = self._network(board)
        if network.kind == "cells":
            self._by_cells(turn, view, board, network)
        else:
            self._by_actions(turn, view, board, network)

    def _network(self, board: SudokuBoard) -> Network:
        """The network for this board; one of cells that is for another size gives way to actions."""
        size = f"{board.m}x{board.n}"
        network = self._own or self._known.get(f"{self._kind}-{size}") or self._known["actions-2x3"]
        fits = network.inputs == (len(board.cells) if network.kind == "cells" else FEATURES)
        return network if fits else self._known["actions-2x3"]

    def _by_cells(self, turn: gridarena.Turn, view: View, board: SudokuBoard, network: Network) -> None:
        outputs = network.run(np.array([[float(value != 0) for value in board.cells]]))[0]
        cells = sorted(cells_in(view.squares), key=lambda cell: -outputs[cell.bit_length() - 1])
        move = view.sound_move(cells[0])
        if move is not None:
            turn.propose(move, depth=1, nodes=1, value=float(outputs[cells[0].bit_length() - 1]))

    def _by_actions(self, turn: gridarena.Turn, view: View, board: SudokuBoard, network: Network) -> None:
        ways = None
        if board.empties <= MOST_CELLS:
            ways = completions(board.m, board.n, list(board.cells), MOST_WAYS)
        field = Field.of(board, ways)
        pairs = np.flatnonzero(field.standing)
        pairs = pairs[[bool(view.squares >> int(pair) // board.N & 1) for pair in pairs]]
        worth = network.run(field.features(pairs))[:, 0]
        best = worth.max()
        chosen = self._rng.choice([int(pair) for pair in pairs[worth == best]])
        move = field.placement(chosen)
        sound = move if ways is not None else view.sound_move(1 << chosen // board.N)
        if sound is not None and not turn.closed:
            turn.propose(sound, depth=1, nodes=len(pairs), value=float(best))
