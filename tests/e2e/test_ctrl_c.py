"""Ctrl-C at any long command: back at the prompt within three seconds, quietly, and nothing is left running."""

import time
from pathlib import Path

import pytest

from support.cli import Running, Served, gone, gridarena, running

pytestmark = [
    pytest.mark.timeout(90),
    pytest.mark.skipif("sys.platform == 'win32'", reason="a console's Ctrl-C cannot be sent to one process there"),
]

LIMIT_S = 3.0


def interrupt(command: Running, code: int = 130) -> str:
    """Interrupts and checks the promise; answers what was said."""
    family = command.family()
    began = time.monotonic()
    command.interrupt()
    said = command.wait(20)
    assert time.monotonic() - began < LIMIT_S
    assert said.code == code
    assert "Traceback" not in said.err
    assert gone(family, LIMIT_S) == []
    return said.err


def test_play_that_waits(server: Served, tmp_path: Path) -> None:
    """An agent in the lobby, with its spare worker."""
    with running("play", "greedy", cwd=tmp_path, extra=server.new_team(tmp_path)) as command:
        command.wait_for("connected to")
        interrupt(command)


def test_play_that_looks_for_a_server(tmp_path: Path) -> None:
    """Which is not there."""
    extra = {"GRIDARENA_SERVER": "127.0.0.1:1", "GRIDARENA_TOKEN": "ga_x"}
    with running("play", "greedy", cwd=tmp_path, extra=extra) as command:
        command.wait_for("no server answers")
        interrupt(command)


def test_serve(own_server: Served) -> None:
    """The host's way to stop it; that is no failure."""
    interrupt(own_server.command, code=0)


def test_demo(tmp_path: Path) -> None:
    """In the middle of its matches."""
    words = ("demo", "--boards", "empty-3x3", "--agents", "random,greedy")
    with running(*words, cwd=tmp_path) as command:
        command.wait_for("being played")
        interrupt(command)


def test_demo_that_starts(tmp_path: Path) -> None:
    """While its processes are still coming up."""
    with running("demo", cwd=tmp_path) as command:
        command.wait_for("Starting a server")
        interrupt(command)


def test_match(tmp_path: Path) -> None:
    """In the middle of a turn."""
    (tmp_path / "slow.py").write_text(
        "import sys, time\nimport gridarena\n\n\nclass Slow(gridarena.Agent):\n"
        "    def match_started(self, match):\n        open('started', 'w').close()\n\n"
        "    def play(self, turn):\n        while True:\n            time.sleep(0.01)\n",
        encoding="utf-8",
    )
    words = ("match", "./slow.py:Slow", "./slow.py:Slow", "--time", "30")
    with running(*words, cwd=tmp_path) as command:
        until = time.monotonic() + 60
        while not (tmp_path / "started").exists():
            assert time.monotonic() < until
            time.sleep(0.05)
        interrupt(command)


def test_a_tournament_that_is_watched(server: Served, tmp_path: Path) -> None:
    """Only the watching ends."""
    words = ("tournament", "create", "--board", "empty-2x2", "--agents", "a,b", "--json")
    number = str(gridarena(*words, cwd=tmp_path, extra=server.extra).json()["tournament"])
    with running("tournament", "start", number, "--wait", cwd=tmp_path, extra=server.extra) as command:
        command.wait_for("0 of 2")
        interrupt(command)
    view = gridarena("tournament", "status", "--json", cwd=tmp_path, extra=server.extra).json()
    assert [one["status"] for one in view["tournaments"] if str(one["id"]) == number] == ["running"]


def test_solve(tmp_path: Path) -> None:
    """In the middle of a compiled search that would take hours, and says that it searches."""
    near = "2 2\n1 2 3 4\n3 4 1 2\n2 1 4 3\n. . . ."
    assert gridarena("solve", "sudoku", "--position", near, cwd=tmp_path).code == 0  # everything is compiled now
    with running("solve", "sudoku", "--board", "hard-2x3-7", cwd=tmp_path) as command:
        command.wait_for("searching")
        interrupt(command)


def test_bench(tmp_path: Path) -> None:
    """Its measured processes go with it."""
    with running("bench", "turns", cwd=tmp_path) as command:
        command.wait_for("in flight")
        interrupt(command)
