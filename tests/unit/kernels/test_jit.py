"""Compiled or not, cached or not: the kernels answer alike, and no broken folder stops them."""

import json
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from gridarena_games.sudoku.rules import Position
from gridarena_kernels import (
    boxes_exact,
    boxes_search,
    endgame,
    endgame_position,
    endgame_settled,
    exact,
    jit,
    lookahead,
    middlegame,
    variation,
)
from gridarena_kernels.solver import Solved, solve
from support.puzzles import pigeonhole, playout

pytestmark = pytest.mark.timeout(120)  # each test starts processes, and the first one compiles the kernels

needs_numba = pytest.mark.skipif(not jit.COMPILED, reason="numba is not installed")

SOLVE = """
import json, sys
from gridarena_kernels import endgame, exact, jit, lookahead, middlegame
from gridarena_kernels.solver import solve
assert not jit.COMPILED and jit.CACHE_FOLDER is None
for m, n, cells in json.load(sys.stdin):
    solved = solve(m, n, bytes.fromhex(cells))
    print(json.dumps([solved.solvable, solved.nodes, solved.solution and solved.solution.hex()]))
"""

TINY = """
import json
from gridarena_kernels import endgame, exact, jit, lookahead, middlegame

@jit.kernel
def following(number):
    return number + 1

@jit.kernel
def total(values):
    total = 0
    for value in values:
        total += following(value)
    return total

answers = []
jit.load(lambda: answers.append(int(total(jit.flat([1, 2, 3])))))
print(json.dumps([answers, jit.CACHE_FOLDER and str(jit.CACHE_FOLDER)]))
"""

DISK_FULL = """
from numba.core.caching import IndexDataCacheFile

def save(*args):
    raise OSError(28, "No space left on device")

IndexDataCacheFile.save = save
"""


def run(script: Path, given: str = "", **environment: str) -> str:
    """What a script prints in a process of its own."""
    done = subprocess.run(
        [sys.executable, script],
        input=given,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, **environment},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def total(script: Path, cache: Path) -> tuple[list[int], Path | None]:
    """The script's answers, and the folder it keeps its compiled code in."""
    answers, folder = json.loads(run(script, NUMBA_CACHE_DIR=str(cache), GRIDARENA_NO_NUMBA="0"))
    return answers, folder and Path(folder)


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A script with two small kernels, one of which calls the other; the result is 9. Beside it, what it compiled."""
    script = tmp_path_factory.mktemp("tiny") / "tiny.py"
    script.write_text(TINY, encoding="utf-8")
    total(script, script.with_name("cache"))
    return script


@pytest.fixture
def cache(tiny: Path, tmp_path: Path) -> Path:
    """The script's compiled code, once more, to be damaged."""
    return shutil.copytree(tiny.with_name("cache"), tmp_path / "cache")


def test_plain_python_gives_equal_answers_at_equal_cost(tmp_path: Path) -> None:
    """Verdict, nodes and solution of every question are the same without numba."""
    script = tmp_path / "solve.py"
    script.write_text(SOLVE, encoding="utf-8")
    asked: list[Position] = [
        *playout(2, 3, random.Random(1), 0.5),
        *playout(3, 3, random.Random(2), 0.2),
        *playout(4, 4, random.Random(3), 0.05),
        pigeonhole(7, random.Random(4)),
        Position(3, 4, bytes(144)),
        Position(1, 5, bytes(25)),
    ]
    given = json.dumps([[m, n, cells.hex()] for m, n, cells in asked])
    lines = run(script, given, GRIDARENA_NO_NUMBA="1").splitlines()
    plain = [
        Solved(solvable, nodes, solution and bytes.fromhex(solution))
        for solvable, nodes, solution in map(json.loads, lines)
    ]
    assert plain == [solve(*position) for position in asked]
    assert {solved.solvable for solved in plain} == {True, False}
    assert max(solved.nodes for solved in plain) > 1


@needs_numba
def test_compiled_code_is_kept_in_a_folder_of_its_own(tiny: Path, cache: Path) -> None:
    """The folder's name says for which numba, Python and kernels it is; the next process compiles nothing."""
    before = {file: file.stat().st_mtime_ns for file in cache.rglob("*.nb?")}
    assert before
    answers, folder = total(tiny, cache)
    assert answers == [9]
    assert folder is not None
    assert folder.parent == cache
    assert {file: file.stat().st_mtime_ns for file in folder.rglob("*.nb?")} == before


@needs_numba
@pytest.mark.parametrize(
    ("kind", "damage"), [("nbi", b""), ("nbi", b"\x80\x04\x95\xff"), ("nbc", b""), ("nbc", b"cut")]
)
def test_damaged_cache_is_thrown_away(tiny: Path, cache: Path, kind: str, damage: bytes) -> None:
    """A crash in the middle of a write must not stop every later process; what is compiled again is kept again."""
    damaged = list(cache.rglob(f"*.{kind}"))
    assert damaged
    for file in damaged:
        file.write_bytes(damage)
    assert total(tiny, cache)[0] == [9]
    assert damage not in {file.read_bytes() for file in cache.rglob(f"*.{kind}")}


@needs_numba
def test_unwritable_cache_folder_costs_time_only(tiny: Path, tmp_path: Path) -> None:
    """Where a file is in the way, or nobody may write, each process compiles for itself."""
    blocked = tmp_path / "blocked"
    blocked.write_text("no folder", encoding="utf-8")
    assert total(tiny, blocked) == ([9], None)


@needs_numba
def test_cache_that_cannot_be_saved_costs_time_only(tmp_path: Path) -> None:
    """The disk may turn out to be full only when something was compiled."""
    script = tmp_path / "full.py"
    script.write_text(DISK_FULL + TINY, encoding="utf-8")
    answers, folder = total(script, tmp_path / "cache")
    assert answers == [9]
    assert folder is not None
    assert not list(folder.rglob("*.nb?"))


@needs_numba
def test_the_users_own_cache_setting_is_left_alone(tmp_path: Path) -> None:
    """Other packages of the same process keep their compiled code where they did."""
    script = tmp_path / "setting.py"
    script.write_text(
        "import numba\nfrom gridarena_kernels import search\nprint(numba.config.CACHE_DIR)", encoding="utf-8"
    )
    assert run(script, NUMBA_CACHE_DIR=str(tmp_path)).strip() == str(tmp_path)


@needs_numba
def test_a_kernel_that_calls_itself_has_one_version() -> None:
    """A second one would call the first, which crashes when both come from the cache (numba#6061)."""
    exact.warm()
    lookahead.warm()
    boxes_exact.warm()
    lines = variation.cells_ahead, variation.pairs_ahead
    for kernel in (endgame.value_of, middlegame.worth_ahead, boxes_search.value_of, *lines):
        assert len(kernel.signatures) == 1  # type: ignore[attr-defined]
    for name, kernel in (vars(endgame_settled) | vars(endgame_position)).items():
        assert len(getattr(kernel, "signatures", ())) <= 1, name
