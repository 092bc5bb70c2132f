"""A person at the terminal plays like any agent: asked until the move is legal, never waited for by a clock."""

import json
import subprocess
import sys

import pytest

pytestmark = pytest.mark.timeout(60)  # starts processes


def _match(typed: str, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "gridarena_cli", "match", *words, "--games", "1"]
    return subprocess.run(command, input=typed, capture_output=True, text=True, encoding="utf-8", check=False)


def test_whatever_is_no_legal_move_is_asked_again() -> None:
    """No move at all, one off the board, a taken edge; then the match goes on, without a clock."""
    done = _match("hello\nh(9,9)\n\nh(0,0)\nh(0,0)\n", "human", "random", "--board", "1x1", "--json")
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)["matches"][0]
    assert said["turns"][0]["move"] == "h(0,0)"
    assert "'hello'" in done.stderr
    assert "1x1 board" in done.stderr
    assert "0 +   +" in done.stderr  # the empty board was drawn
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("typed", ["", "resign\n"])
def test_the_end_of_the_input_resigns(typed: str) -> None:
    """Ctrl-D, or the word: the seat loses, nothing is played in its stead, the command ends well."""
    done = _match(typed, "human", "random", "--board", "1x1")
    assert done.returncode == 0, done.stderr
    assert "you resigned" in done.stdout
    assert "human lost by no proposal in turn 1" in done.stderr


def test_a_terminal_has_one_person() -> None:
    """Two would read each other's lines."""
    done = _match("", "human", "human")
    assert done.returncode == 2
    assert "one terminal" in done.stderr
    done = _match("", "human?x=1", "random")
    assert "human alone" in done.stderr
    assert "Traceback" not in done.stderr


def test_it_plays_every_game() -> None:
    """Sudoku is asked for in its own notation."""
    done = _match("(0,0) -> 1\n", "human", "random", "--board", "empty-2x2")
    assert "such as (0,0) -> 1" in done.stdout
    assert done.returncode == 0, done.stderr
