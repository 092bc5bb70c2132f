"""What a match's moves cost: planted blunders are found, and for the right reason."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from gridarena_games.base import Answer, Board, Move
from gridarena_games.errors import UnknownGameError
from gridarena_games.sudoku.board import SudokuBoard, sudoku_board
from gridarena_games.sudoku.game import Sudoku
from gridarena_games.sudoku.rules import Placement
from gridarena_kernels.tablebase import book_2x2
from gridarena_lab import analysts
from gridarena_lab.analysis import Analysis, Scored, analyse
from gridarena_lab.analysts import Judgement
from gridarena_lab.analysts.sudoku_reasons import CONDEMNED, bombs_of
from gridarena_protocol.records import Record
from support.matches import HEADER, RECORD, played
from support.shared import shared

pytestmark = pytest.mark.timeout(120)  # the first match on a larger board may have to compile kernels


def _vectors(wanted: Callable[[dict[str, Any]], bool]) -> list[dict[str, Any]]:
    entries = json.loads(shared("vectors/sudoku_vectors.json").read_text(encoding="utf-8"))["positions"]
    small = [entry for entry in entries if entry["m"] * entry["n"] == 4 and not entry["taboo"]]
    return [entry for entry in small if wanted(entry)]


def _rest(board: SudokuBoard) -> list[str]:
    """Fills to the end, each the best there is."""
    moves = []
    while board.empties:
        fills = [rated for rated in book_2x2().rate(board).moves if rated.kind == "fill"]
        moves.append(str(fills[0].move))
        board.push(fills[0].move, Answer(True, "search"))
    return moves


def _planted(setup: str, first: Placement, *, bomb: bool = False) -> Analysis:
    """A match from a position whose first move is chosen, judged."""
    board = sudoku_board(Sudoku().start(setup, {}))
    board.push(first, CONDEMNED if bomb else Answer(True, "search"))
    return analyse(played(str(first), *_rest(board), header=replace(HEADER, setup=setup), judged=True))


def _kinds(scored: Scored) -> list[str]:
    return [reason.kind for reason in scored.reasons]


def test_a_win_thrown_away_by_a_fill_is_a_bomb_missed() -> None:
    """Even cells and odd bombs: positions of the vectors that only a bomb wins, and the fill that costs most."""
    entries = _vectors(lambda one: one["value_mover"] > 0 and {kind for *_, kind in one["optimal_moves"]} == {"bomb"})
    assert len(entries) >= 3
    for entry in entries[:3]:
        rated = book_2x2().rate(sudoku_board(Sudoku().start(entry["board"], {})))
        worst = min((move for move in rated.moves if move.kind == "fill"), key=lambda move: move.value)
        analysis = _planted(entry["board"], worst.move)
        blunder = analysis.costliest(0)[0]
        assert (blunder.turn, blunder.cost) == (1, entry["value_mover"] - worst.value)
        assert (blunder.ahead_before, blunder.ahead_after) == (entry["value_mover"], worst.value)
        assert (blunder.threw_away, blunder.exact) == ("a win", True)
        assert _kinds(blunder)[0] == "bomb missed"
        assert set(blunder.better) == {str(Placement(*move[:3])) for move in entry["optimal_moves"]}


def test_a_bomb_at_an_odd_number_of_cells_is_against_parity() -> None:
    """The pass hands the odd number over."""
    entries = _vectors(lambda one: one["value_mover"] > 0 and one["empties"] % 2 == 1 and one["unused_bombs"] > 0)
    assert len(entries) >= 3
    for entry in entries[:3]:
        board = sudoku_board(Sudoku().start(entry["board"], {}))
        blunder = next(_planted(entry["board"], bombs_of(board)[0], bomb=True).of(0))
        assert _kinds(blunder)[0] == "parity"
        assert "odd" in blunder.reasons[0].text


def test_a_fill_that_leaves_an_odd_number_of_bombs_is_against_parity() -> None:
    """Where another fill leaves an even one."""
    setup = _vectors(lambda one: one["id"] == "cs002")[0]["board"]
    blunder = next(_planted(setup, Placement(1, 2, 1)).of(0))
    assert (blunder.best, blunder.value, blunder.threw_away) == (10, -5, "a win")
    assert _kinds(blunder)[0] == "parity"
    assert "1 bomb, an odd number" in blunder.reasons[0].text


def test_points_given_away_are_named_with_their_regions() -> None:
    """Three empty cells: the wrong one lets the other complete two regions at once."""
    setup = _vectors(lambda one: one["id"] == "cs032")[0]["board"]
    blunder = next(_planted(setup, Placement(3, 3, 3)).of(0))
    assert blunder.cost == 8
    assert _kinds(blunder)[0] == "points given away"
    assert "block" in blunder.reasons[0].text


def test_best_moves_cost_nothing() -> None:
    """Any of several equal ones."""
    analysis = analyse(RECORD)
    assert [scored.cost for scored in analysis.moves] == [0, 0, 0, 0]
    assert analysis.costliest(0) == analysis.costliest(1) == ()
    assert [scored.ahead_after for scored in analysis.moves[-2:]] == [-8, 8]


def test_a_larger_board_is_judged_the_same_every_time() -> None:
    """By nodes, never by time; late moves exactly, early ones to a depth."""
    setup = "2 3\n" + "\n".join(
        ("1 . 3 4 . 6", ". 5 . 1 . 3", "2 . 1 5 6 .", "5 6 . 2 . 1", ". 1 2 . 4 5", "6 . 5 3 1 .")
    )
    board = sudoku_board(Sudoku().start(setup, {}))
    moves: list[str] = []
    while board.empties:
        bombs = bombs_of(board)
        move = next(move for move in board.legal_moves() if move not in bombs)
        moves.append(str(move))
        board.push(move, Answer(True, "search"))
    record = played(*moves, header=replace(HEADER, setup=setup))
    analysis = analyse(record, 10_000)
    assert analysis == analyse(record, 10_000)
    assert analysis.moves[-1].exact
    assert all(scored.reasons and scored.better for scored in analysis.moves if scored.cost)


@pytest.mark.parametrize("options", [{"mode": "rows"}, {"mode": "border"}, {"mode": "random", "seed": "2"}])
def test_other_modes_are_judged_to_their_end(options: dict[str, str]) -> None:
    """Where squares are not everybody's; the costs of a match's ends are exact."""
    setup = "2 2\n" + ". " * 16
    board = sudoku_board(Sudoku().start(setup, options))
    moves = []
    while board.outcome() is None:
        bombs = bombs_of(board)
        move = next(move for move in board.legal_moves() if move not in bombs)
        moves.append(str(move))
        board.push(move, Answer(True, "search"))
        if board.forced_skip():
            break
    analysis = analyse(played(*moves, header=replace(HEADER, setup=setup, options=options)), 10_000)
    assert len(analysis.moves) == len(moves)
    assert analysis.moves[-1].exact


def _dots(*moves: str, setup: str) -> Analysis:
    return analyse(played(*moves, header=replace(HEADER, game="dots", setup=setup)), 50_000)


def test_a_third_side_gives_boxes_away() -> None:
    """In Dots and Boxes: an edge that gave nothing was there."""
    analysis = _dots("v(0,1)", "h(0,0)", "h(1,0)", "v(0,0)", "h(0,1)", "h(1,1)", "v(0,2)", setup="1x2")
    blunder = analysis.costliest(0)[0]
    assert blunder.turn == 3
    assert _kinds(blunder) == ["boxes given away"]
    assert [scored.exact for scored in analysis.moves] == [True] * 7


def test_the_turn_that_lost_the_match_at_once_is_the_costliest() -> None:
    """An illegal move costs everything."""
    last = replace(RECORD.turns[1], move="(3,0) -> 1", verdict="illegal", reason="cell 3,0 is occupied", points=0)
    record: Record = replace(RECORD, turns=(RECORD.turns[0], last))
    lost = analyse(record).costliest(1)[0]
    assert (lost.turn, lost.cost, lost.better) == (2, None, ())
    assert _kinds(lost) == ["illegal"]
    assert "occupied" in lost.reasons[0].text


class _Counter:
    """Thinks the first legal move is best, by one point."""

    def __init__(self, start: Board, nodes: int) -> None:
        self.nodes = nodes

    def judge(self, board: Board, move: Move, answer: Answer | None) -> Judgement:
        first = next(board.legal_moves())
        return Judgement(1, 1 if move == first else 0, () if move == first else (str(first),), False, 1, self.nodes)


def test_an_analyst_is_found_by_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Anybody's package may bring one."""

    class Point:
        name = "sudoku"

        def load(self) -> type[_Counter]:
            return _Counter

    monkeypatch.setattr(analysts, "entry_points", lambda group, name=None: [Point()])
    assert [scored.nodes for scored in analyse(RECORD, 7).moves] == [7, 7, 7, 7]


def test_a_game_without_an_analyst_is_named() -> None:
    """With those that have one."""
    with pytest.raises(UnknownGameError, match="dots, sudoku"):
        analysts.find_analyst("chess")


def test_progress_is_told_turn_by_turn() -> None:
    """And of how many."""
    told: list[tuple[int, int]] = []
    analyse(RECORD, tell=lambda done, of: told.append((done, of)))
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]
