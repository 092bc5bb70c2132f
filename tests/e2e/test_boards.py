"""Four agents on the small start positions of the course, by the commands a host types.

`poe twelve` plays them all at 0.1 s a turn. Here the machine may be busy with other things, and a process that gets no
processor for a whole turn has rightly missed it, so a turn is longer.
"""

from contextlib import ExitStack
from pathlib import Path

import pytest

from support.cli import Served, gridarena, running
from support.shared import shared

pytestmark = pytest.mark.timeout(150)

AGENTS = ("random", "greedy", "minimax", "skip")
BOARDS = ("empty-2x2", "easy-2x2")


def test_every_match_is_played_to_its_end(own_server: Served, tmp_path: Path) -> None:
    """Nothing void, nobody late, every turn readable."""
    files = [str(shared(f"boards/{name}.txt")) for name in BOARDS]
    with ExitStack() as stack:
        for name in AGENTS:
            agent = stack.enter_context(running("play", name, cwd=tmp_path, extra=own_server.team(name, tmp_path)))
            agent.wait_for("connected to")
        words = ("tournament", "create", "--game", "sudoku", "--board", *files, "--time", "0.3", "--json")
        created = gridarena(*words, cwd=tmp_path, extra=own_server.extra).json()
        assert created["matches"] == 24
        words = ("tournament", "start", str(created["tournament"]), "--wait", "--json")
        over = gridarena(*words, cwd=tmp_path, extra=own_server.extra, limit_s=120).json()
    assert (over["status"], over["finished"], over["voided"]) == ("finished", 24, 0)
    history = gridarena("history", "--json", cwd=tmp_path, extra=own_server.extra).json()
    assert [match["header"]["board"] for match in history["matches"]].count("easy-2x2") == 12
    for listed in history["matches"]:
        assert listed["result"]["termination"] == "completed", listed["result"]["reason"]
    for number in (1, 24):
        match = gridarena("show", str(number), "--json", cwd=tmp_path, extra=own_server.extra).json()
        assert match["chain"] is True
        assert len(match["turns"]) == match["result"]["turns"] > 0
