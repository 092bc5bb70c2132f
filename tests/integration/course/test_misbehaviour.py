"""What an agent does to its process costs its own turn at worst; nothing of it is left, and the student reads why."""

import json
import sys
import time
from pathlib import Path

import psutil
import pytest

from gridarena.errors import Mishap
from gridarena_agents.course.agent import CourseAgent
from gridarena_agents.course.process import Inbox
from gridarena_agents.course.runner.crew import PATIENCE_S
from gridarena_agents.course.runner.frames import Frame
from support.course import CourseSeat, Told, course_seat, living_in, write_course_agent

pytestmark = pytest.mark.usefixtures("way")

FIRST = "self.propose_move(Move(0, 0, 1))"
FOREVER = "while True: pass"


def two_turns(folder: Path, body: str, *, close_after: int | None = None, above: str = "", **options: int) -> Told:
    """The first turn is as told; a second one goes the same way."""
    with course_seat(write_course_agent(folder, body, above=above), folder, **options) as seat:
        first = seat.turn(close_after=close_after)
        second = seat.turn(close_after=close_after)
        assert second.moves[:1] == first.moves[:1]
        assert len(second.trouble) == len(first.trouble)
    return first


@pytest.mark.parametrize(
    "trick",
    [
        FOREVER,
        f"import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN)\n{FOREVER}",
        "self.lock.acquire(); self.lock.acquire()",
        "import threading; threading.Thread(target=threading.Event().wait).start()",
        "try:\n    input()\nexcept EOFError: pass\n" + FOREVER,
    ],
    ids=["endless", "ignores SIGTERM", "holds its lock", "thread", "reads"],
)
def test_agent_that_never_comes_back_is_ended(tmp_path: Path, trick: str) -> None:
    """Its proposals count, and it has nothing to be told."""
    told = two_turns(tmp_path, f"{FIRST}\n{trick}", close_after=1)
    assert (told.moves, told.trouble) == (["(0,0) -> 1"], [])


def test_what_it_forks_goes_with_the_turn(tmp_path: Path) -> None:
    """Children, and children that left their session, on Linux."""
    if sys.platform == "win32":
        pytest.skip("forks")
    body = """
    import json, os, time
    pids = []
    for escape in (False, True):
        read, write = os.pipe()
        if os.fork() == 0:
            if escape:
                os.setsid()
                if os.fork():
                    os._exit(0)
                os.setsid()
            os.write(write, b"%d\\n" % os.getpid())
            time.sleep(1000)
        pids.append(int(os.read(read, 100)))
    with open("pids", "w") as file:
        json.dump(pids, file)
    self.propose_move(Move(0, 0, 1))
    """
    with course_seat(write_course_agent(tmp_path, body), tmp_path) as seat:
        assert seat.turn().moves == ["(0,0) -> 1"]
        pids = json.loads((seat.private / "home" / "pids").read_text())
        assert len(pids) == 2
        gone(pids)


def gone(pids: list[int]) -> None:
    end = time.monotonic() + 10
    while any(psutil.pid_exists(pid) for pid in pids):
        assert time.monotonic() < end, pids
        time.sleep(0.01)


@pytest.mark.parametrize(
    ("trick", "reason"),
    [
        ("1 / 0", "compute_best_move raised ZeroDivisionError: division by zero (sudokuai.py, line 8)"),
        ("def f(): f()\nf()", "compute_best_move raised RecursionError"),
        ("import sys; sys.exit('bye')", "compute_best_move raised SystemExit: bye"),
        ("import os; os._exit(3)", "compute_best_move ended its process (exit code 3)"),
        ("self.save(lambda: 0)", "compute_best_move raised "),
        ("import os; os.kill(os.getpid(), 9)", "ended its process (killed: by itself, or by the system"),
        ("x = bytearray(10**9)", "compute_best_move raised MemoryError: a turn may take 256 MiB"),
        ("self.lock.release()", "compute_best_move raised RuntimeError"),
    ],
)
def test_proposal_before_a_fault_stands(tmp_path: Path, trick: str, reason: str) -> None:
    """And the fault is told with its line and traceback."""
    told = two_turns(tmp_path, f"{FIRST}\n{trick}", memory=256 * 2**20)
    assert told.moves == ["(0,0) -> 1"]
    assert reason in told.trouble[0], told.trouble
    if "raised" in reason:
        report = Path(told.trouble[0].partition("traceback: ")[2]).read_text(encoding="utf-8")
        assert report.startswith("Traceback")
        assert str(tmp_path / "team00_A2" / "sudokuai.py") in report
        if "release" not in trick:
            assert "course/runner" not in report.replace("\\", "/")


def test_stack_without_end_is_told(tmp_path: Path) -> None:
    """Python's own limit raised, the process dies of it."""
    deep = "import sys\nsys.setrecursionlimit(10**9)\ndef f(x): return sorted([1, 2], key=lambda y: f(x))\nf(1)"
    told = two_turns(tmp_path, f"{FIRST}\n{deep}", memory=256 * 2**20)
    assert told.moves == ["(0,0) -> 1"]
    assert len(told.trouble) == 1


SLOW_FORK = "import os, time\nos.register_at_fork(after_in_parent=lambda: time.sleep(0.3))"
"""The turn's process is far ahead of the warm one that it was forked from."""


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("above", ["", SLOW_FORK], ids=["", "slow fork"])
def test_agent_that_kills_what_is_above_it_plays_on(tmp_path: Path, above: str) -> None:
    """The warm process is lost; another one takes its place."""
    body = f"""
    {FIRST}
    import os
    if not os.path.exists("once"):
        open("once", "w").close()
        os.kill(os.getppid(), 9)
        {FOREVER}
    """
    with course_seat(write_course_agent(tmp_path, body, above=above), tmp_path) as seat:
        first, second = seat.turn(), seat.turn()
    assert (first.moves, second.moves) == (["(0,0) -> 1"], ["(0,0) -> 1"])


@pytest.mark.parametrize("above", ["", SLOW_FORK], ids=["", "slow fork"])
def test_agent_that_stops_what_is_above_it_plays_on(tmp_path: Path, way: str, above: str) -> None:
    """The warm process does not notice the turn's end any more; it is given up."""
    if way != "fork":
        pytest.skip("a prepared process is noticed by the keeper itself")
    body = f"""
    import os, signal
    first = not os.path.exists("once")
    if first:
        open("once", "w").close()
        os.kill(os.getppid(), signal.SIGSTOP)
    {FIRST}
    while first: pass
    """
    with course_seat(write_course_agent(tmp_path, body, above=above), tmp_path) as seat:
        first, second = seat.turn(close_after=1), seat.turn()
    assert (first.moves, second.moves) == (["(0,0) -> 1"], ["(0,0) -> 1"])


def test_slow_import_of_a_new_warm_process_is_waited_for(tmp_path: Path, way: str) -> None:
    """Turns that close meanwhile are lost, and that is all."""
    if way != "fork":
        pytest.skip("a prepared process is noticed by the keeper itself")
    body = f"""
    {FIRST}
    import os
    if not os.path.exists("once"):
        open("once", "w").close()
        os.kill(os.getppid(), 9)
        while True: pass
    """
    above = "import os, time\nwhile os.path.exists('once') and not os.path.exists('go'): time.sleep(0.01)"
    with course_seat(write_course_agent(tmp_path, body, above=above), tmp_path) as seat:
        seat.turn()
        assert seat.turn(until=lambda: True).moves == []
        time.sleep(1.5 * PATIENCE_S)  # the keeper misses the end of that turn, and nothing tells that it lets it be
        (seat.private / "home" / "go").touch()
        last = seat.turn()
    assert (last.moves, last.trouble) == (["(0,0) -> 1"], [])


def test_agent_whose_every_turn_dies_at_once_cannot_be_used(
    tmp_path: Path, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the news that it could be imported and that it cannot play arrive together."""
    if way != "fork":
        pytest.skip("nothing is forked")
    take = Inbox.take

    def late(self: Inbox, timeout_s: float) -> list[Frame]:
        with self._changed:
            self._changed.wait_for(lambda: any(frame["is"] == "broken" for frame in self._frames), 15)
        return take(self, timeout_s)

    monkeypatch.setattr(Inbox, "take", late)
    above = "import os\nos.register_at_fork(after_in_child=lambda: os._exit(3))"
    with pytest.raises(Mishap, match="importing the agent ended its process"):
        CourseAgent(str(write_course_agent(tmp_path, FIRST, above=above))).warm_up()


def test_flood_of_prints_does_no_harm(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Ten megabytes a turn; the log keeps four and says so."""
    body = f"""
    for _ in range(10 * 1024):
        print("x" * 1023)
    {FIRST}
    """
    told = two_turns(tmp_path, body)
    assert (told.moves, told.trouble) == (["(0,0) -> 1"], [])
    said = capsys.readouterr().err
    assert 4 * 2**20 < len(said) < 4.1 * 2**20
    assert "all that is kept" in said


def test_flood_of_proposals_ends_with_the_last(tmp_path: Path) -> None:
    """The newest of them counts, however many there were."""
    body = """
    for number in range(20_000):
        self.propose_move(Move(number % 4, 0, number % 3 + 1))
    self.propose_move(Move(3, 3, 4))
    """
    with course_seat(write_course_agent(tmp_path, body), tmp_path) as seat:
        told = seat.turn()
    assert told.moves[-1] == "(3,3) -> 4"
    assert told.trouble == []


@pytest.mark.parametrize(
    ("above", "reason"),
    [
        ("import no_such_package", "ModuleNotFoundError: No module named 'no_such_package' (sudokuai.py, line 1)"),
        ("raise ValueError('bad weights')", "ValueError: bad weights (sudokuai.py, line 1)"),
        ("def f(:", "SyntaxError in sudokuai.py, line 1"),
        ("import os; os._exit(5)", "importing the agent ended its process (exit code 5)"),
        ("import sys; sys.exit()", "SystemExit"),
    ],
)
def test_agent_that_cannot_be_imported_says_why(tmp_path: Path, above: str, reason: str) -> None:
    """One line, and the traceback for a file."""
    agent = CourseAgent(str(write_course_agent(tmp_path, FIRST, above=above + "\n")))
    with pytest.raises(Mishap) as raised:
        agent.warm_up()
    assert reason in str(raised.value)
    assert ("Traceback" in raised.value.account) == ("ended its process" not in reason)
    agent.match_finished(None)


def test_file_without_the_class_says_so(tmp_path: Path) -> None:
    """The framework finds the class by its name."""
    package = tmp_path / "empty"
    package.mkdir()
    (package / "sudokuai.py").write_text("")
    agent = CourseAgent(str(package))
    with pytest.raises(Mishap, match="expected a class SudokuAI in empty"):
        agent.warm_up()
    agent.match_finished(None)


def test_closed_descriptors_cost_the_turn_only(tmp_path: Path) -> None:
    """An agent that closes every file is silent; the next turn is as good as new."""
    body = """
    import os
    if not os.path.exists("once"):
        open("once", "w").close()
        os.closerange(0, 1000)
    self.propose_move(Move(0, 0, 1))
    """
    with course_seat(write_course_agent(tmp_path, body), tmp_path) as seat:
        first, second = seat.turn(), seat.turn()
    assert first.moves == []
    assert len(first.trouble) == 1
    assert second.moves == ["(0,0) -> 1"]


def test_end_of_the_adapter_is_the_end_of_everything(tmp_path: Path) -> None:
    """In the middle of a turn, with processes of its own."""
    body = f"""
    import subprocess, sys
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
    {FIRST}
    {FOREVER}
    """
    seat = CourseSeat(write_course_agent(tmp_path, body), tmp_path)
    private = seat.private
    assert seat.turn(close_after=1).moves == ["(0,0) -> 1"]
    assert seat.agent._processes is not None
    assert seat.agent._processes.end(10)
    assert not private.exists()
    assert living_in(private) == []
