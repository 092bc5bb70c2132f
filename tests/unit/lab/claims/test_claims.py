"""The claims of the five reports: every one can be played or measured, or says why not."""

from dataclasses import replace
from pathlib import Path

import pytest

from gridarena_lab.claims import probes
from gridarena_lab.claims.claim import Claim, Finding
from gridarena_lab.claims.run import all_claims, judge_all, play_all, trials
from gridarena_lab.claims.telling import summary, table, write
from gridarena_lab.experiment.wanted import plan_of
from support.experiments import played


def test_every_claim_has_one_way_to_be_decided() -> None:
    """Games with a judge, a measurement, or a reason against both."""
    for claim in all_claims():
        ways = [claim.trial is not None and claim.judge is not None, claim.probe is not None, bool(claim.impossible)]
        assert sum(ways) == 1, claim.words
        assert claim.theirs


def test_every_report_makes_a_claim_and_every_experiment_can_be_planned() -> None:
    """Agents, boards and budgets exist; two experiments never share a folder."""
    claims = all_claims()
    assert {claim.report for claim in claims} == {0, 1, 2, 3, 4}
    names = [trial.name for trial in trials(claims)]
    assert len(set(names)) == len(names)
    for trial in trials(claims):
        assert plan_of(trial.wanted).plan.cells


def test_every_judge_survives_every_result() -> None:
    """Nothing played, all won, all drawn: a verdict each, never a crash."""
    for claim in all_claims():
        if claim.trial is None or claim.judge is None:
            continue
        plan = replace(plan_of(claim.trial.wanted).plan, pairs=8)
        assert claim.judge([]).verdict == "cannot be checked"
        for made in (1.0, 0.5):
            assert claim.judge(played(plan, lambda cell, pair, leg, made=made: made)).ours


def test_no_time_plays_nothing_and_says_so(tmp_path: Path) -> None:
    """The first experiment and the number of the others."""
    said: list[str] = []

    class Told:
        def say(self, line: str) -> None:
            said.append(line)

    play_all(all_claims(), 0, Told(), folder=tmp_path)  # type: ignore[arg-type] # nothing begins
    assert len(said) == 1
    assert "the same command goes on" in said[0]
    assert not list(tmp_path.iterdir())


def test_verdicts_are_written_down(tmp_path: Path) -> None:
    """A table of claim, conditions, ours, verdict and why, in three forms."""
    impossible = Claim(9, "the moon is made of cheese", "once", impossible="nobody went")
    measured = Claim(9, "1 + 1 = 2", "always", probe=lambda: Finding("2", "held", "counted"), conditions="by hand")
    judged = judge_all((impossible, measured), tmp_path)
    assert summary(judged) == "1 held, 0 not held, 1 cannot be checked."
    assert table(judged).rows[1] == ("9", "1 + 1 = 2", "always", "by hand", "2", "held", "counted")
    made = write(judged, tmp_path, "gridarena lab reports --within 20m")
    assert "made of cheese" in (made / "report.md").read_text(encoding="utf-8")
    assert sorted(file.name for file in made.iterdir()) == ["report.html", "report.md", "table.tex"]


@pytest.mark.parametrize(("agent", "board"), [("greedy?seed=1", "easy-2x2"), ("pmcs?n=50&seed=1", "2x2")])
def test_a_first_move_is_measured(agent: str, board: str) -> None:
    """The game is the board's; the time is the processor's."""
    assert probes.first_move(agent, board) == probes.first_move(agent, board)
    assert probes.first_move_s(agent, board) > 0
