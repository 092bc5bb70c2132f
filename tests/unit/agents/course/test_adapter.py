"""The adapter's small parts: what is kept of prints and frames, limits, plans, addresses."""

import os
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from gridarena.errors import AddressError, UnusableFileError
from gridarena.resolve import find_agent
from gridarena_agents.course.memory import MemoryWatch, memory_bytes, memory_text
from gridarena_agents.course.plan import fingerprint, way
from gridarena_agents.course.process import PENDING, Inbox, Prints
from gridarena_agents.course.runner.crew import PATIENCE_S, Crew, environment
from gridarena_agents.course.runner.folder import Folder
from support.course import write_course_agent


def test_of_too_many_proposals_the_oldest_go_and_news_stays() -> None:
    """A flood costs neither memory nor the word that ends the turn."""
    inbox = Inbox()
    inbox.put({"is": "started"})
    for number in range(10 * PENDING):
        inbox.put({"is": "move", "number": number})
    inbox.put({"is": "done"})
    told = inbox.take(0)
    assert len(told) <= PENDING
    assert [told[0]["is"], told[-1]["is"], told[-2]["number"]] == ["started", "done", 10 * PENDING - 1]


def test_end_of_the_inbox_wakes() -> None:
    """Nobody waits for what cannot come."""
    inbox = Inbox()
    inbox.put(None)
    assert inbox.take(60) == []
    assert inbox.lost


def test_prints_are_cut_at_their_limit() -> None:
    """With a word about it, and characters whole however they came."""
    written: list[str] = []
    prints = Prints(written.append, limit=8)
    prints.heading = "-- turn 1 --\n"
    data = "✓✓".encode()
    prints.take(data[:4])
    prints.take(data[4:])
    prints.take(b"abcdef")
    prints.take(b"never")
    text = "".join(written)
    assert text.startswith("-- turn 1 --\n✓✓ab\n-- that is all")
    assert "never" not in text


@pytest.mark.parametrize(
    ("text", "size"), [("512M", 512 * 2**20), ("4G", 4 * 2**30), (64, 64 * 2**20), ("1.5GiB", 3 * 2**29)]
)
def test_amounts_of_memory(text: object, size: int) -> None:
    """As people write them."""
    assert memory_bytes(text) == size
    assert memory_bytes(memory_text(size)) == size


@pytest.mark.parametrize("text", ["", "lots", "4X", "1k", -5, None, "1e9"])
def test_no_amount_of_memory(text: object) -> None:
    """Or one too small to start in."""
    with pytest.raises(AddressError, match="expected memory="):
        memory_bytes(text)


def test_watch_sees_a_process_that_has_too_much() -> None:
    """This one has more than a byte; a dead one has nothing."""
    assert MemoryWatch(1, watched=True).exceeded(os.getpid(), 1.0)
    assert not MemoryWatch(2**50, watched=True).exceeded(os.getpid(), 1.0)
    assert not MemoryWatch(1, watched=False).exceeded(os.getpid(), 1.0)
    assert not MemoryWatch(1, watched=True).exceeded(None, 1.0)


def test_way_is_chosen_by_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """And no other word is taken for one."""
    monkeypatch.setenv("GRIDARENA_PROCESS", "prespawn")
    assert way() == "prespawn"
    monkeypatch.delenv("GRIDARENA_PROCESS")
    assert way() == ("fork" if sys.platform == "linux" else "prespawn")
    monkeypatch.setenv("GRIDARENA_PROCESS", "threads")
    with pytest.raises(AddressError, match="expected GRIDARENA_PROCESS to be fork or prespawn, got 'threads'"):
        way()


def test_version_changes_with_any_source(tmp_path: Path) -> None:
    """And with nothing else."""
    package = write_course_agent(tmp_path, "pass")
    first = fingerprint(package)
    (package / "log.txt").write_text("x")
    assert fingerprint(package) == first
    (package / "more.py").write_text("x")
    assert fingerprint(package) != first


def test_address_names_the_agent(tmp_path: Path) -> None:
    """Found through the scheme's entry point, checked before anything runs."""
    package = write_course_agent(tmp_path, "pass")
    source = find_agent(f"course:{package}?memory=64&time=0.5")
    assert (source.name, source.qualname) == ("team00_A2", "CourseAgent")
    assert source.options == {"path": str(package), "memory": 64 * 2**20, "time": 0.5}


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("?python=/no/such", "there is no such program"),
        ("?memory=none", "expected memory="),
        ("?time=soon", "expected time=SECONDS"),
        ("?time=0", "expected time=SECONDS"),
    ],
)
def test_option_that_is_none_is_refused_in_one_line(tmp_path: Path, query: str, text: str) -> None:
    """Before anything runs."""
    package = write_course_agent(tmp_path, "pass")
    with pytest.raises((AddressError, UnusableFileError), match=text):
        find_agent(f"course:{package}{query}")


def test_secrets_stay_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    """An agent's process knows no token; what it writes without a place goes into its own folder."""
    monkeypatch.setenv("GRIDARENA_TOKEN", "ga_1")
    monkeypatch.setenv("GRIDARENA_HOST_TOKEN", "ga_2")
    variables = environment({"temporary": "/private/tmp"})
    assert not any("ga_" in value for value in variables.values())
    assert variables["TMPDIR"] == "/private/tmp"


def test_private_folder_has_copies_and_links_and_goes_whole(tmp_path: Path) -> None:
    """The agent's files are its own, its neighbours are seen, the course's package is not; locked files go too."""
    root = tmp_path / "root"
    package = write_course_agent(root / "a", "pass", name="b")
    (package / ".git").mkdir()
    (package / "env").mkdir()
    (package / "env" / "pyvenv.cfg").write_text("")
    (package / "broken-link").symlink_to("nowhere")
    (root / "competitive_sudoku").mkdir()
    (root / "other").mkdir()
    (root / "a" / "beside.txt").write_text("x")
    folder = Folder(str(root), ("a", "b"), ("a", "b"))
    assert sorted(one.name for one in folder.home.iterdir()) == ["a", "other"]
    assert sorted(one.name for one in (folder.home / "a").iterdir()) == ["b", "beside.txt"]
    assert sorted(one.name for one in (folder.home / "a" / "b").iterdir()) == ["broken-link", "sudokuai.py"]
    (folder.home / "a" / "b" / "sudokuai.py").write_text("changed")
    assert (package / "sudokuai.py").read_text() != "changed"
    locked = folder.home / "locked"
    locked.mkdir()
    (locked / "file").write_text("x")
    locked.chmod(0o500)
    folder.remove()
    assert not folder.path.exists()
    assert (root / "a" / "beside.txt").exists()


class ScriptedCrew(Crew):
    """A crew whose processes are the test's."""

    def __init__(self, news: int) -> None:
        super().__init__({}, news, lambda work: work())
        self.did: list[Any] = []

    def start(self) -> None:
        self.did.append("start")

    def end(self) -> None:
        self.did.append("end")

    def begin(self, order: dict[str, Any]) -> None:
        self.did.append(order["turn"])

    def stop(self) -> None:
        self.did.append("stop")

    def give_up(self) -> None:
        self.did.append("give up")


@pytest.fixture
def crew() -> ScriptedCrew:
    return ScriptedCrew(os.open(os.devnull, os.O_WRONLY))


def test_turn_waits_for_the_end_of_the_one_before(crew: ScriptedCrew) -> None:
    """Which is stopped, once."""
    crew.open({"turn": 1})
    crew.open({"turn": 2})
    crew.close(1)
    assert crew.did == [1, "stop"]
    crew.over(-9)
    assert crew.did == [1, "stop", 2]
    assert not crew.closing


def test_turn_whose_end_nobody_notices_is_given_up(crew: ScriptedCrew, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a second, and not sooner."""
    now = [10.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    crew.open({"turn": 1})
    crew.look()
    crew.close(1)
    crew.look()
    assert crew.did == [1, "stop"]
    now[0] += PATIENCE_S + 0.1
    crew.look()
    crew.look()
    assert crew.did == [1, "stop", "give up"]


def test_turn_closed_before_it_began_never_begins(crew: ScriptedCrew) -> None:
    """And a close that comes late stops nothing."""
    crew.open({"turn": 1})
    crew.open({"turn": 2})
    crew.close(2)
    crew.over(0)
    crew.close(1)
    assert crew.did == [1, "stop"]
    assert (crew.turn, crew.closing) == (None, False)
