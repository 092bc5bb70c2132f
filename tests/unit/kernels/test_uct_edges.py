"""Random games of Dots and Boxes and the tree above them follow the rules; the tree finds what wins."""

import random

import numpy as np
import pytest

from gridarena_games.dots.board import DotsBoard
from gridarena_games.dots.game import Dots
from gridarena_kernels import edges_playout as playing
from gridarena_kernels.boxes_exact import Boxes
from gridarena_kernels.jit import flat, zeros
from gridarena_kernels.uct_edges import EdgeUct, _beside, position

GOING = np.zeros(1, dtype=np.uint8)

pytestmark = pytest.mark.timeout(120)  # compiles


@pytest.mark.parametrize("turns", ["extra", "alternate"])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_random_game_is_a_game_by_the_rules(turns: str, seed: int) -> None:
    """The same edges drawn on the board: the same seat moves and scores the same; what scores most comes first."""
    board = Dots().start("3x4", {"turns": turns} if turns == "alternate" else {})
    assert isinstance(board, DotsBoard)
    state, beside = position(board), _beside(3, 4)
    rng, tried = flat((seed,)), zeros(len(board.edges) + 1)
    while board.free:
        assert (state[playing.MOVER], state[playing.FREE]) == (board.to_move, board.free)
        edge = int(playing.choose(state, beside, 12, rng, 0, tried, playing.ANY))
        most = max(board.completes(move) for move in board.legal_moves())
        assert board.completes(board.edges[edge]) == most
        board.push(board.edges[edge])
        playing.draw_edge(state, beside, 12, edge)
        assert state[playing.DIFFERENCE] == board.points[0] - board.points[1]
    assert state[playing.FREE] == 0


def test_the_edge_visited_most_keeps_a_win() -> None:
    """On 2x3 boxes with six edges left, wherever there is a win to keep."""
    boxes, rng, kept = Boxes(2, 3, remembered=10_007), random.Random(4), 0
    for _ in range(60):
        drawn = sum(1 << edge for edge in rng.sample(range(17), 11))
        text = "".join(str(drawn >> edge & 1) for edge in range(17))
        board = Dots().start(f"2x3 {text}", {})
        assert isinstance(board, DotsBoard)
        found = EdgeUct(board, c=1.0, k=3, seed=7, nodes=5_000).run(3_000, GOING)
        assert found is not None
        if boxes.value(drawn) > 0:
            move = board.edges[found.move]
            gained = board.push(move).points
            after = boxes.value(board.drawn)
            kept += 1
            assert (gained + after if gained else -after) > 0
    assert kept > 10


def test_a_search_goes_on_where_it_was_and_stops_when_told() -> None:
    """Simulations add up, in a full tree too; with the flag set there are none."""
    board = Dots().start("6x6", {})
    assert isinstance(board, DotsBoard)
    search = EdgeUct(board, c=1.5, k=5, seed=1, nodes=100)
    assert search.run(10, np.ones(1, dtype=np.uint8)) is None
    first, second = search.run(100, GOING), search.run(150, GOING)
    assert (first and first.games, second and second.games) == (100, 250)
