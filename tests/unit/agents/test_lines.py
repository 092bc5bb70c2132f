"""Agents that search say how they think the game goes on."""

from pathlib import Path

import pytest

from gridarena.agent import Agent
from gridarena.boards import start_board
from gridarena.resolve import find_agent, load_agent
from gridarena_agents.minimax import Minimax
from gridarena_agents.reports.minimax import ReportMinimax
from gridarena_games.dots.game import Dots
from gridarena_games.sudoku.board import ASSUMED, sudoku_board
from gridarena_games.sudoku.game import Sudoku
from gridarena_protocol.records import Clock
from support.turns import one_turn

UNTIMED = Clock("untimed")
GIFT = "2 2\n1 2 . .\n3 4 . .\n2 1 . .\n4 3 . ."


@pytest.mark.parametrize("mode", ["classic", "rows"])
@pytest.mark.parametrize("agent", [Minimax, ReportMinimax])
def test_a_line_begins_with_the_move_and_is_as_deep_as_the_search(
    agent: type[Minimax] | type[ReportMinimax], mode: str, tmp_path: Path
) -> None:
    """Each cell once, no more of them than the depth; where nothing was cut short it makes the value come true."""
    options = {"mode": mode}
    turn = one_turn(agent(seed=1, depth=3), GIFT, tmp_path, clock=UNTIMED, options=options)
    for offer in turn.offers[1:]:
        assert offer.thinking is not None
        cells = offer.thinking.line.split(" ")
        assert offer.move.startswith(cells[0])
        assert 1 <= len(set(cells)) == len(cells) <= (offer.thinking.depth or 0)
        if mode == "classic" and len(cells) == offer.thinking.depth:
            assert _worth(cells) == offer.thinking.value


def _worth(cells: list[str]) -> int:
    """Own minus other points of filling these cells in turn; points depend on the cells alone."""
    board = sudoku_board(Sudoku().start(GIFT, {}))
    worth, side = 0, 1
    for cell in cells:
        move = next(move for move in board.legal_moves() if str(move).startswith(cell))
        worth += side * board.push(move, ASSUMED).points
        side = -side
    return worth


def agent_at(name: str, **options: int) -> Agent:
    """An installed agent; searches until it is done."""
    return load_agent(find_agent(name))(**options)


@pytest.mark.parametrize("name", ["champion", "mcts", "skip", "report-mcts", "report-mcts2", "report-even"])
@pytest.mark.parametrize("board", ["empty-2x2", "empty-2x3", "half"])
def test_every_agent_that_thinks_says_what_it_expects(name: str, board: str, tmp_path: Path) -> None:
    """Depth, value and a line of different cells that begins with the move."""
    half = "2 3\n1 2 3 4 5 6\n4 5 6 1 2 3\n2 3 1 . . .\n. . . . . .\n. . . . . .\n. . . . . ."
    setup = half if board == "half" else start_board("sudoku", board, {}).setup
    turn = one_turn(agent_at(name, nodes=300), setup, tmp_path, clock=UNTIMED)
    last = turn.offers[-1]
    assert last.thinking is not None
    assert last.thinking.depth is not None
    assert last.thinking.value is not None
    cells = last.thinking.line.split(" ")
    assert last.move.startswith(cells[0])
    assert len(set(cells)) == len(cells)


@pytest.mark.parametrize("name", ["alphabeta", "mcts", "boxmaster"])
@pytest.mark.parametrize("board", ["1x2", "1x4"])
def test_dots_lines_are_edges_that_can_be_drawn(name: str, board: str, tmp_path: Path) -> None:
    """To the end of a small board."""
    turn = one_turn(agent_at(name), board, tmp_path, clock=UNTIMED, game="dots")
    last = turn.offers[-1].thinking
    assert last is not None
    position = Dots().start(board, {})
    edges = last.line.split(" ")
    assert edges[0] == turn.offers[-1].move
    for edge in edges:
        position.push(Dots().move(edge))
