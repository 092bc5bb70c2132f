"""Processes end when they should, and a second one is turned away at once."""

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from gridarena_server.store.sqlite import SqliteStore
from support import facts

OPEN = """
import asyncio, sys
from pathlib import Path
from gridarena_server.store.sqlite import SqliteStore

async def main():
    store = await SqliteStore.open(Path(sys.argv[1]))
    {body}

asyncio.run(main())
"""
SECOND = """
import asyncio, sys, time
from pathlib import Path
from gridarena_server.store.base import StoreError
from gridarena_server.store.sqlite import SqliteStore

async def main():
    begin = time.perf_counter()
    try:
        await SqliteStore.open(Path(sys.argv[1]))
    except StoreError as error:
        print(time.perf_counter() - begin, error)

asyncio.run(main())
"""


def run(code: str, database: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", code, str(database)]
    return subprocess.run(command, check=False, capture_output=True, text=True, timeout=15)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("await store.close()", 0),
        ("pass  # forgets to close", 0),
        ("raise SystemExit(3)", 3),
        ("1 / 0", 1),
        ("await store.tokens(); raise KeyError", 1),
    ],
)
def test_a_process_that_opened_a_store_ends(tmp_path: Path, body: str, code: int) -> None:
    """Closed or forgotten, by the way out or by an error, the exit code is its own."""
    done = run(OPEN.format(body=body), tmp_path / "arena.db")
    assert done.returncode == code
    assert "was never" not in done.stderr
    assert not (tmp_path / "arena.db-wal").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for one process")
def test_ctrl_c_ends_it(tmp_path: Path) -> None:
    """The connections do not keep it."""
    code = OPEN.format(body="print('open', flush=True); await asyncio.sleep(60)")
    command = [sys.executable, "-c", code, str(tmp_path / "arena.db")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        process.send_signal(signal.SIGINT)
        process.wait(timeout=5)


async def test_a_second_process_is_turned_away_at_once(tmp_path: Path) -> None:
    """One line within a second that names the first, which goes on."""
    database = tmp_path / "arena.db"
    async with await SqliteStore.open(database) as store:
        done = await asyncio.to_thread(run, SECOND, database)
        assert done.returncode == 0, done.stderr
        seconds, text = done.stdout.strip().split(" ", 1)
        assert float(seconds) < 1
        assert f"in use by another gridarena server (process {os.getpid()})" in text
        assert await store.append(facts.HEADER) == 1


async def test_a_dead_process_holds_no_database(tmp_path: Path) -> None:
    """The system drops the lock with the process, however it ended."""
    assert run(OPEN.format(body="import os; os._exit(9)"), tmp_path / "arena.db").returncode == 9
    async with await SqliteStore.open(tmp_path / "arena.db"):
        pass
