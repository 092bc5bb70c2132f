"""`check` of a course agent: what its sources show comes before what its matches show."""

from dataclasses import replace
from pathlib import Path

import pytest

from gridarena.findings import Finding, sound
from gridarena_lab.check import Trial, examine, findings
from gridarena_protocol.views import StartBoard
from support.course import write_course_agent
from support.matches import SETUP
from support.submissions import CORPUS, write

pytestmark = pytest.mark.timeout(60)


async def report(path: Path, folder: Path) -> list[Finding]:
    """All that is not right."""
    board = StartBoard("last-row", SETUP, {})
    trial = Trial(f"course:{path}", "sudoku", (board,), 0.3, ("random",), 2048, folder / "logs")
    evidence = replace(await examine(trial, lambda progress: None), neighbours=0.0)  # other tests are no finding
    return [finding for finding in findings(evidence) if finding.level != "ok"]


async def test_a_removed_name_of_numpy_is_named_where_it_stands(tmp_path: Path) -> None:
    """Once by the line in the source, and again by the exception it raises."""
    agent = write_course_agent(tmp_path, "self.propose_move(Move(np.int(3), 0, 4))", above="import numpy as np\n")
    found = await report(agent, tmp_path)
    [source] = [finding for finding in found if finding.check == "numpy"]
    assert source.text.startswith("team00_A2/sudokuai.py, line 8: uses np.int, which this numpy does not have")
    assert "crash" in {finding.check for finding in found}
    assert not sound(found)


async def test_an_agent_that_cannot_be_loaded_is_read_all_the_same(tmp_path: Path) -> None:
    """The line that fails has its own finding."""
    agent = write_course_agent(tmp_path, "Move(0, 0, 1)", above="import package_of_nobody\n")
    write(agent, {"notes.py": "def ("})
    found = await report(agent, tmp_path)
    assert [finding.check for finding in found] == ["load", "package"]
    assert found[1].text.startswith("team00_A2/sudokuai.py, line 1: imports package_of_nobody")


async def test_an_agent_of_the_corpus_has_no_fault(tmp_path: Path) -> None:
    """Nothing to repair; it plays by the rules."""
    assert await report(CORPUS / "team02_A2", tmp_path) == []
