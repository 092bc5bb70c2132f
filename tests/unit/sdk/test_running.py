"""How an agent is put to work."""

import asyncio
import subprocess
import sys
import threading
from collections.abc import Coroutine
from pathlib import Path

import pytest

from gridarena import running
from gridarena.errors import UnusableFileError
from gridarena.resolve import find_agent, load_agent, loading
from gridarena.running import say
from support.sdk import write_agent

BODY = """
class Mine(gridarena.Agent):
    def play(self, turn):
        pass

gridarena.run(Mine)
"""


def run_file(file: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(file), *arguments], capture_output=True, text=True, timeout=15, check=False, env={}
    )


def test_help_lists_every_way_in(tmp_path: Path) -> None:
    """Address, token, files and variables, without a connection."""
    done = run_file(write_agent(tmp_path, BODY), "--help")
    assert done.returncode == 0
    for word in ("--server", "--token-file", "--join", "--inline", "GRIDARENA_SERVER", "GRIDARENA_TOKEN"):
        assert word in done.stdout


@pytest.mark.parametrize(
    ("arguments", "code", "line"),
    [
        ((), 2, "mine.py: expected a server: gridarena join FILE keeps the host's"),
        (("--server", "a b"), 2, "mine.py: expected a server's address like"),
        (("--server", "a:1", "--token-file", "no-such"), 9, "mine.py: expected a file that holds the token at no-such"),
        (("--slots", "0"), 2, "expected a number of at least 1, got '0'"),
    ],
)
def test_bad_command_line_gets_one_line(tmp_path: Path, arguments: tuple[str, ...], code: int, line: str) -> None:
    """And its exit code; never a traceback."""
    done = run_file(write_agent(tmp_path, BODY), *arguments)
    assert done.returncode == code
    assert line in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("call", ["gridarena.run(Mine)", "gridarena.run(Mine, [])"])
def test_file_without_a_main_guard_can_be_loaded_anywhere(tmp_path: Path, call: str) -> None:
    """As `gridarena play ./mine.py --inline` does: the command line is not the file's."""
    file = write_agent(tmp_path, BODY.replace("gridarena.run(Mine)", call), name=f"unguarded_{len(call)}.py")
    assert load_agent(find_agent(str(file))).__qualname__ == "Mine"
    assert not loading()


def test_file_that_plays_while_it_is_loaded_is_told_what_it_lacks(tmp_path: Path) -> None:
    """It would play in the middle of whatever loads it."""
    file = write_agent(tmp_path, BODY.replace("run(Mine)", "play(Mine, ())"), name="playing.py")
    with pytest.raises(UnusableFileError, match=r"playing\.py calls play\(\) while it is loaded"):
        load_agent(find_agent(str(file)))
    assert not loading()


def test_lines_are_harmless_on_any_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever a server puts into a text, one line stays one line and moves no cursor."""
    say("match 1: \x1b[2Jwon\nby points")
    assert capsys.readouterr().err == "match 1:  [2Jwon by points\n"


def test_interrupt_before_the_thread_has_a_loop_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The agent does not play on behind the back of whoever has stopped it."""
    run, wait_for = asyncio.run, running._wait_for
    go, waits, worked = threading.Event(), [0], []

    def run_late(work: Coroutine[None, None, None]) -> None:
        go.wait(60)
        run(work)

    def interrupted(over: threading.Event) -> None:
        waits[0] += 1
        if waits == [1]:
            raise KeyboardInterrupt
        go.set()
        wait_for(over)

    async def work() -> None:
        worked.append(True)

    monkeypatch.setattr(asyncio, "run", run_late)
    monkeypatch.setattr(running, "_wait_for", interrupted)
    with pytest.raises(KeyboardInterrupt):
        running._run_in_thread(work)
    assert (waits, worked) == ([2], [])
