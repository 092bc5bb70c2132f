"""The twelve real start positions, four agents, every pair with both seat orders: `poe twelve`, which takes a while.

The positions are the course's and are not part of the project: GRIDARENA_SHARED names the folder that holds `boards/`.
"""

import contextlib
from pathlib import Path

import pytest

from support.cli import Served, gridarena, running, served
from support.shared import shared

AGENTS = ("random", "greedy", "minimax", "skip")
BOARDS = 12
MATCHES = BOARDS * 6 * 2
LIMIT_S = 4 * 3600.0

pytestmark = pytest.mark.timeout(LIMIT_S)


def test_the_twelve_start_positions_are_played_to_their_ends(tmp_path: Path) -> None:
    """No match is voided, no turn is missed, and every turn can be read."""
    boards = sorted(shared("boards").glob("*.txt"))
    assert len(boards) == BOARDS
    with served(tmp_path) as server, contextlib.ExitStack() as agents:
        for name in AGENTS:
            extra = server.team(name, tmp_path)
            agent = agents.enter_context(running("play", name, cwd=tmp_path, extra=extra))
            agent.wait_for(name)
        number = create(server, boards, tmp_path)
        words = ("tournament", "start", number, "--wait", "--json")
        over = gridarena(*words, cwd=tmp_path, extra=server.extra, limit_s=LIMIT_S).json()
        assert (over["status"], over["finished"], over["voided"]) == ("finished", MATCHES, 0)
        for match in range(1, MATCHES + 1):
            read(server, match, tmp_path)


def create(server: Served, boards: list[Path], folder: Path) -> str:
    """The tournament's number."""
    words = ("tournament", "create", "--game", "sudoku", "--board", *map(str, boards), "--time", "0.1")
    created = gridarena(*words, "--agents", ",".join(AGENTS), "--yes", "--json", cwd=folder, extra=server.extra).json()
    assert created["matches"] == MATCHES
    return str(created["tournament"])


def read(server: Served, match: int, folder: Path) -> None:
    """One match as everybody may see it."""
    shown = gridarena("show", str(match), "--json", cwd=folder, extra={"GRIDARENA_SERVER": server.address}).json()
    assert shown["chain"] is True
    assert shown["result"]["termination"] != "missing", shown["result"]
    assert len(shown["turns"]) == shown["result"]["turns"] > 0
