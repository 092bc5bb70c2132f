"""`play --each`: a class on one machine, as a teacher runs it."""

import shutil
from itertools import pairwise
from pathlib import Path

import pytest

from support.cli import Served, gone, gridarena, running
from support.submissions import CORPUS, write, zipped

pytestmark = pytest.mark.timeout(120)

NATIVE = """
import gridarena


class Native(gridarena.Agent):
    def play(self, turn: gridarena.Turn) -> None:
        turn.propose(next(turn.board.legal_moves()), line="my own word")
"""


def test_a_class_plays_a_tournament(own_server: Served, tmp_path: Path) -> None:
    """A folder, a zip, a file; one that cannot play leaves the others alone, and nothing is left at the end."""
    subs = tmp_path / "subs"
    write(subs, {"native.py": NATIVE, "broken/sudokuai.py": "import package_of_nobody\nclass SudokuAI: ..."})
    shutil.copytree(CORPUS / "team02_A2", subs / "team02_A2")
    zipped(CORPUS / "team20_A2", subs / "handed in 20.zip", inner="team20_A2")
    team = own_server.team("class", tmp_path)
    with running("play", "--each", "subs", "--jobs", "1", "--memory", "1G", cwd=tmp_path, extra=team) as crew:
        crew.wait_for("4 agents, 1 match at once, 1G of memory a turn")
        assert "package_of_nobody" in crew.wait_for("broken does not play")
        crew.wait_for("3 agents connected, 1 cannot play")
        words = ("tournament", "create", "--board", "empty-2x2", "--time", "0.3", "--yes", "--json")
        number = gridarena(*words, cwd=tmp_path, extra=own_server.extra).json()["tournament"]
        words = ("tournament", "start", str(number), "--wait", "--json")
        over = gridarena(*words, cwd=tmp_path, extra=own_server.extra).json()
        assert (over["status"], over["finished"], over["voided"]) == ("finished", 6, 0)
        see_the_matches(own_server, tmp_path)
        family = crew.family()
        crew.interrupt()
        assert crew.wait().code == 130
        assert gone(family) == []


def see_the_matches(server: Served, folder: Path) -> None:
    """One after the other, rated, played out, with the machine's load in the proposals."""
    listed = gridarena("history", "--json", cwd=folder, extra=server.extra).json()["matches"]
    records = [gridarena("show", str(one["match"]), "--json", cwd=folder, extra=server.extra).json() for one in listed]
    spans = sorted((one["header"]["started_at"], one["result"]["ended_at"]) for one in records)
    assert all(ended <= began for (_, ended), (began, _) in pairwise(spans))
    assert {agent for one in records for agent in one["header"]["agents"]} == {
        "class/native",
        "class/team02_A2",
        "class/team20_A2",
    }
    for one in records:
        assert one["header"]["rated"]
        assert one["result"]["termination"] == "completed"
    proposals = [seen for one in records for detail in one["details"] for seen in detail["seen"]]
    lines = [seen["thinking"]["line"] for seen in proposals if seen["thinking"]]
    assert any(line.startswith("machine: cpu ") for line in lines)
    assert any(line.startswith("my own word; machine: cpu ") for line in lines)
