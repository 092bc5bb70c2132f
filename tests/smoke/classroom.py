"""A class on one machine: twenty agents of the corpus by `play --each`, four of our own beside them; `poe class`.

Two round robins at 0.1 s a turn, in classic and in rows. In rows the agents of the classic generation, which know no
other mode, lose by the rules sooner or later; nobody else may, and nobody by a missing proposal.
"""

import contextlib
import shutil
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from gridarena_agents.course.scan import scan
from support.cli import Served, gridarena, running, served
from support.submissions import corpus

NATIVE = ("random", "greedy", "minimax", "skip")
CLASS = 20
JOBS = 2
LIMIT_S = 4 * 3600.0
LOADING_S = 600.0

pytestmark = pytest.mark.timeout(LIMIT_S)


def chosen() -> list[Path]:
    """Twenty submissions: all of the newer generation, then others; none that needs another one beside it."""
    alone = [path for path in corpus() if path.name != "team10_A2"]
    return sorted(alone, key=lambda path: (scan(path).only().generation != "v14", path.name))[:CLASS]


def test_a_class_plays_two_round_robins(tmp_path: Path) -> None:
    """Every match is played and counts."""
    subs = tmp_path / "subs"
    for path in chosen():
        shutil.copytree(path, subs / path.name)
    with served(tmp_path) as server, contextlib.ExitStack() as agents:
        words = ("play", "--each", str(subs), "--jobs", str(JOBS))
        crew = agents.enter_context(running(*words, cwd=tmp_path, extra=server.team("class", tmp_path)))
        for name in NATIVE:
            extra = server.team(name, tmp_path)
            agents.enter_context(running("play", name, cwd=tmp_path, extra=extra)).wait_for(f"as {name}")
        crew.wait_for(f"{CLASS} agents connected, 0 matches", LOADING_S)
        for mode in ("classic", "rows"):
            began = time.monotonic()
            records = play(server, mode, tmp_path)
            report(mode, records, time.monotonic() - began)
            judge(mode, records)


def play(server: Served, mode: str, folder: Path) -> list[dict[str, Any]]:
    """All matches of a tournament of everybody."""
    words = ("tournament", "create", "--board", "empty-2x2", "--option", f"mode={mode}", "--time", "0.1", "--yes")
    created = gridarena(*words, "--json", cwd=folder, extra=server.extra).json()
    number = str(created["tournament"])
    words = ("tournament", "start", number, "--wait", "--json")
    over = gridarena(*words, cwd=folder, extra=server.extra, limit_s=LIMIT_S).json()
    assert (over["status"], over["finished"], over["voided"]) == ("finished", created["matches"], 0)
    records: list[dict[str, Any]] = []
    before: list[str] = []
    while True:
        words = ("history", "--tournament", number, "--limit", "100", *before, "--json")
        page = gridarena(*words, cwd=folder, extra=server.extra).json()
        records += [read(server, one["match"], folder) for one in page["matches"]]
        if page["next_before"] is None:
            return records
        before = ["--before", str(page["next_before"])]


def read(server: Served, match: int, folder: Path) -> dict[str, Any]:
    """One match as everybody may see it."""
    shown: dict[str, Any] = gridarena("show", str(match), "--json", cwd=folder, extra=server.extra).json()
    assert shown["chain"] is True
    assert shown["header"]["rated"]
    return shown


def judge(mode: str, records: list[dict[str, Any]]) -> None:
    """Only agents that do not know the mode lose by the rules."""
    classic = {scan(path).only().name for path in corpus() if scan(path).only().generation == "classic"}
    for one in records:
        result = one["result"]
        if result["termination"] != "completed":
            loser = one["header"]["agents"][1 - result["winner"]].partition("/")[2]
            assert mode == "rows", result
            assert loser in classic, result
            assert result["termination"] in ("illegal", "taboo"), result


def report(mode: str, records: list[dict[str, Any]], seconds: float) -> None:
    """The figures, for whoever ran it."""
    turns = [turn for one in records for turn in one["turns"] if turn["skip"] is None]
    saved = sum(turn["fallback"] for turn in turns)
    ends = dict(Counter(one["result"]["termination"] for one in records))
    print(f"{mode}: {len(records)} matches in {seconds / 60:.1f} min, {ends}; {saved} of {len(turns)} turns saved")
