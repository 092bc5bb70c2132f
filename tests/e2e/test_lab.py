"""Experiments as people run them: stopped by Ctrl-C, gone on with, from a script that lacks its main guard."""

import subprocess
import sys
from pathlib import Path

import pytest

from support.cli import environment, gone, gridarena, running

pytestmark = pytest.mark.timeout(120)

WORDS = ("lab", "compare", "greedy", "random", "--board", "easy-2x2", "--games", "2000", "--jobs", "1")


@pytest.mark.skipif("sys.platform == 'win32'", reason="a console's Ctrl-C cannot be sent to one process there")
def test_ctrl_c_loses_nothing_that_is_finished(tmp_path: Path) -> None:
    """It is said what to do; the same command goes on, in its time."""
    with running(*WORDS, cwd=tmp_path) as command:
        command.wait_for("estimate by the first games")
        family = command.family()
        command.interrupt()
        said = command.wait(20)
    assert said.code == 130
    assert "finished games are kept in gridarena-lab" in said.err
    assert "the same command goes on" in said.err
    assert "Traceback" not in said.err
    assert gone(family, 5.0) == []
    again = gridarena(*WORDS, "--within", "1s", "--json", cwd=tmp_path)
    assert "are played already" in again.err
    found = again.json()
    assert found["end"] == "out of time"
    assert found["games"]["most"] == 2000
    assert found["cells"][0]["games"] == found["games"]["finished"] > 0
    refused = gridarena("lab", "sweep", "mcts?c=1:2:1", "--vs", "greedy", "--budget", "5", cwd=tmp_path)
    assert (refused.code, refused.line()) == (
        2,
        "gridarena: expected a budget like 0.1s (time), 1000n (nodes) or untimed, got '5'",
    )


@pytest.mark.parametrize(("agent", "code"), [("nosuch", 10), ("./nowhere.py:Owl", 9), ("noclass.py", 9)])
def test_what_cannot_be_played_leaves_nothing_behind(agent: str, code: int, tmp_path: Path) -> None:
    """One line, the documented number, and no folder."""
    (tmp_path / "noclass.py").write_text("", encoding="utf-8")
    said = gridarena("lab", "compare", agent, "greedy", "--board", "easy-2x2", cwd=tmp_path)
    assert said.code == code
    assert said.line().startswith("gridarena: ")
    assert not (tmp_path / "gridarena-lab").exists()


SCRIPT = """
import gridarena
from gridarena_lab import matrix

class Mine(gridarena.Agent):
    def play(self, turn):
        turn.propose(next(turn.board.legal_moves()))

matrix(Mine, "random", boards="easy-2x2", games=2, jobs=1)
"""


def test_a_script_without_its_main_guard_is_told_so(tmp_path: Path) -> None:
    """In one line at the end: what it does, and where the call belongs."""
    file = tmp_path / "mine.py"
    file.write_text(SCRIPT, encoding="utf-8")
    said = subprocess.run(
        [sys.executable, str(file)],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        encoding="utf-8",
        timeout=100,
        check=False,
    )
    assert said.returncode == 1
    last = said.stderr.strip().splitlines()[-1]
    assert "mine.py calls matrix() while it is loaded" in last
    assert 'put the call below a line `if __name__ == "__main__":`' in last
