"""Rules, text and names of Dots and Boxes."""

import json
import random
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridarena.testing import Start, check_perft
from gridarena_games.base import Applied, Move, Outcome
from gridarena_games.dots import Dots, DotsBoard, Edge, geometry, read_edges, write_edges
from gridarena_games.errors import IllegalMoveError, InvalidMoveError, InvalidSetupError
from gridarena_games.registry import find_game, find_oracle, find_positions
from support.shared import shared


@cache
def vectors() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(shared("vectors/dots_vectors.json").read_text(encoding="utf-8"))
    return found


def start(setup: str, **options: str) -> DotsBoard:
    return Dots().start(setup, options)


def value(board: DotsBoard, seen: dict[int, int]) -> int:
    """The mover's future boxes minus the other's, by trying everything."""
    if board.drawn not in seen:
        best = -board.boxes
        for move in list(board.legal_moves()):
            mover, gained = board.to_move, board.push(move).points
            rest = value(board, seen) if board.free else 0
            best = max(best, gained + (rest if board.to_move == mover else -rest))
            board.pop()
        seen[board.drawn] = best
    return seen[board.drawn]


def test_dots_is_found_by_its_name() -> None:
    """Like any installed game; it asks no questions."""
    assert isinstance(find_game("dots"), Dots)
    assert find_oracle("dots") is None


def test_verified_positions_are_set_up() -> None:
    """Edge strings, drawn edges and best moves of every verified position mean the same here."""
    for vector in vectors()["positions"]:
        setup = f"{vector['rows']}x{vector['cols']} {vector['dbn']} seat {vector['to_move'] - 1}"
        board = start(setup)
        assert board.edge_string == vector["dbn"], vector["id"]
        drawn = [edge for edge in board.edges if edge not in set(board.legal_moves())]
        assert sorted(drawn) == sorted(tuple(edge) for edge in vector["drawn"]), vector["id"]
        assert {tuple(move) for move in vector["optimal_moves"]} <= set(board.legal_moves()), vector["id"]


def test_verified_values_follow_from_the_rules() -> None:
    """Trying every line of play gives the verified value and the verified best moves."""
    tried = 0
    for vector in vectors()["positions"]:
        board = start(f"{vector['rows']}x{vector['cols']} {vector['dbn']}")
        if not 0 < board.free <= 12:
            continue
        tried += 1
        seen: dict[int, int] = {}
        assert value(board, seen) == vector["value_mover"], vector["id"]
        best = set()
        for move in list(board.legal_moves()):
            gained = board.push(move).points
            rest = value(board, seen) if board.free else 0
            if gained + (rest if gained else -rest) == vector["value_mover"]:
                best.add(tuple(move))
            board.pop()
        assert best == {tuple(move) for move in vector["optimal_moves"]}, vector["id"]
    assert tried >= 10


@pytest.mark.parametrize(
    ("setup", "counts"), [("1x1", [4, 12, 24, 24, 0]), ("1x2", [7, 42, 210, 840]), ("3x2", [17, 272])]
)
def test_every_order_of_edges_can_be_played(setup: str, counts: list[int]) -> None:
    """E, E (E - 1), E (E - 1) (E - 2), ..."""
    check_perft(Dots(), Start(setup), counts)


def test_a_completed_box_is_scored_and_the_seat_moves_again() -> None:
    """The extra turn, even if it has to give the next box away."""
    board = start("1x2 1111101")
    assert board.to_move == 0
    assert board.completes(("v", 0, 1)) == 2
    assert board.push(("v", 0, 1)) == Applied(2, None, ("box 0,0", "box 0,1"))
    assert (board.points, board.outcome()) == ((2, 0), Outcome(0, "completed", (2, 0)))
    half = start("1x2 1011100")
    assert half.push(("h", 0, 1)) == Applied()
    assert half.to_move == 1
    board = start("1x2 1111110 points 0 1 seat 1")
    assert board.push(("v", 0, 2)) == Applied(1, None, ("box 0,1",))
    assert (board.to_move, board.outcome()) == (1, Outcome(1, "completed", (0, 2)))


def test_alternation_gives_no_extra_turn() -> None:
    """The option of one experiment; points are the same."""
    board = start("1x2 1010100", turns="alternate")
    assert not board.extra_turn
    board.push(("v", 0, 1))
    assert (board.points, board.to_move) == ((1, 0), 1)
    with_extra = start("1x2 1010100")
    with_extra.push(("v", 0, 1))
    assert (with_extra.points, with_extra.to_move) == ((1, 0), 0)


def test_equal_boxes_are_a_draw() -> None:
    """One each."""
    board = start("1x2 1111110 points 1 0 seat 1")
    board.push(("v", 0, 2))
    assert board.outcome() == Outcome(None, "completed", (1, 1))


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        (("h", 0, 0), "occupied"),
        (("h", 2, 0), "out of range"),
        (("h", 0, 2), "out of range"),
        (("v", 1, 0), "out of range"),
        (("v", 0, 3), "out of range"),
        (("h", -1, 0), "out of range"),
        (("x", 0, 0), "out of range"),
        (("h", 0, 0.0), "out of range"),
        (([], 0, 0), "out of range"),
        (("h", 0), "out of range"),
        ("h(0,1)", "out of range"),
        (3, "out of range"),
        (None, "not allowed"),
    ],
)
def test_illegal_moves_say_why(move: Move, reason: str) -> None:
    """Asking and pushing agree, in one line, and leave the board as it was."""
    board = start("1x2 1000000")
    for action in (board.push,) if move is None else (board.question, board.push):
        with pytest.raises(IllegalMoveError) as caught:
            action(move)
        assert caught.value.reason == reason
        assert len(str(caught.value).splitlines()) == 1
    assert board.edge_string == "1000000"


def test_numpy_ints_are_ints() -> None:
    """Students search with numpy."""
    board = start("1x2")
    board.push(("v", np.int64(0), np.int64(1)))
    assert board.edge_string == "0000010"


def test_a_board_reads_well() -> None:
    """Dots are numbered, boxes are whose they are."""
    board = start("2x3 11001100010010010 seat 1")
    for edge in [("h", 1, 0), ("v", 0, 1), ("h", 2, 1), ("v", 1, 3), ("v", 1, 1)]:
        board.push(edge)
    assert str(board).splitlines() == [
        "points 2 - 0, seat 0 to move, 5 edges free",
        "    0   1   2   3",
        "  0 +---+---+   +",
        "    | 0 |       |",
        "  1 +---+---+---+",
        "        | 0 |   |",
        "  2 +   +---+   +",
    ]


def test_boxes_closed_at_the_start_are_nobodys() -> None:
    """They are drawn as such, and count for nobody."""
    board = start("1x1 1111")
    assert board.outcome() == Outcome(None, "completed", (0, 0))
    assert "| # |" in str(board)


@pytest.mark.parametrize("text", ["h(0,1)", "h 0 1", " h( 0 , 1 ) ", "h0,1"])
def test_moves_are_read_in_any_spelling(text: str) -> None:
    """As people type them."""
    assert Dots().move(text) == Edge("h", 0, 1)


@pytest.mark.parametrize("text", ["", "0,1", "x(0,1)", "h(0)", "h(-1,0)", "h(0,1) h(0,2)", "h01"])
def test_other_text_is_no_move(text: str) -> None:
    """One line that shows how it is written."""
    with pytest.raises(InvalidMoveError, match="expected an edge like"):
        Dots().move(text)


@pytest.mark.parametrize(
    ("setup", "message"),
    [
        ("", "expected a position like '3x3', 'ROWSxCOLS EDGES points A B seat S', got ''"),
        ("3 3", "expected a position like '3x3', 'ROWSxCOLS EDGES points A B seat S', got '3 3'"),
        ("0x3", "expected 1x1 to 12x12 boxes, got 0x3"),
        ("3x13", "expected 1x1 to 12x12 boxes, got 3x13"),
        ("1x1 101", "expected 4 edges on 1x1, got 3"),
        ("1x1 1012", "expected a position like '3x3', 'ROWSxCOLS EDGES points A B seat S', got '1x1 1012'"),
        ("1x1 1110 points 1 0", "expected points for the 0 complete boxes at most, got 1 0"),
        ("1x1 seat 2", "expected a position like '3x3', 'ROWSxCOLS EDGES points A B seat S', got '1x1 seat 2'"),
    ],
)
def test_what_cannot_be_a_start_is_refused(setup: str, message: str) -> None:
    """In one line."""
    with pytest.raises(InvalidSetupError) as caught:
        start(setup)
    assert str(caught.value) == message


@pytest.mark.parametrize("options", [{"turns": "never"}, {"mode": "classic"}])
def test_unknown_options_are_refused(options: dict[str, str]) -> None:
    """Never ignored."""
    with pytest.raises(InvalidSetupError, match="dots option"):
        start("1x1", **options)


@given(st.integers(1, 12), st.integers(1, 12), st.randoms(use_true_random=False))
def test_positions_survive_their_text(rows: int, cols: int, rng: random.Random) -> None:
    """Every size; what is set up from the text shows the same, but for who took which box."""
    board = start(f"{rows}x{cols}")
    for _ in range(rng.randrange(board.free + 1)):
        board.push(rng.choice(list(board.legal_moves())))
    again = start(board.setup())
    assert (again.edge_string, again.points, again.to_move) == (board.edge_string, board.points, board.to_move)
    assert again.setup() == board.setup()
    assert sum(board.points) == sum(board.sides(box) == 4 for box in range(board.boxes))
    assert write_edges(read_edges(board.edge_string), len(board.edges)) == board.edge_string


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (2, 3), (12, 12), (1, 12)])
def test_edges_and_boxes_are_each_others(rows: int, cols: int) -> None:
    """2 R C + R + C edges; every box has four, every edge one or two boxes."""
    tables = geometry(rows, cols)
    assert len(tables.edges) == 2 * rows * cols + rows + cols
    assert {sides.bit_count() for sides in tables.sides} == {4}
    for edge, boxes in enumerate(tables.boxes):
        assert boxes == tuple(box for box, sides in enumerate(tables.sides) if sides >> edge & 1)
        assert len(boxes) in (1, 2)


def test_names_are_positions() -> None:
    """Empty boards, and openings that are the same for ever."""
    positions = find_positions("dots")
    assert positions is not None
    assert positions.setup("3x4") == "3x4"
    assert positions.setup("nowhere") is None
    assert positions.setup("random-3x3-1") == positions.setup("random6-3x3-1") == "3x3 010011001000000100000100"
    assert positions.setup("random-1x1") == positions.setup("random2-1x1-0")
    assert positions.seeded("random-3x3", 9) == "random-3x3-9"
    assert positions.seeded("random-3x3-8", 9) == "random-3x3-8"
    assert positions.seeded("3x3", 9) == "3x3"
    for name in positions.suite:
        board = start(positions.setup(name) or "")
        assert positions.grade(board).figures["free edges"] == board.free


@pytest.mark.parametrize("name", ["0x3", "3x13", "3x3-7", "random0-2x2-1", "random12-2x2-1"])
def test_names_of_no_position_are_refused(name: str) -> None:
    """In one line."""
    positions = find_positions("dots")
    assert positions is not None
    with pytest.raises(InvalidSetupError, match=r"^expected|^an empty board has no seed"):
        positions.setup(name)


def test_openings_are_legal_play() -> None:
    """As many edges as asked for, points and extra turns included."""
    positions = find_positions("dots")
    assert positions is not None
    setups = [positions.setup(f"random9-2x2-{seed}") or "" for seed in range(40)]
    assert len(set(setups)) > 30
    assert {start(setup).free for setup in setups} == {3}
    assert any("points" in setup for setup in setups)
