"""What each named agent does in one turn."""

from pathlib import Path

import pytest

from gridarena.errors import UnusableFileError
from gridarena_agents.greedy import Greedy
from gridarena_agents.mcts import Mcts
from gridarena_agents.minimax import Minimax
from gridarena_agents.random_agent import Random
from gridarena_agents.skip import Skip
from gridarena_games.sudoku.game import Sudoku
from gridarena_kernels.oracle import SudokuOracle
from gridarena_lab.contest import entrants
from gridarena_protocol.records import Clock
from support.turns import one_turn

UNTIMED = Clock("untimed")
ALMOST = "2 2\n1 2 3 .\n3 4 1 2\n2 1 . .\n. . . ."
"""Cell (0,3) completes row and block; nothing else completes two regions."""
GIFT = "2 2\n1 2 . .\n3 4 . .\n2 1 . .\n4 3 . ."
"""Eight cells are left, two in each row: whoever fills the first cell of a row gives the second away."""
TRAPPED = "2 2\n1 . . .\n. . 2 .\n. . . .\n. . . ."
"""An even number of empty cells, and bombs."""


def test_random_reaches_every_legal_move(tmp_path: Path) -> None:
    """One proposal a turn, and with enough seeds each legal move is one of them."""
    setup = "2 2\n1 2 3 4\n3 4 . .\n2 . . .\n. . . ."
    turns = [one_turn(Random(seed=seed), setup, tmp_path) for seed in range(200)]
    assert {len(turn.offers) for turn in turns} == {1}
    board = Sudoku().start(setup, {})
    assert {turn.moves[0] for turn in turns} == {str(move) for move in board.legal_moves()}


def test_greedy_takes_the_most_points(tmp_path: Path) -> None:
    """Its last word scores most, whatever the seed."""
    for seed in range(5):
        turn = one_turn(Greedy(seed=seed), ALMOST, tmp_path)
        assert turn.moves[-1] == "(0,3) -> 4"
        assert turn.offers[-1].thinking is not None
        assert turn.offers[-1].thinking.value == 3


def test_greedy_breaks_ties_at_random(tmp_path: Path) -> None:
    """On an empty board many a cell comes up."""
    setup = "2 2\n" + ". " * 16
    cells = {one_turn(Greedy(seed=seed), setup, tmp_path).moves[-1].partition(" ")[0] for seed in range(40)}
    assert len(cells) > 8


def test_equal_seeds_say_the_same(tmp_path: Path) -> None:
    """Proposals, depths and nodes are a matter of the seed alone."""
    for agent in (Random, Greedy, Minimax, Skip, Mcts):
        one, other = (one_turn(agent(seed=3), GIFT, tmp_path, clock=UNTIMED) for _ in range(2))
        assert one.offers == other.offers


def test_minimax_says_how_deep_it_looked(tmp_path: Path) -> None:
    """One proposal at once, then one for each depth, to the end of the game where nothing stops it."""
    turn = one_turn(Minimax(seed=1), GIFT, tmp_path)
    assert turn.offers[0].thinking is None
    depths = [offer.thinking.depth for offer in turn.offers[1:] if offer.thinking is not None]
    assert depths == list(range(1, 9))


@pytest.mark.parametrize("clock", [UNTIMED, Clock("hidden", 1000)])
def test_depth_and_nodes_bound_minimax(clock: Clock, tmp_path: Path) -> None:
    """Either ends the turn, with a clock or without."""
    empty = "3 3\n" + ". " * 81
    assert len(one_turn(Minimax(depth=2, seed=1), empty, tmp_path, clock=clock).offers) == 3
    turn = one_turn(Minimax(nodes=300, seed=1), empty, tmp_path, clock=clock)
    assert all(offer.thinking is None or (offer.thinking.nodes or 0) < 300 for offer in turn.offers)


def test_an_untimed_minimax_comes_back_by_itself(tmp_path: Path) -> None:
    """Nobody would end its turn."""
    assert one_turn(Minimax(seed=1), "3 3\n" + ". " * 81, tmp_path, clock=UNTIMED).offers


def test_skip_takes_a_bomb_that_is_there(tmp_path: Path) -> None:
    """At an even number its last word is a move that the oracle condemns."""
    board = Sudoku().start(TRAPPED, {})
    for seed in range(5):
        last = one_turn(Skip(seed=seed, nodes=200), TRAPPED, tmp_path).moves[-1]
        assert not SudokuOracle(board).answer(board.question(Sudoku().move(last))).accepted


def test_skip_fills_at_odd_numbers(tmp_path: Path) -> None:
    """The same board with one cell more filled has bombs still, and none is taken."""
    setup = TRAPPED.replace("1 . . .", "1 2 . .")
    board = Sudoku().start(setup, {})
    oracle = SudokuOracle(board)
    assert any(not oracle.answer(board.question(move)).accepted for move in board.legal_moves())
    for seed in range(5):
        last = one_turn(Skip(seed=seed, nodes=200), setup, tmp_path).moves[-1]
        assert oracle.answer(board.question(Sudoku().move(last))).accepted


def test_skip_without_looks_plays_on(tmp_path: Path) -> None:
    """Where no bomb is found it fills."""
    board = Sudoku().start(TRAPPED, {})
    last = one_turn(Skip(looks=0, seed=1, nodes=200), TRAPPED, tmp_path).moves[-1]
    assert SudokuOracle(board).answer(board.question(Sudoku().move(last))).accepted


def test_mcts_says_how_many_games_it_played(tmp_path: Path) -> None:
    """One proposal at once, then one for every change of mind and one at the end, with depth and chance."""
    turn = one_turn(Mcts(seed=1, nodes=600), GIFT, tmp_path, clock=UNTIMED)
    assert turn.offers[0].thinking is None
    last = turn.offers[-1].thinking
    assert last is not None
    assert last.nodes == 600
    assert last.depth is not None
    assert 1 <= last.depth <= 8
    assert last.value is not None
    assert 0 <= last.value <= 1


def test_mcts_takes_what_wins(tmp_path: Path) -> None:
    """Three points, and nothing for the rival."""
    for seed in range(3):
        assert one_turn(Mcts(seed=seed, nodes=2000, c=1.0), ALMOST, tmp_path).moves[-1] == "(0,3) -> 4"


def test_mcts_plays_nothing_out_where_there_is_no_choice(tmp_path: Path) -> None:
    """The last cell is proposed, and the turn is over with a clock too."""
    turn = one_turn(Mcts(seed=1), "2 2\n1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 .", tmp_path)
    assert set(turn.moves) == {"(3,3) -> 1"}


def test_mcts_refuses_what_it_cannot_search_with() -> None:
    """In one line."""
    for wrong in ({"c": -1.0}, {"k": 0}, {"nodes": 0}):
        with pytest.raises(ValueError, match="expected c from 0, k and nodes from 1"):
            Mcts(**wrong)  # type: ignore[arg-type]


def test_options_are_those_of_the_class() -> None:
    """An address may set them; one that does not exist is named with those that do."""
    assert isinstance(entrants("skip?looks=9&depth=2&nodes=50&seed=1", "random")[0].make(), Skip)
    with pytest.raises(UnusableFileError, match="it knows: depth, nodes, seed"):
        entrants("minimax?deep=2", "random")[0].make()
