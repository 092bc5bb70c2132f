"""Every bomb of a position, and how many a fill leaves."""

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from gridarena_agents.bombs import Bombs, CountedBombs
from gridarena_agents.champion import MOST_COMPLETIONS, Champion
from gridarena_agents.soundness import Soundness
from gridarena_games.sudoku.board import SudokuBoard
from gridarena_games.sudoku.rules import Placement
from gridarena_kernels.completions import completions
from gridarena_kernels.jit import COMPILED, octets
from gridarena_kernels.solver import solve
from gridarena_kernels.ways import Ways
from support.turns import one_turn

SOLVED = [1, 2, 3, 4, 5, 6, 4, 5, 6, 1, 2, 3, 2, 3, 1, 5, 6, 4, 5, 6, 4, 2, 3, 1, 3, 1, 2, 6, 4, 5, 6, 4, 5, 3, 1, 2]


def position(empties: int, seed: int) -> SudokuBoard:
    """A 2x3 board that can be filled."""
    cells = list(SOLVED)
    for cell in random.Random(seed).sample(range(36), empties):
        cells[cell] = 0
    return SudokuBoard(2, 3, cells)


def asked_one_by_one(board: SudokuBoard) -> list[Placement]:
    """What is legal and leaves no completion."""
    return sorted(move for move in board.legal_moves() if not solvable(board, move))


def solvable(board: SudokuBoard, move: Placement) -> bool:
    """True when the grid can still be filled after the move."""
    cells = bytearray(board.cells)
    cells[move.row * board.N + move.col] = move.value
    return solve(board.m, board.n, cells).solution is not None


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("empties", [14, 21, 28])
def test_bombs_are_what_leaves_no_completion(empties: int, seed: int) -> None:
    """Now, and after every fill; a lawful one leaves an even number."""
    board = position(empties, seed)
    bombs = Bombs(board, Soundness(board), lambda: False)
    listed = bombs.all()
    assert listed is not None
    assert sorted(listed) == asked_one_by_one(board)
    fills = [move for move in board.legal_moves() if move not in listed]
    for move in fills[::5]:
        cells = list(board.cells)
        cells[move.row * 6 + move.col] = move.value
        assert bombs.after(move) == len(asked_one_by_one(SudokuBoard(2, 3, cells)))
    for cell in {move.row * 6 + move.col for move in fills}:
        lawful = bombs.lawful(cell)
        assert lawful is None or (lawful in fills and bombs.after(lawful) in range(0, 200, 2))


def after(board: SudokuBoard, *moves: Placement) -> SudokuBoard:
    """The board with these cells filled."""
    cells = list(board.cells)
    for move in moves:
        cells[board.cell_of(move)] = move.value
    return SudokuBoard(board.m, board.n, cells)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("empties", [14, 24, 30])
def test_what_is_counted_over_all_ways_is_what_a_solver_says(empties: int, seed: int) -> None:
    """Bombs, and the lawful fill of each cell: the one that leaves the fewest."""
    board = position(empties, seed)
    ways = Ways.of(board, 30_000)
    assert ways is not None
    bombs, asked = CountedBombs(ways), Bombs(board, Soundness(board), lambda: False)
    assert bombs.all() == asked.all()
    for cell in sorted(set(ways.cells))[::4]:
        fills = [ways.moves[fill] for fill in ways.fills if ways.cells[fill] == cell]
        even = [left for fill in fills if (left := len(asked_one_by_one(after(board, fill)))) % 2 == 0]
        lawful = bombs.lawful(cell)
        assert (lawful is None) == (not even)
        if lawful is not None:
            assert lawful in fills
            assert len(asked_one_by_one(after(board, lawful))) == min(even)


def test_a_trap_is_as_good_as_the_replies_that_hand_parity_over() -> None:
    """Those that leave an odd number of bombs, and half of those that leave an even one but not none."""
    board = position(22, 2)
    ways = Ways.of(board, 30_000)
    assert ways is not None
    chances = set()
    for fill in ways.fills[::9]:
        then = after(board, ways.moves[fill])
        left = [len(asked_one_by_one(after(then, reply))) for reply in then.legal_moves() if solvable(then, reply)]
        chance = sum(1 if bombs % 2 else 0.5 if bombs else 0 for bombs in left) / len(left)
        assert ways.trap(fill, octets(bytearray(1))) == pytest.approx(chance)
        chances.add(chance)
    assert len(chances) > 1


def test_ways_are_listed_up_to_a_limit_and_a_stop() -> None:
    """And a board that cannot be filled has none."""
    board = position(30, 0)
    known = Ways.of(board, 30_000)
    assert known is not None
    assert Ways.of(board, known.count) is not None
    assert Ways.of(board, known.count - 1) is None
    assert known.trap(known.fills[0], octets(bytearray(b"\x01"))) is None
    hopeless = next(after(board, known.moves[bomb]) for bomb in known.bombs)
    assert Ways.of(hopeless, 30_000) is None


def test_a_stopped_count_says_nothing() -> None:
    """Rather than too little."""
    board = position(28, 0)
    bombs = Bombs(board, Soundness(board), lambda: True)
    assert bombs.all() is None
    assert bombs.after(Placement(0, 0, 1)) is None


def proposed(board: SudokuBoard, folder: Path) -> Placement:
    """The champion's last word of a turn, before the end can be seen."""
    assert completions(2, 3, list(board.cells), MOST_COMPLETIONS) is None
    setup = "2 3\n" + " ".join(str(value or ".") for value in board.cells)
    move = one_turn(Champion(nodes=2000, seed=1), setup, folder).moves[-1]
    return next(legal for legal in board.legal_moves() if str(legal) == move)


@pytest.mark.parametrize("seed", range(5))
def test_the_champion_leaves_even_bombs_at_an_odd_number_of_cells(seed: int, tmp_path: Path) -> None:
    """By a fill."""
    board = position(29, seed)
    bombs = Bombs(board, Soundness(board), lambda: False)
    move = proposed(board, tmp_path)
    assert move not in (bombs.all() or ())
    assert bombs.after(move) in range(0, 200, 2)


@pytest.mark.parametrize("seed", [3, 6, 13, 15, 16])
def test_the_champion_uses_a_bomb_where_both_numbers_call_for_it(seed: int, tmp_path: Path) -> None:
    """An even number of cells and an odd number of bombs."""
    board = position(30, seed)
    listed = Bombs(board, Soundness(board), lambda: False).all()
    assert listed is not None
    assert len(listed) % 2 == 1
    assert proposed(board, tmp_path) in listed


def known_and_lost(empties: int, bombs: bool, seed: int) -> tuple[SudokuBoard, Ways]:
    """An even number of cells and of bombs, some or none, and too many ways for the endgame's search."""
    rng = random.Random(seed)
    while True:
        board = position(empties, rng.randrange(10**9))
        ways = Ways.of(board, 30_000)
        if ways and ways.count > MOST_COMPLETIONS and len(ways.bombs) % 2 == 0 and bool(ways.bombs) == bombs:
            return board, ways


def last_word(agent: Champion, board: SudokuBoard, folder: Path) -> Placement:
    """What it proposes last in a turn with this board."""
    setup = f"{board.m} {board.n}\n" + " ".join(str(value or ".") for value in board.cells)
    move = one_turn(agent, setup, folder).moves[-1]
    return next(legal for legal in board.legal_moves() if str(legal) == move)


def test_the_champion_can_start_without_numba() -> None:
    """Where the extra is not installed it looks less far, and that is all."""
    script = "from gridarena_agents.champion import Champion; Champion().warm_up()"
    subprocess.run([sys.executable, "-c", script], check=True, env={**os.environ, "GRIDARENA_NO_NUMBA": "1"})


@pytest.mark.parametrize("seed", range(3))
def test_the_champion_offers_a_bomb_once_to_see_whether_bombs_are_counted(seed: int, tmp_path: Path) -> None:
    """Who answers it with another counts them, and would do so as long as there are any."""
    board, ways = known_and_lost(30, bombs=True, seed=seed)
    champion, bombs = Champion(nodes=2000, seed=1), [ways.moves[bomb] for bomb in ways.bombs]
    assert last_word(champion, board, tmp_path) in bombs
    assert last_word(champion, board, tmp_path) not in bombs


@pytest.mark.skipif(not COMPILED, reason="without numba the ways are not listed")
@pytest.mark.parametrize("seed", range(3))
def test_the_champion_sets_a_trap_where_there_is_no_bomb_to_offer(seed: int, tmp_path: Path) -> None:
    """The fill that leaves the other the fewest ways to keep parity, as nothing can be scored yet."""
    board, ways = known_and_lost(30, bombs=False, seed=seed)
    chances = {ways.moves[fill]: ways.trap(fill, octets(bytearray(1))) or 0.0 for fill in ways.fills}
    played = chances[last_word(Champion(nodes=2000, seed=1), board, tmp_path)]
    assert played >= 0.95 * max(chances.values())
    assert played > sorted(chances.values())[len(chances) // 2]
