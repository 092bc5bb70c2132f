"""Worker processes: their death costs one piece of work, their prints spoil nothing."""

import os
import time
from concurrent.futures import Future
from pathlib import Path

import pytest

from gridarena_lab.contest import ContestError
from gridarena_lab.experiment.pool import WorkerDiedError, Workers
from support import chores


def test_work_is_done_elsewhere(tmp_path: Path) -> None:
    """In another process, where a print lands in a log and standard input is empty."""
    with Workers(1, tmp_path) as workers:
        process, heard = workers.submit(chores.print_and_read, "hello").result()
    assert process != os.getpid()
    assert heard == ""
    assert "hello" in (tmp_path / "worker-1.log").read_text(encoding="utf-8")


def test_what_work_raises_is_raised_here(tmp_path: Path) -> None:
    """As it is, or, where it cannot travel, in its words."""
    with Workers(1, tmp_path) as workers:
        with pytest.raises(ContestError, match="as planned") as caught:
            workers.submit(chores.refuse, "as planned", 9).result()
        assert caught.value.exit_code == 9
        with pytest.raises(RuntimeError, match="StubbornError: a, b"):
            workers.submit(chores.be_stubborn, "a", "b").result()


def test_a_death_costs_one_piece_of_work(tmp_path: Path) -> None:
    """It is told how; the next piece gets another process."""
    with Workers(2, tmp_path) as workers:
        dying: Future[None] = workers.submit(chores.die, 3)
        living = [workers.submit(abs, -n) for n in range(5)]
        with pytest.raises(WorkerDiedError, match="died with exit code 3"):
            dying.result()
        assert [future.result() for future in living] == list(range(5))


def test_killing_waits_for_nothing(tmp_path: Path) -> None:
    """Work that is done is lost, work that is queued is cancelled, and no more is taken."""
    workers = Workers(1, tmp_path)
    ready = tmp_path / "ready"
    endless = workers.submit(chores.sleep_for_ever, ready)
    queued = workers.submit(abs, 1)
    while not ready.exists():
        time.sleep(0.01)
    workers.kill()
    assert queued.cancelled()
    with pytest.raises(WorkerDiedError):
        endless.result()
    with pytest.raises(RuntimeError, match="sent home"):
        workers.submit(abs, 1)
