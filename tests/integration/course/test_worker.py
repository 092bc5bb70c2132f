"""A course agent in the SDK's worker process, which is killed without a word when it is not needed any more."""

from pathlib import Path

import pytest

from gridarena import _process
from gridarena._frames import Begin, FromWorker, Offer, Open
from gridarena.errors import UnusableFileError
from gridarena.resolve import find_agent
from support.course import living_in, write_course_agent
from support.sdk import header, until


class Ear:
    """Remembers what the worker says."""

    def __init__(self) -> None:
        self.heard: list[FromWorker] = []

    def worker_said(self, message: FromWorker) -> None:
        self.heard.append(message)

    def worker_gone(self, reason: str) -> None:
        raise AssertionError(reason)


async def test_killed_worker_leaves_neither_process_nor_file(
    tmp_path: Path, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its whole tree is killed at once, in the middle of a turn; the keeper is no part of it, and cleans up."""
    private = tmp_path / "private"
    private.mkdir()
    monkeypatch.setenv("TMPDIR", str(private))
    package = write_course_agent(tmp_path, "self.propose_move(Move(0, 0, 1))\nwhile True: pass")
    worker, ready = await _process.start(find_agent(f"course:{package}"), tmp_path / "logs")
    assert ready.name == "team00_A2"
    ear = Ear()
    worker.report_to(ear)
    worker.send(Begin(header(), 0, ()))
    worker.send(Open(1, 1, None))
    await until(lambda: any(isinstance(message, Offer) for message in ear.heard))
    assert len(list(private.glob("gridarena-course-*"))) == 1
    await worker.kill()
    await until(lambda: not list(private.glob("gridarena-course-*")))
    await until(lambda: living_in(private) == [])


async def test_agent_that_cannot_be_imported_is_refused_with_its_traceback(tmp_path: Path, way: str) -> None:
    """In one line for the terminal."""
    package = write_course_agent(tmp_path, "pass", above="import no_such_package\n")
    with pytest.raises(UnusableFileError) as raised:
        await _process.start(find_agent(f"course:{package}"), tmp_path / "logs")
    text, _, file = str(raised.value).partition("; traceback: ")
    assert text == f"{package}: ModuleNotFoundError: No module named 'no_such_package' (sudokuai.py, line 1)"
    assert Path(file).name == "start-error.txt"
