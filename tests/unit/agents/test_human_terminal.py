"""A person at a real terminal: what is typed there, wrong input and the end of the input."""

import os
import select
import subprocess
import sys
import time

import pytest

pty = pytest.importorskip("pty", reason="this platform has no pseudo-terminals")
pytestmark = pytest.mark.timeout(120)  # starts processes

QUESTION = "your move"
MATCH = (sys.executable, "-m", "gridarena_cli", "match", "human", "random", "--games", "1", "--board")


class Terminal:
    """A command whose input and output are a terminal of its own, where Ctrl-D is a key."""

    def __init__(self, *command: str) -> None:
        self._own, theirs = pty.openpty()
        self._process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True)
        os.close(theirs)
        self.shown = ""
        self._read = 0

    def type(self, text: str, after: str) -> None:
        """Waits until something new is shown with ``after`` in it, then types."""
        while after not in self.shown[self._read :]:
            assert self._more(), f"it ended without {after!r}: {self.shown}"
        self._read = len(self.shown)
        os.write(self._own, text.encode())

    def wait(self) -> int:
        """Reads to the end; the exit code."""
        while self._more():
            pass
        os.close(self._own)
        return self._process.wait()

    def _more(self) -> bool:
        until = time.monotonic() + 100
        while time.monotonic() < until:
            if select.select([self._own], [], [], 1)[0]:
                try:
                    data = os.read(self._own, 4096)
                except OSError:  # Linux: the other end is closed
                    return False
                self.shown += data.decode("utf-8", "replace")
                return bool(data)
        raise AssertionError(f"nothing comes any more: {self.shown}")


@pytest.mark.parametrize(
    ("board", "wrong", "right"),
    [("1x1", ["hello", "h(9,9)", ""], "h(0,0)"), ("empty-2x2", ["(0,0) -> 9", "h(0,0)"], "(0,0) -> 1")],
)
def test_wrong_input_is_asked_again(board: str, wrong: list[str], right: str) -> None:
    """In both games; then a legal move is made, and `resign` ends it."""
    terminal = Terminal(*MATCH, board)
    for text in (*wrong, right, "resign"):
        terminal.type(f"{text}\n", after=QUESTION)
    assert terminal.wait() == 0
    assert terminal.shown.count("not a move here") == len([text for text in wrong if text])
    assert "you resigned" in terminal.shown
    assert "Traceback" not in terminal.shown


def test_the_end_of_the_input_resigns() -> None:
    """Ctrl-D on an empty line."""
    terminal = Terminal(*MATCH, "1x1")
    terminal.type("\x04", after=QUESTION)
    assert terminal.wait() == 0
    assert "you resigned" in terminal.shown
    assert "Traceback" not in terminal.shown
