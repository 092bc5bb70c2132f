"""`check` finds each planted fault by its own line, and nothing in agents that are right."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from gridarena._workers import Worker
from gridarena.findings import Finding, Level, sound
from gridarena.resolve import find_agent
from gridarena_lab.check import Evidence, Progress, Trial, examine, findings
from gridarena_lab.check.trial import _Examination
from gridarena_protocol.views import StartBoard
from support.cli import gridarena
from support.matches import SETUP

pytestmark = pytest.mark.timeout(60)

FAULTY = Path(__file__).parents[2] / "data" / "faulty_agents"
ROW = StartBoard("last-row", SETUP, {})


async def seen(address: str, folder: Path, *, time_s: float = 0.3, memory_mb: int = 2048) -> Evidence:
    trial = Trial(address, "sudoku", (ROW,), time_s, ("random", "greedy"), memory_mb, folder)
    told: list[Progress] = []
    evidence = await examine(trial, told.append)
    assert [now.number for now in told] == [match.number for match in evidence.matches]
    return replace(evidence, neighbours=0.0)  # other tests run beside this one, and are no finding about an agent


async def report(address: str, folder: Path, **more: float) -> list[Finding]:
    found = [finding for finding in findings(await seen(address, folder, **more)) if finding.level != "ok"]  # type: ignore[arg-type]
    assert all("\n" not in finding.text for finding in found)
    return found


@pytest.mark.parametrize(
    ("agent", "check", "level", "words"),
    [
        ("raises_at_import.py", "load", "problem", "RuntimeError: the weights are not there; traceback: "),
        ("no_such_class.py:Faulty", "load", "problem", "expected an agent 'Faulty'"),
        ("no_such_class.py:Misspelt?dpth=3", "load", "problem", "unexpected keyword argument 'dpth'"),
        ("raises_in_play.py", "crash", "problem", "no children, no average; traceback: "),
        ("illegal_move.py", "illegal", "problem", "expected row and column 0 to 3, value 1 to 4, got (99,99) -> 1"),
        ("never_returns.py", "stop", "problem", "poll turn.stop[0] or turn.closed"),
        ("ignores_stop.py", "stop", "problem", "poll turn.stop[0] or turn.closed"),
        ("late.py", "first", "problem", "the time was up before the first proposal in "),
        ("eats_memory.py", "memory", "problem", "more than 100 MB, so it was stopped"),
        ("prints_much.py", "output", "warning", "prints 9.5 MB in match 1 (last-row against random)"),
        ("never_proposes.py", "proposal", "problem", "came back without a proposal in "),
    ],
)  # fmt: skip
async def test_every_planted_fault_is_found(agent: str, check: str, level: Level, words: str, tmp_path: Path) -> None:
    """By a line of its own that says where, and by the exit code where it must be repaired."""
    found = await report(f"{FAULTY}/{agent}", tmp_path, memory_mb=100)
    named = [finding for finding in found if finding.check == check]
    assert [finding.level for finding in named] == [level], found
    assert words in named[0].text
    assert sound(found) == (level != "problem")


async def test_a_fault_that_costs_workers_is_not_played_to_the_end(tmp_path: Path) -> None:
    """Each lost worker costs a second; three say as much as thirty."""
    evidence = await seen(f"{FAULTY}/ignores_stop.py", tmp_path)
    assert evidence.cut_short == "3 worker processes were lost"
    assert "stop" in [finding.check for finding in findings(evidence) if finding.level == "problem"]
    assert "first" not in [finding.check for finding in findings(evidence) if finding.level == "problem"]


async def test_a_match_that_is_given_up_before_anybody_sits_there_ends(tmp_path: Path) -> None:
    """The worker turns out too heavy while the first match waits for it: once that match went on for ever."""
    trial = Trial("random", "sudoku", (ROW,), 0.3, ("random",), 2048, tmp_path)
    examination = _Examination(trial, find_agent(trial.address), lambda progress: None)
    borrow = examination._pool.borrow

    async def heavy() -> Worker:
        worker = await borrow()
        examination._too_heavy()
        return worker

    examination._pool.borrow = heavy  # type: ignore[method-assign]
    evidence = await asyncio.wait_for(examination.run(), 30)
    assert evidence.cut_short == "it took too much memory"
    assert [match.record.void is not None for match in evidence.matches] == [True]


async def test_the_fallback_is_named_where_it_was_needed(tmp_path: Path) -> None:
    """A crash behind a proposal needs none, a silent turn does."""
    for agent, expected in (("never_proposes.py", {"proposal", "fallback"}), ("illegal_move.py", {"illegal"})):
        found = await report(f"{FAULTY}/{agent}", tmp_path)
        assert {finding.check for finding in found if finding.level == "problem"} == expected


@pytest.mark.parametrize("agent", ["random", "greedy", "minimax?nodes=300", "skip?nodes=300"])
async def test_nothing_is_found_in_a_good_agent(agent: str, tmp_path: Path) -> None:
    """Every line is there, and every one is in order."""
    evidence = await seen(agent, tmp_path, time_s=2.0)
    found = findings(evidence)
    assert [finding for finding in found if finding.level != "ok"] == []
    assert [finding.check for finding in found] == [
        "load", "crash", "illegal", "proposal", "first", "stop", "fallback", "memory", "output", "score",
    ]  # fmt: skip
    assert len(evidence.matches) == 2
    assert {match.seat for match in evidence.matches} == {0, 1}


def test_the_command_prints_the_report_and_ends_accordingly(tmp_path: Path) -> None:
    """0 and 1, as `doctor`; the matches can be looked into; a wrong address is a usage error."""
    bad = gridarena("check", str(FAULTY / "illegal_move.py"), "--board", "easy-2x2", cwd=tmp_path)
    assert bad.code == 1
    assert "problem  illegal   illegal moves in " in bad.out
    assert gridarena("show", "gridarena-logs/check/match-1.json", "--why", cwd=tmp_path).code == 0
    good = gridarena("check", "random", "--board", "empty-2x2", "--time", "1", "--json", cwd=tmp_path).json()
    assert (good["ok"], good["matches"]) == (True, 2)
    assert "none.py" in gridarena("check", "./none.py", cwd=tmp_path).line()
