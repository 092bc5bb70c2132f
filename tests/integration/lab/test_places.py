"""Where `match` is called from: a notebook's cell, a script without its guard, a terminal with a debugger."""

import subprocess
import sys
from pathlib import Path

import pytest

from support.cli import environment, gridarena
from support.sdk import write_agent

pytestmark = pytest.mark.timeout(60)

NOTEBOOK = """
import asyncio, sys, types

class Shell:
    '''Runs cells as a notebook's kernel does: in a module of its own called __main__, beside a running loop.'''

    def __init__(self):
        sys.modules["__main__"] = self.module = types.ModuleType("__main__")

    async def run(self, *cells):
        for cell in cells:
            exec(compile(cell, "<cell>", "exec"), self.module.__dict__)

asyncio.run(Shell().run(*sys.argv[1:]))
"""
CLASS = """
import gridarena

class Mine(gridarena.Agent):
    seen = []

    def play(self, turn):
        self.seen.append(turn.number)
        turn.propose(next(turn.board.legal_moves()))
"""
CALL = """
from gridarena_lab import match

records = match(Mine, "random", board="empty-2x2", games=1, time=2.0)
print(records)
print("turns", len(Mine.seen), sum(turn.seat == 0 for turn in records[0].turns))
"""
UNGUARDED = """
from gridarena_lab import match

class Mine(gridarena.Agent):
    def play(self, turn):
        turn.propose(next(turn.board.legal_moves()))

match(Mine, "random", board="empty-2x2", games=1)
"""


def python(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words],
        cwd=cwd,
        env=environment(),
        capture_output=True,
        encoding="utf-8",
        timeout=50,
        check=False,
    )


def test_a_class_of_a_cell_plays_beside_the_notebooks_loop(tmp_path: Path) -> None:
    """Searched in the kernel's own process, so what the cell sees is what the search did; the result reads well."""
    (tmp_path / "notebook.py").write_text(NOTEBOOK, encoding="utf-8")
    done = python("notebook.py", CLASS, CALL, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    said, counted = done.stdout.splitlines()
    assert said.startswith("match 1 (mine - random): ")
    _, seen, played = counted.split()
    assert seen == played != "0"


def test_a_script_without_its_guard_gets_one_clear_line(tmp_path: Path) -> None:
    """Every worker loads the file, and must not begin a match of its own."""
    file = write_agent(tmp_path, UNGUARDED)
    done = python(str(file), cwd=tmp_path)
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert f"{file} calls match() while it is loaded" in last
    assert 'if __name__ == "__main__":' in last


BREAKING = """
class Mine(gridarena.Agent):
    def play(self, turn):
        if turn.number == 1:
            breakpoint()
        turn.propose(next(turn.board.legal_moves()))
"""


def test_a_breakpoint_of_an_inline_match_stops_the_clock(tmp_path: Path) -> None:
    """The person reads for longer than the turn may take, and the turn is not lost; its print is on the terminal."""
    write_agent(tmp_path, BREAKING)
    words = (
        "match",
        "--inline",
        "mine.py:Mine",
        "random",
        "--board",
        "empty-2x2",
        "-n",
        "1",
        "--time",
        "0.5",
        "--turns",
    )
    wait = "import time; time.sleep(0.8); print('turn', turn.number, turn.closed)"
    done = gridarena(*words, cwd=tmp_path, stdin=f"{wait}\nc\n")
    assert done.code == 0, done.err
    assert "turn 1 False" in done.out
    assert "the SDK's random move" not in done.out
    kept = gridarena("show", "gridarena-logs/match-1.json", "--turn", "1", "--json", cwd=tmp_path).json()
    assert kept["turn"]["fallback"] is False
    assert kept["turn"]["used_us"] < 500_000
