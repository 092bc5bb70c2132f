"""Nothing acknowledged is lost or doubled, wherever the process dies."""

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from gridarena_server.failpoints import EXIT_CODE, VARIABLE
from gridarena_server.store.sqlite import SqliteStore
from support import files
from support.audits import first_difference

TESTS = Path(__file__).parents[2]
MATCHES = 4
ROUNDS = int(os.environ.get("GRIDARENA_KILLS", "4"))
"""Kills at random moments; the nightly run sets more."""


def start(database: Path, failpoint: str = "") -> subprocess.Popen[str]:
    environment = os.environ | {"PYTHONPATH": str(TESTS), VARIABLE: failpoint}
    command = [sys.executable, "-m", "support.appender", str(database), str(MATCHES)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)


def said(process: subprocess.Popen[str]) -> Iterator[str]:
    assert process.stdout is not None
    for line in process.stdout:
        yield line.strip()


async def check(database: Path, acknowledged: list[str]) -> None:
    """Every acknowledged fact is there once, in one dense order, and every chain holds."""
    async with await SqliteStore.open(database) as store:
        for line in acknowledged:
            number, what = line.split()
            record = await store.match(int(number))
            assert record is not None
            assert record.result is not None if what == "result" else len(record.turns) >= int(what)
        assert await first_difference(store) is None
    numbers = files.seqs(database)
    assert numbers == list(range(1, len(numbers) + 1))
    assert files.damage(database) == []


@pytest.mark.parametrize("hit", [1, 23])
@pytest.mark.parametrize("point", ["commit.before", "commit.within", "commit.after", "ack.after"])
async def test_a_death_at_a_failpoint_loses_nothing(tmp_path: Path, point: str, hit: int) -> None:
    """Before, within and after a commit, and after it was acknowledged; the next process takes up where it ended."""
    database = tmp_path / "arena.db"
    acknowledged: list[str] = []
    for _ in range(2):
        with start(database, f"{point}:{hit}") as process:
            lines = list(said(process))
        assert process.returncode == EXIT_CODE
        assert lines[0] == "ready"
        assert hit > 1 or len(lines) == 1
        acknowledged += lines[1:]
        await check(database, acknowledged)


async def test_kill_9_at_random_moments_loses_nothing(tmp_path: Path) -> None:
    """One database, killed again and again."""
    database = tmp_path / "arena.db"
    chance = random.Random(17)
    acknowledged: list[str] = []
    for _ in range(ROUNDS):
        lines = chance.randrange(1, 80)
        with start(database) as process:
            for place, line in enumerate(said(process)):
                acknowledged += [line] if line != "ready" else []
                if place == lines:
                    process.kill()
        await check(database, acknowledged)


async def test_the_end_of_input_ends_it_well(tmp_path: Path) -> None:
    """The same process, not killed: everything written, exit code 0, no hang."""
    database = tmp_path / "arena.db"
    with start(database) as process:
        lines = said(process)
        assert next(lines) == "ready"
        acknowledged = [next(lines) for _ in range(20)]
        assert process.stdin is not None
        process.stdin.close()
        acknowledged += lines
        assert process.wait(timeout=10) == 0
    await check(database, acknowledged)
