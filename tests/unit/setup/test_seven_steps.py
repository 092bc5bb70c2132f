"""From random to champion: what the document shows are the files, and each of them plays."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from gridarena_lab import match
from gridarena_lab.contest import Report
from support.scripts import ROOT

STEPS = sorted((ROOT / "examples" / "seven_steps").glob("step*.py"))
PAGE = (ROOT / "docs" / "seven-steps.md").read_text(encoding="utf-8")

pytestmark = pytest.mark.timeout(120)  # the last one may have to compile its kernel


def test_the_document_shows_the_very_files() -> None:
    """All seven, in order, letter by letter."""
    assert len(STEPS) == 7
    assert re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL) == [step.read_text(encoding="utf-8") for step in STEPS]


@pytest.mark.parametrize("words", [["1"], ["0"], ["-3"], ["many"], ["2", "3"]], ids=" ".join)
def test_an_interval_takes_two_pairs(words: list[str]) -> None:
    """Fewer, or no number, get one line before anything is played."""
    measure = STEPS[0].with_name("measure.py")
    done = subprocess.run([sys.executable, str(measure), *words], capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 1
    assert done.stderr == f"expected at least 2 PAIRS, which an interval takes, got {' '.join(words)!r}\n"


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.stem)
def test_every_step_plays_whole_matches(step: Path, tmp_path: Path) -> None:
    """From both seats, without an illegal move, an exception or a loss for want of one."""
    said: list[str] = []
    nodes = "&nodes=60" if step.stem >= "step4" else ""
    records = match(
        f"{step}?seed=1{nodes}", "random?seed=2", board="empty-2x2", time=None, driver="direct",
        log_folder=tmp_path, report=Report(said.append),
    )  # fmt: skip
    assert said == []
    assert [record.result.termination for record in records if record.result] == ["completed", "completed"]


@pytest.mark.parametrize("step", STEPS[1:], ids=lambda step: step.stem)
def test_no_step_walks_into_a_bomb_at_an_odd_number(step: Path, tmp_path: Path) -> None:
    """From the second on a pass is never an accident; only the last two pass at all, and at even numbers of cells."""
    nodes = "&nodes=60" if step.stem >= "step4" else ""
    records = match(
        f"{step}?seed=3{nodes}", "random?seed=4", board="random-2x3", time=None, driver="direct",
        log_folder=tmp_path, report=Report(lambda text: None),
    )  # fmt: skip
    for record in records:
        empties = record.header.setup.count(".")
        for turn in record.turns:
            if turn.verdict == "taboo" and record.header.agents[turn.seat] == step.stem:
                assert step.stem >= "step6"
                assert step.stem == "step7_endgame" or empties % 2 == 0
            empties -= turn.verdict == "accepted"
