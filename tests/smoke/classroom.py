"""A class on one machine: twenty agents of the corpus by `play --each`, four of our own beside them; `poe class`.

Two round robins at 0.1 s a turn, in classic and in rows. In rows the agents of the classic generation, which know no
other mode, live on the SDK's random move; every match is played to its end.
"""

import contextlib
import shutil
import threading
import time
from collections import Counter
from pathlib import Path

import pytest

from gridarena._client import Client, ask
from gridarena_agents.course.scan import scan
from gridarena_protocol.records import Record, chain
from gridarena_protocol.views import MatchesQuery
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
        played = {}
        for mode in ("classic", "rows"):
            began = time.monotonic()
            with Lag() as lag:
                played[mode] = play(server, mode, tmp_path)
            report(mode, played[mode], time.monotonic() - began, lag)
        for records in played.values():
            judge(records)


class Lag(contextlib.AbstractContextManager["Lag"]):
    """How late this machine wakes a thread that only sleeps: what no agent and no server can do anything about."""

    def __init__(self) -> None:
        self.late = 0
        """Wakes that came more than 50 ms late."""
        self.wakes = 0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> "Lag":
        self._thread.start()
        return self

    def __exit__(self, *failure: object) -> None:
        self._over.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._over.is_set():
            before = time.monotonic()
            time.sleep(0.01)
            self.wakes += 1
            self.late += time.monotonic() - before > 0.06


def play(server: Served, mode: str, folder: Path) -> list[Record]:
    """All matches of a tournament of everybody."""
    words = ("tournament", "create", "--board", "empty-2x2", "--option", f"mode={mode}", "--time", "0.1", "--yes")
    created = gridarena(*words, "--json", cwd=folder, extra=server.extra).json()
    number = str(created["tournament"])
    words = ("tournament", "start", number, "--wait", "--json")
    over = gridarena(*words, cwd=folder, extra=server.extra, limit_s=LIMIT_S).json()
    assert (over["status"], over["finished"], over["voided"]) == ("finished", created["matches"], 0)
    return ask(server.as_host, lambda client: read(client, int(number)))


async def read(client: Client, tournament: int) -> list[Record]:
    """All matches of a tournament, each rated and with a chain that holds."""
    records: list[Record] = []
    before: int | None = None
    while True:
        page = await client.matches(MatchesQuery(tournament=tournament, limit=100, before=before))
        records += [await client.match(one.header.match) for one in page.matches]
        if page.next_before is None:
            break
        before = page.next_before
    for record in records:
        assert record.header.rated
        assert list(record.hashes) == chain(record.header, record.turns)
    return records


def judge(records: list[Record]) -> None:
    """Nobody loses by the rules or for want of a proposal."""
    ends = {record.result.reason for record in records if record.result and record.result.termination != "completed"}
    assert ends == set()


def report(mode: str, records: list[Record], seconds: float, lag: Lag) -> None:
    """The figures, for whoever ran it."""
    turns = [turn for record in records for turn in record.turns if turn.verdict != "skipped"]
    saved = sum(turn.fallback for turn in turns)
    ends = dict(Counter(record.result.termination for record in records if record.result))
    print(f"\n{mode}: {len(records)} matches in {seconds / 60:.1f} min, {ends}; {saved} of {len(turns)} turns saved")
    for record in records:
        if record.result is not None and record.result.termination != "completed":
            last = record.turns[-1]
            print(
                f"{record.header.agents}: {record.result.reason}; round trip {last.rtt_us} us, stall {last.stall_us} us"
            )
    print(f"{lag.late} of {lag.wakes} wakes of a thread that only sleeps were more than 50 ms late")
