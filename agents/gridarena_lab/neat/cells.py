"""Phase 1 of report 2: a network that tells empty cells from filled ones, by learning.

Each output has to be at least 0.1 where the cell is empty and at most -0.1 where it is filled, on empty boards, on full
ones, and on boards filled to a third and to two thirds. The network is told 1 for a filled cell and 0 for an empty one.
"""

import random
from collections.abc import Sequence

import numpy as np

from gridarena_agents.reports.network import Floats, Network
from gridarena_lab.neat.evolution import Settings

MARGIN = 0.1
SHARES = (0.0, 1 / 3, 2 / 3, 1.0)
"""How much of a board is filled."""
BOARDS = 6
"""Boards of each share that a generation is judged by."""
PROOF = 250
"""Boards of each share that a network must be right on, cell by cell, to have passed."""


def settings(cells: int, population: int) -> Settings:
    """One species, and few genes changed at a time: what is right already must survive.

    Nothing is dropped: a link that the first good genome happened to lose would be lost to all, and a cell without its
    link is never right.
    """
    return Settings(
        inputs=cells, outputs=cells, population=population, links="unconnected", mutate=1 / cells, replace=0.3 / cells,
        power=1, limit=3, toggle=0, add_link=0.02, drop_link=0, add_node=0.005, drop_node=0, species=1000,
        survive=0.2,
    )  # fmt: skip


def boards(cells: int, each: int, seed: str) -> Floats:
    """So many boards of each share, a row each."""
    rng = random.Random(seed)
    rows = np.zeros((each * len(SHARES), cells))
    for row, share in zip(rows, SHARES * each, strict=True):
        row[rng.sample(range(cells), round(share * cells))] = 1
    return rows


def marks(cells: int, seed: int, generation: int, networks: Sequence[Network]) -> list[float]:
    """Mean over cells of how far each is on the way to its side of the margin; 1 only where all are right."""
    rows = boards(cells, BOARDS, f"{seed}/{generation}")
    return [float(np.clip((_side(network, rows) + 1) / (1 + MARGIN), 0, 1).mean()) for network in networks]


def share_right(network: Network, seed: int) -> float:
    """On fresh boards: the share of cells with the right output; 1 is a pass."""
    return float((_side(network, boards(network.inputs, PROOF, f"{seed}/proof")) >= MARGIN).mean())


def _side(network: Network, rows: Floats) -> Floats:
    """Each output, turned so that more is better."""
    return network.run(rows) * (1 - 2 * rows)
