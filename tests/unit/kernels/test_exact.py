"""Exact values of Competitive Sudoku positions."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from gridarena_games.sudoku.board import ASSUMED, SudokuBoard, sudoku_board
from gridarena_games.sudoku.game import Sudoku
from gridarena_kernels.completions import completions
from gridarena_kernels.endgame import most_at_horizon, value_of
from gridarena_kernels.endgame_memory import Memory
from gridarena_kernels.endgame_position import (
    WORST,
    bombs_name,
    bombs_standing,
    list_bombs,
    points_of,
    worth_of_parity,
)
from gridarena_kernels.endgame_settled import keep_bombs, list_settled, one_ahead, settle
from gridarena_kernels.exact import Endgame, Rated, solutions_of, solve_position
from gridarena_kernels.jit import octets, zeros
from gridarena_kernels.oracle import SudokuOracle
from gridarena_kernels.solver import solve
from gridarena_kernels.treesearch import METERS
from gridarena_lab.bench.kernels import sampled
from support import exhaustive
from support.shared import shared


def vectors() -> list[dict[str, Any]]:
    """The verified positions that need no complete solution."""
    positions = json.loads(shared("vectors/sudoku_vectors.json").read_text(encoding="utf-8"))["positions"]
    return [position for position in positions if position["empties"] <= 11]


def board_of(position: dict[str, Any]) -> SudokuBoard:
    """A vector's position."""
    board = Sudoku().start(position["board"], {})
    for row, col, value, *_ in position["taboo"]:
        board.push((row, col, value), exhaustive.CONDEMNED)
    return board


def random_position(m: int, n: int, options: dict[str, str], empties: int, rng: random.Random) -> SudokuBoard:
    """A position of a random match, bombs thrown on the way."""
    size = m * n
    board = Sudoku().start(f"{m} {n}\n" + " ".join("." * size * size), options)
    while board.empties > empties and board.outcome() is None:
        if board.forced_skip():
            board.push(None)
            continue
        move = rng.choice(list(board.legal_moves()))
        position = board.question(move).position
        board.push(move, ASSUMED if solve(m, n, position.cells).solvable else exhaustive.CONDEMNED)
    return board


def listed(moves: tuple[Rated, ...]) -> list[list[object]]:
    """As vectors list moves."""
    return sorted([*rated.move, rated.kind] for rated in moves)


def test_vectors_agree_in_value_and_best_moves() -> None:
    """Positions solved by two other programs."""
    for position in vectors():
        solution = solve_position(board_of(position))
        assert solution is not None, position["id"]
        assert solution.value == position["value_mover"], position["id"]
        assert listed(solution.best) == sorted(position["optimal_moves"]), position["id"]
        assert solution.bombs == position["unused_bombs"], position["id"]


def test_every_move_of_the_vectors_has_its_value_when_asked_for() -> None:
    """The slower question answers more."""
    for position in vectors():
        solution = solve_position(board_of(position), every=True)
        assert solution is not None
        assert sorted([*rated.move, rated.kind, rated.value] for rated in solution.moves) == sorted(
            position["all_moves"]
        ), position["id"]


@pytest.mark.parametrize("mode", ["classic", "rows", "border", "random"])
def test_agrees_with_the_rules_played_out_in_every_mode(mode: str) -> None:
    """Random positions, forced skips among them, against plain exhaustive search."""
    rng = random.Random(mode)
    for m, n, empties in [(2, 2, 6), (2, 2, 5), (1, 4, 6), (2, 3, 5)] * 3:
        board = random_position(m, n, {"mode": mode, "seed": "3"} if mode == "random" else {"mode": mode}, empties, rng)
        if board.outcome() is not None:
            continue
        solution = solve_position(board, every=True)
        assert solution is not None
        assert solution.value == exhaustive.value(board), str(board)
        if not board.forced_skip():
            assert {rated.move: rated.value for rated in solution.moves} == exhaustive.values(board), str(board)


def test_a_seat_without_a_cell_passes() -> None:
    """Its value is what the other makes alone."""
    board = Sudoku().start("2 2\n1- 2- 3- 4-\n3- 4- 1- 2-\n2- 1- 4- .\n4- 3- 2- .", {"mode": "rows"})
    assert board.forced_skip()
    solution = solve_position(board)
    assert solution is not None
    assert (solution.value, solution.moves) == (exhaustive.value(board), ())


def test_stops_at_the_flag_and_at_the_budget() -> None:
    """Nothing half-searched is handed out."""
    board = random_position(3, 3, {}, 16, random.Random(5))
    assert solve_position(board, stop=octets(bytearray(b"\x01"))) is None
    assert solve_position(board, nodes=500) is None


def test_too_large_a_position_is_not_tried() -> None:
    """An empty 3x3 has more completions than can be listed."""
    assert solve_position(SudokuBoard(3, 3, [0] * 81)) is None
    assert solve_position(SudokuBoard(3, 3, [0] * 50 + [0] * 31)) is None


@pytest.mark.parametrize(("empties", "seed"), [(11, 51), (11, 108), (11, 308), (10, 165)])
def test_a_line_can_be_played(empties: int, seed: int) -> None:
    """Every move of it is legal in its turn, though here the table also recommends what stands with other values."""
    cells = [1, 2, 3, 4, 5, 6, 4, 5, 6, 1, 2, 3, 2, 3, 1, 5, 6, 4, 5, 6, 4, 2, 3, 1, 3, 1, 2, 6, 4, 5, 6, 4, 5, 3, 1, 2]
    for cell in random.Random(seed).sample(range(36), empties):
        cells[cell] = 0
    board = SudokuBoard(2, 3, cells)
    solutions = completions(2, 3, cells, 4096)
    assert solutions is not None
    oracle = SudokuOracle(board)
    for found in Endgame(board, solutions).deepen(octets(bytearray(1))):
        pushed = 0
        for move in found.line:
            assert move in list(board.legal_moves())
            board.push(move, oracle.answer(board.question(move)))
            pushed += 1
        for _ in range(pushed):
            board.pop()
        assert found.line[0] == found.move


def test_a_table_that_serves_one_position_after_the_other_never_mixes_them_up() -> None:
    """Nor where a hundred positions alike have used it; an agent keeps its table for all its matches."""
    memory, rng = Memory(), random.Random(3)
    for _ in range(100):
        board = sampled(14, rng, bombs=True)
        solutions = completions(3, 3, list(board.cells), 4096) or ()
        shared, fresh = Endgame(board, solutions, memory).solve(), Endgame(board, solutions).solve()
        assert shared is not None
        assert fresh is not None
        assert (shared.value, shared.best) == (fresh.value, fresh.best)


def test_a_taboo_that_a_completion_needs_is_not_solved() -> None:
    """It can neither be filled nor be a bomb; a state file may give such a one with the start."""
    setup = (
        "rows = 2\ncolumns = 2\nboard =\n   1   2   3   4\n   3   4   1   2\n   2   1   4   .\n   4   3   .   .\n"
        "taboo-moves = [(3,2) -> 2]\nmoves = []\nscores = [0, 0]\ncurrent-player = 1\n"
    )
    board = sudoku_board(Sudoku().start(setup, {}))
    assert len(board.taboo) == 1
    assert solutions_of(board, 10) is None
    assert solve_position(board) is None


def test_what_is_guessed_at_the_horizon_agrees_with_what_is_listed() -> None:
    """Bombs counted and named without their twins being found, and a bound that holds."""
    rng = random.Random(1)
    bounded = 0
    for empties in range(18, 26):
        for _ in range(8):
            board = random_position(2, 3, {}, empties, rng)
            solutions = solutions_of(board, 256)
            if not solutions:
                continue
            endgame = Endgame(board, solutions)
            tables, stack, cells = endgame._tables, endgame._stack, (1 << board.empties) - 1
            bombs, name = list_bombs(tables, stack, 0, cells, cells, cells)
            assert (bombs_standing(tables, stack, 0) - bombs) % 2 == 0
            assert bombs_name(tables, stack, 0, cells) == name
            if len(solutions) > 1:
                most = most_at_horizon(tables, stack, 0, cells)
                bounded += most < WORST
                stop = octets(bytearray(1))
                value = value_of(tables, stack, zeros(METERS), stop, 0, cells, cells, cells, -WORST, WORST, 1)
                assert value <= most
    assert bounded > 5


def test_one_move_ahead_is_told_without_making_it() -> None:
    """Of lawful moves and those that score, by what each leaves, once one completion is left."""
    rng, seen = random.Random(2), set()
    for number in range(60):
        board = random_position(2, 3, {}, 10 + number % 6, rng)
        solutions = solutions_of(board, 256)
        if not solutions or len(solutions) > 1:
            continue
        endgame = Endgame(board, solutions)
        tables, stack, cells = endgame._tables, endgame._stack, (1 << board.empties) - 1
        bombs, _ = list_bombs(tables, stack, 0, cells, cells, cells)
        settle(tables, stack, 0, bombs)
        even, worth = board.empties % 2 == 0, worth_of_parity(bombs)
        values = [worth] if even and bombs % 2 else []
        for cell in range(board.empties):
            left = keep_bombs(tables, stack, 1, bombs, cell)
            promise = -worth if even or left % 2 else worth
            values.append(points_of(tables, cells, cell) + promise)
        assert one_ahead(tables, stack, 0, cells, bombs) == max(values)
        seen.add((even, bombs % 2))
    assert len(seen) == 4


def test_bombs_are_kept_where_both_numbers_are_even() -> None:
    """The other would answer each with another; a search that does not see the end uses them up to put it off."""
    rng, kept = random.Random(4), 0
    for _ in range(40):
        board = random_position(2, 3, {}, 20 + 2 * rng.randrange(2), rng)
        solutions = solutions_of(board, 16)
        if not solutions:
            continue
        endgame = Endgame(board, solutions)
        bombs = sum(endgame.kind(move) == "bomb" for move in board.legal_moves())
        if bombs % 2 or not bombs:
            continue
        found = list(endgame.deepen(octets(bytearray(1)), nodes=20_000))
        assert not found[-1].exact
        assert {endgame.kind(one.move) for one in found} == {"fill"}
        kept += 1
    assert kept > 5


def settled_positions(count: int) -> Iterator[tuple[Endgame, int, int]]:
    """Positions with one completion left, and how many cells and bombs each has."""
    rng = random.Random(6)
    for number in range(count):
        board = random_position(2, 3, {}, 10 + number % 7, rng)
        solutions = solutions_of(board, 256)
        if solutions and len(solutions) == 1:
            endgame = Endgame(board, solutions)
            cells = (1 << board.empties) - 1
            bombs, _ = list_bombs(endgame._tables, endgame._stack, 0, cells, cells, cells)
            settle(endgame._tables, endgame._stack, 0, bombs)
            yield endgame, board.empties, bombs


def test_a_search_that_guesses_tries_what_keeps_to_the_law_or_scores() -> None:
    """Bombs where the law wants one, else fills that leave even bombs; everything where the end is looked for."""
    seen, fewer = set(), 0
    for endgame, cells, bombs in settled_positions(120):
        tables, stack, everything = endgame._tables, endgame._stack, (1 << cells) - 1
        assert list_settled(tables, stack, 0, 0, everything, bombs, -1, True) == cells + bombs
        listed = list_settled(tables, stack, 0, 0, everything, bombs, -1, False)
        moves = {int(move) for move in stack.moves[:listed]}
        scoring = {cell for cell in range(cells) if points_of(tables, everything, cell)}
        lawful = {cell for cell in range(cells) if keep_bombs(tables, stack, 1, bombs, cell) % 2 == 0}
        if cells % 2 == 0:
            wanted = set(range(cells, cells + bombs)) | scoring if bombs % 2 else set(range(cells))
        else:
            wanted = lawful | scoring if lawful else set(range(cells + bombs))
        assert moves == wanted
        seen.add((cells % 2, bombs % 2))
        fewer += listed < cells + bombs
    assert len(seen) == 4
    assert fewer > 20


def both_even(board: SudokuBoard) -> bool:
    """An even number of cells, and of bombs."""
    asked = [board.question(move).position for move in board.legal_moves()]
    bombs = sum(solve(position.m, position.n, position.cells).solvable is False for position in asked)
    return board.empties % 2 == 0 and bombs % 2 == 0


def test_no_bomb_is_expected_where_both_numbers_are_even() -> None:
    """Not farther ahead either, while the grid can still be filled in several ways."""
    rng, looked = random.Random(9), 0
    for _ in range(150):
        board = random_position(2, 3, {}, 19 + rng.randrange(2), rng)
        solutions = solutions_of(board, 64)
        if not solutions or len(solutions) == 1:
            continue
        oracle = SudokuOracle(board)
        found = list(Endgame(board, solutions).deepen(octets(bytearray(1)), nodes=5_000))[-1]
        for move in found.line:
            answer = oracle.answer(board.question(move))
            if both_even(board):
                assert answer.accepted
                looked += 1
            board.push(move, answer)
    assert looked > 20
