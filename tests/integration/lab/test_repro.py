"""`repro` on the command line: from a file and from a server, with a debugger, and what it refuses."""

import json
from pathlib import Path

import pytest

from gridarena_cli import saved
from support.cli import gridarena
from support.matches import RECORD
from support.sdk import write_agent

pytestmark = pytest.mark.timeout(60)

MINE = """
class Mine(gridarena.Agent):
    def play(self, turn):
        breakpoint()
        print("thinking about turn", turn.number)
        turn.propose("(3,2) -> 2", value=2)
"""


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    return str(saved.keep(RECORD, 1))


def test_a_turn_is_searched_again_with_a_debugger_in_it(kept: str, tmp_path: Path) -> None:
    """Both searches are shown; the time at the prompt does not count."""
    write_agent(tmp_path, MINE)
    prompt = "import time; time.sleep(0.2); print('left', turn.closed)\nc\n"
    done = gridarena("repro", kept, "--turn", "3", "mine.py", cwd=tmp_path, stdin=prompt)
    assert done.code == 0, done.err
    assert "left False" in done.out
    assert "thinking about turn 3" in done.out
    now, then = (line for line in done.out.splitlines() if line.startswith(("now", "then")))
    assert now.split()[1:10] == ["mine.py", "(3,2)", "->", "2", "accepted", "+1", "proposal", "1", "after"]
    assert "(3,2) -> 2" in then
    assert "proposal 2 after 12.3 ms" in then


def test_json_is_one_object_whatever_the_agent_prints(kept: str, tmp_path: Path) -> None:
    """Its prints go to the terminal."""
    write_agent(tmp_path, MINE.replace("        breakpoint()\n", ""))
    found = gridarena("repro", kept, "-k", "3", "mine.py", "--json", "--untimed", cwd=tmp_path).json()
    assert (found["match"], found["now"]["move"], found["then"]["move"]) == (17, "(3,2) -> 2", "(3,2) -> 2")
    assert found["clock"] == {"kind": "untimed", "budget_ms": None}


@pytest.mark.parametrize(
    ("words", "code", "text"),
    [
        (("-k", "9", "random"), 10, "has turns 1 to 4, not 9"),
        (("-k", "1", "./none.py"), 9, "expected an agent's file"),
        (("-k", "1", "mine.py"), 9, "cannot be loaded: RuntimeError: broken; traceback: "),
        (("-k", "1", "random", "--time", "0"), 2, "expected --time from"),
        (("-k", "1", "random", "--time", "1", "--untimed"), 2, "takes no --time"),
    ],
)
def test_what_cannot_be_searched_gets_one_line(
    words: tuple[str, ...], code: int, text: str, kept: str, tmp_path: Path
) -> None:
    """And its number."""
    write_agent(tmp_path, "raise RuntimeError('broken')\n")
    done = gridarena("repro", kept, *words, cwd=tmp_path)
    assert done.code == code
    assert text in done.line()


def test_a_skipped_turn_has_nobody_to_think(tmp_path: Path, kept: str) -> None:
    """A pass is the game's own doing."""
    shape = json.loads(Path(kept).read_text(encoding="utf-8"))
    shape["turns"][0] |= {"verdict": "skipped", "move": "", "answer": None, "reason": "no move", "skip": "no squares"}
    Path(kept).write_text(json.dumps(shape), encoding="utf-8")
    assert "nobody moved (no move)" in gridarena("repro", kept, "-k", "1", "random", cwd=tmp_path).line()
