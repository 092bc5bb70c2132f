"""The NEAT agent: networks as JSON, what they are told of actions, and how those that are shipped play."""

import json
import random
from pathlib import Path

import numpy as np
import pytest

from gridarena_agents.reports.actions import Field
from gridarena_agents.reports.neat import KINDS, TRAINED, ReportNeat
from gridarena_agents.reports.network import Network, Node, from_file, read, shipped, write
from gridarena_games.base import Answer
from gridarena_games.sudoku.board import sudoku_board
from gridarena_games.sudoku.game import Sudoku
from gridarena_kernels.completions import completions
from gridarena_lab.analysts.sudoku_reasons import CONDEMNED, bombs_of
from gridarena_lab.neat import cells, play
from gridarena_protocol.records import Clock
from support.turns import one_turn

pytestmark = pytest.mark.timeout(120)  # the first question to the solver may have to compile it

SMALL = Network("actions", 2, (Node(0.5, (0, 1), (1.0, -2.0)), Node(0.0, (2,), (3.0,))), (3,))
TRAPPED = "2 2\n1 2 . .\n. . 2 .\n. . . .\n. . . ."


def test_a_network_is_the_same_after_it_was_written() -> None:
    """And computes what its nodes say."""
    again = read(write(SMALL, {"seed": 1}), "here")
    assert again == SMALL
    inputs = np.array([[1.0, 0.25], [0.0, 1.0]])
    hidden = np.tanh(0.5 + inputs[:, 0] - 2 * inputs[:, 1])
    assert np.allclose(again.run(inputs)[:, 0], np.tanh(3 * hidden))


@pytest.mark.parametrize(
    "change",
    [
        {"format": 2},
        {"kind": "pickle"},
        {"outputs": []},
        {"outputs": [9]},
        {"nodes": [{"bias": 0, "sources": [2], "weights": [1]}]},
        {"nodes": [{"bias": 0, "sources": [0], "weights": []}]},
        {"nodes": 3},
    ],
)
def test_what_is_no_network_is_refused_in_one_line(change: dict[str, object], tmp_path: Path) -> None:
    """With the file's name; whoever types it as an option reads the same."""
    file = tmp_path / "net.json"
    file.write_text(json.dumps({**json.loads(write(SMALL, {})), **change}), encoding="utf-8")
    with pytest.raises(ValueError, match=r"net\.json"):
        from_file(file)
    with pytest.raises(ValueError, match="expected a network"):
        ReportNeat(network=str(file))


def test_a_field_counts_bombs_as_the_oracle_does() -> None:
    """Fills, bombs, points, and how many bombs are left after each action, along a game."""
    board = sudoku_board(Sudoku().start(TRAPPED, {}))
    rng = random.Random(1)
    while board.empties:
        field = Field.of(board, completions(2, 2, list(board.cells), 288))
        bombs = bombs_of(board)
        assert {field.placement(int(pair)) for pair in np.flatnonzero(field.bombs)} == set(bombs)
        pairs = np.flatnonzero(field.standing)
        told = field.features(pairs)
        for pair, row in zip(pairs, told, strict=True):
            move = field.placement(int(pair))
            applied = board.push(move, CONDEMNED if move in bombs else Answer(True, "search"))
            odd = len(bombs_of(board)) % 2 == 1
            assert (row[0] * 7, row[3] > 0, row[4] > 0) == (applied.points, board.empties % 2 == 1, odd)
            board.pop()
        chosen = int(rng.choice(pairs.tolist()))
        after, move = field.after(chosen), field.placement(chosen)
        board.push(move, CONDEMNED if move in bombs else Answer(True, "search"))
        assert after.empties == board.empties
        assert {after.placement(int(pair)) for pair in np.flatnonzero(after.standing)} == set(board.legal_moves())


@pytest.mark.parametrize("size", TRAINED)
def test_the_networks_of_cells_passed_phase_one(size: str) -> None:
    """Every cell of a thousand fresh boards, on its side of the margin."""
    network = shipped(f"cells-{size}")
    assert network.inputs == len(network.outputs)
    assert cells.share_right(network, 2026) == 1


@pytest.mark.parametrize("size", TRAINED)
def test_the_networks_of_actions_have_learnt_to_play(size: str) -> None:
    """In the true game, from random openings with both seats."""
    for rival, (won, _) in play.scores(shipped(f"actions-{size}"), size, 20, "test").items():
        assert won >= 0.75, rival


@pytest.mark.parametrize("kind", KINDS)
def test_each_network_says_what_it_thinks(kind: str, tmp_path: Path) -> None:
    """A legal move at once, then the network's, with its value."""
    turn = one_turn(ReportNeat(network=kind, seed=1), TRAPPED, tmp_path, clock=Clock("untimed"))
    assert turn.offers[0].thinking is None
    last = turn.offers[-1].thinking
    assert last is not None
    assert last.value is not None
    assert last.nodes is not None


def test_shipped_networks_say_how_they_were_trained() -> None:
    """The very command, seed included."""
    folder = Path(str(play.__file__)).parents[2] / "gridarena_agents" / "reports" / "networks"
    files = sorted(folder.glob("*.json"))
    assert [file.stem for file in files] == sorted(f"{kind}-{size}" for kind in KINDS for size in TRAINED)
    for file in files:
        command = json.loads(file.read_text(encoding="utf-8"))["trained"]["command"]
        assert command.startswith(f"gridarena lab train-neat {file.stem[-3:]} ")
        assert "--seed" in command
