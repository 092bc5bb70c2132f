"""Worker processes: real ones, driven over their pipe."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TypeVar

import psutil
import pytest

from gridarena import ArenaError
from gridarena import _process as process
from gridarena._frames import Begin, Done, End, FromWorker, Offer, Open, Ready, Trouble
from gridarena._process import START_LOG, WorkerProcess
from gridarena.resolve import find_agent
from support.sdk import header, until, write_agent

M = TypeVar("M")
AGENT = """
class Mine(gridarena.Agent):
    def play(self, turn): pass
"""
PLAYS = """
import os, sys, subprocess, time

class Mine(gridarena.Agent):
    def play(self, turn):
        {play}
"""


class Ear:
    """Hears what a worker says."""

    def __init__(self) -> None:
        self.said: asyncio.Queue[FromWorker] = asyncio.Queue()
        self.gone: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def worker_said(self, message: FromWorker) -> None:
        self.said.put_nowait(message)

    def worker_gone(self, reason: str) -> None:
        self.gone.set_result(reason)

    async def hear(self, kind: type[M]) -> M:
        while not isinstance(message := await asyncio.wait_for(self.said.get(), 10), kind):
            pass
        return message


class Bench:
    """One worker that has begun a match."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.logs = folder / "logs"
        self.ear = Ear()
        self.worker: WorkerProcess | None = None

    async def begin(self, play: str) -> WorkerProcess:
        source = find_agent(str(write_agent(self.folder, PLAYS.format(play=play))))
        self.worker, ready = await process.start(source, self.logs)
        assert ready.name == "mine"
        self.worker.report_to(self.ear)
        self.worker.send(Begin(header(), 0, ()))
        return self.worker

    @property
    def log(self) -> str:
        return (self.logs / "match-17-seat0.log").read_text(encoding="utf-8")


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    bench = Bench(tmp_path)
    yield bench
    if bench.worker is not None:
        await bench.worker.kill()


async def test_worker_plays_a_turn(bench: Bench) -> None:
    """Open goes in, offers and Done come out."""
    worker = await bench.begin("turn.propose(next(turn.board.legal_moves()))")
    worker.send(Open(1, 1, None))
    assert (await bench.ear.hear(Offer)).move == "(0,0) -> 1"
    assert await bench.ear.hear(Done) == Done(1, 1)


async def test_prints_go_to_the_log_and_input_is_empty(bench: Bench) -> None:
    """Nothing a student prints or reads can touch the pipe, not even by file descriptor or from a child process."""
    worker = await bench.begin(
        "print('hello é', sys.stdin.read() == ''); os.write(1, b'raw\\n'); sys.stderr.write('error\\n');"
        "subprocess.run([sys.executable, '-c', 'print(5)'], check=True)"
    )
    worker.send(Open(1, 1, None))
    await bench.ear.hear(Done)
    assert bench.log.split() == ["hello", "é", "True", "raw", "error", "5"]


async def test_agent_that_changes_its_folder_takes_no_log_along(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Prints and tracebacks are where its network process says they are."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(tmp_path)
    play = f"os.chdir({str(elsewhere)!r}); print('here'); raise KeyError('node')"
    source = find_agent(
        str(write_agent(tmp_path, f"import os\nos.chdir({str(elsewhere)!r})\n" + PLAYS.format(play=play)))
    )
    worker, _ = await process.start(source, Path("logs"))
    ear = Ear()
    worker.report_to(ear)
    worker.send(Begin(header(), 0, ()))
    worker.send(Open(1, 1, None))
    trace = Path((await ear.hear(Trouble)).text.rpartition("traceback: ")[2])
    await worker.kill()
    assert _read(Path("logs") / "match-17-seat0.log") == "here\n"
    assert trace.parent == tmp_path / "logs"
    assert not list(elsewhere.iterdir())


async def test_ten_megabytes_of_prints_cost_nobody_else(bench: Bench) -> None:
    """They go to the file; the pipe stays free."""
    worker = await bench.begin("print('x' * 10_000_000); turn.propose('(0,0) -> 1')")
    worker.send(Open(1, 1, None))
    await bench.ear.hear(Offer)
    await bench.ear.hear(Done)
    assert len(bench.log) >= 10_000_000


async def test_log_has_a_limit(bench: Bench) -> None:
    """A chatty agent cannot fill the disk."""
    worker = await bench.begin("sys.stdout.write('x' * 40_000_000)")
    worker.send(Open(1, 1, None))
    await bench.ear.hear(Done)
    worker.send(Open(3, 1, None))
    await bench.ear.hear(Done)
    assert bench.log.endswith("further output of this match is dropped --\n")
    assert len(bench.log) < 41_000_000


async def test_log_has_a_limit_for_a_search_that_never_returns(bench: Bench) -> None:
    """Nothing looks after it between its prints, and its successor begins no new limit."""
    for turn in (1, 3):
        worker = await bench.begin("""
        for _ in range(400):
            sys.stdout.write("x" * 100_000)
        turn.propose("(0,0) -> 1")
        while True:
            sys.stdout.write("x" * 100_000)""")
        worker.send(Open(turn, 1, None))
        await bench.ear.hear(Offer)
        await worker.kill()
    assert len(bench.log) < 34_000_000
    assert "further output of this match is dropped" in bench.log


async def test_agent_that_replaces_its_streams_lives(bench: Bench) -> None:
    """What it prints is its own business."""
    worker = await bench.begin("sys.stdout = None")
    for turn in (1, 3):
        worker.send(Open(turn, 1, None))
        assert await bench.ear.hear(Done) == Done(turn, 1)


async def test_prints_on_a_full_disk_cost_nothing(bench: Bench) -> None:
    """What cannot be written is dropped, and the search goes on."""
    worker = await bench.begin("""
        nowhere = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nowhere, 1), os.dup2(nowhere, 2)
        print("thinking", flush=True)
        print("thinking", file=sys.stderr)
        turn.propose("(0,0) -> 1")""")
    for turn in (1, 3):
        worker.allow_search()
        worker.send(Open(turn, 1, None))
        assert await bench.ear.hear(Offer)
        assert await bench.ear.hear(Done) == Done(turn, 1)


async def test_match_is_played_without_a_log(bench: Bench) -> None:
    """Where its file cannot be opened."""
    (bench.logs / "match-17-seat0.log").mkdir(parents=True)
    worker = await bench.begin("print('x'); turn.propose('(0,0) -> 1')")
    worker.send(Open(1, 1, None))
    assert await bench.ear.hear(Offer)


async def test_no_process_is_told_as_such(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Too many files, no memory, a disk that is full: the pool tries again, and then says so."""

    def full() -> None:
        raise OSError(24, "Too many open files")

    monkeypatch.setattr("gridarena._process.StopFlag", full)
    with pytest.raises(ArenaError, match="Too many open files"):
        await process.start(find_agent("random"), tmp_path)


async def test_stop_flag_reaches_a_running_search(bench: Bench) -> None:
    """Within milliseconds, without a word on the pipe."""
    worker = await bench.begin("""
        turn.propose("(0,0) -> 1")
        while not turn.stop[0]:
            pass""")
    worker.send(Open(1, 1, None))
    await bench.ear.hear(Offer)
    worker.stop_search()
    assert await bench.ear.hear(Done) == Done(1, 1)


async def test_killing_takes_the_whole_tree(bench: Bench) -> None:
    """Children of a search do not outlive it."""
    worker = await bench.begin("""
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
        turn.propose("(0,0) -> 1", nodes=child.pid)
        child.wait()""")
    worker.send(Open(1, 1, None))
    thinking = (await bench.ear.hear(Offer)).thinking
    assert thinking is not None
    assert thinking.nodes is not None
    await worker.kill()
    gone, _ = await asyncio.to_thread(psutil.wait_procs, _processes(thinking.nodes), 5)
    assert all(not psutil.pid_exists(one.pid) for one in gone)
    assert not _processes(thinking.nodes)


def _read(file: Path) -> str:
    return file.read_text(encoding="utf-8") if file.exists() else ""


def _processes(pid: int) -> list[psutil.Process]:
    try:
        found = psutil.Process(pid)
        return [] if found.status() == psutil.STATUS_ZOMBIE else [found]
    except psutil.NoSuchProcess:
        return []


async def test_worker_that_dies_is_noticed(bench: Bench) -> None:
    """With its exit code."""
    worker = await bench.begin("os._exit(7)")
    worker.send(Open(1, 1, None))
    assert "exit code 7" in await asyncio.wait_for(bench.ear.gone, 10)


async def test_whoever_comes_late_still_learns_of_the_death(bench: Bench) -> None:
    """A worker that dies between two owners is not lost."""
    worker = await bench.begin("os._exit(7)")
    worker.send(Open(1, 1, None))
    await asyncio.wait_for(bench.ear.gone, 10)
    late = Ear()
    worker.report_to(late)
    assert "exit code 7" in await asyncio.wait_for(late.gone, 10)


async def test_match_over_makes_it_ready_again(bench: Bench) -> None:
    """The same process, a fresh agent, another log."""
    worker = await bench.begin("print(turn.match.number); turn.propose('(0,0) -> 1')")
    worker.send(End(None))
    await bench.ear.hear(Ready)
    worker.send(Begin(header(match=18), 1, ()))
    worker.send(Open(1, 1, None))
    await bench.ear.hear(Done)
    assert (bench.logs / "match-18-seat1.log").read_text(encoding="utf-8") == "18\n"


async def test_exception_is_one_line_and_a_file(bench: Bench) -> None:
    """The worker lives on and plays the next turn."""
    worker = await bench.begin("turn.propose('(0,0) -> 1'); raise KeyError('node')")
    worker.send(Open(1, 1, None))
    text = (await bench.ear.hear(Trouble)).text
    assert text.startswith("turn 1: play raised KeyError: 'node'")
    assert "KeyError" in _read(Path(text.rpartition("traceback: ")[2]))
    await bench.ear.hear(Done)
    worker.allow_search()
    worker.send(Open(3, 1, None))
    await bench.ear.hear(Offer)


@pytest.mark.parametrize(
    ("body", "line"),
    [
        ("def oops(:\n", "mine.py, line 2"),
        ("import no_such_module\n", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("x = 1\n", "expected one subclass of gridarena.Agent"),
        ("import sys; sys.exit(4)\n", "SystemExit: 4"),
        ("import os; os._exit(4)\n", "ended by itself (exit code 4)"),
        (AGENT + "    def warm_up(self): raise OSError('no net')\n", "OSError: no net"),
    ],
)
async def test_agent_that_cannot_be_loaded_gets_one_line(tmp_path: Path, body: str, line: str) -> None:
    """Before anything is said to a server."""
    with pytest.raises(ArenaError) as raised:
        await process.start(find_agent(str(write_agent(tmp_path, body))), tmp_path / "logs")
    assert line in str(raised.value)
    assert "\n" not in str(raised.value)
    assert raised.value.exit_code == 9


async def test_file_without_a_main_guard_works(tmp_path: Path) -> None:
    """run() does nothing in a worker, so that a class of students need not know why spawn re-runs their file."""
    file = write_agent(tmp_path, f"{AGENT}\ngridarena.run(Mine)\n")
    worker, ready = await process.start(find_agent(str(file)), tmp_path / "logs")
    await worker.kill()
    assert ready.name == "mine"


async def test_token_stays_out_of_the_worker(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """An agent that prints its environment does not print the token."""
    monkeypatch.setenv("GRIDARENA_TOKEN", "ga_secret")
    worker = await bench.begin("print(dict(os.environ))")
    worker.send(Open(1, 1, None))
    await bench.ear.hear(Done)
    assert "ga_secret" not in bench.log


async def test_nothing_is_left_behind(bench: Bench) -> None:
    """Neither process nor stop file."""
    worker = await bench.begin("pass")
    pid, stop = worker._transport.get_pid(), worker._flag.path
    await worker.kill()
    assert not psutil.pid_exists(pid)
    assert not stop.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="SIGINT goes to one process on POSIX only")
async def test_interrupt_is_not_the_workers(bench: Bench) -> None:
    """Ctrl-C reaches the whole terminal group; the network process decides what it means."""
    import signal

    worker = await bench.begin("turn.propose('(0,0) -> 1')")
    os.kill(worker._transport.get_pid(), signal.SIGINT)
    worker.send(Open(1, 1, None))
    await bench.ear.hear(Done)


async def orphaned(folder: Path, play: str) -> int:
    """The process that this search has noted, once its network process was killed."""
    file = write_agent(folder, PLAYS.format(play=play))
    starter = f"""
import asyncio, sys
sys.path.insert(0, {str(Path(__file__).parents[2])!r})
from pathlib import Path
from gridarena import _process
from gridarena._frames import Begin, Open
from gridarena.resolve import find_agent
from support.sdk import header
async def main():
    worker, _ = await _process.start(find_agent({str(file)!r}), Path("logs"))
    worker.send(Begin(header(), 0, ()))
    worker.send(Open(1, 1, None))
    await asyncio.sleep(60)
asyncio.run(main())
"""
    parent = await asyncio.create_subprocess_exec(sys.executable, "-c", starter, cwd=folder)
    note = folder / "pid"
    await until(lambda: _read(note).endswith("\n"), 15)
    parent.kill()
    await parent.wait()
    return int(_read(note))


async def test_worker_ends_with_the_network_process(tmp_path: Path) -> None:
    """A killed network process leaves no search behind, not even one that never returns."""
    search = await orphaned(
        tmp_path,
        """
        with open("pid", "w") as note:
            print(os.getpid(), file=note)
        while True: pass""",
    )
    await until(lambda: not _processes(search), 15)


async def test_what_a_search_has_started_ends_with_the_network_process(tmp_path: Path) -> None:
    """Nobody else would know of it."""
    child = await orphaned(
        tmp_path,
        """
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
        with open("pid", "w") as note:
            print(child.pid, file=note)
        child.wait()""",
    )
    await until(lambda: not _processes(child), 15)


@pytest.mark.skipif(sys.platform != "linux", reason="the system ends it on Linux only")
@pytest.mark.timeout(60)
async def test_search_that_holds_the_interpreter_ends_with_the_network_process(tmp_path: Path) -> None:
    """As compiled code does, so that no other thread gets to notice."""
    search = await orphaned(
        tmp_path,
        """
        import collections, itertools
        with open("pid", "w") as note:
            print(os.getpid(), file=note)
        collections.deque(itertools.repeat(0), maxlen=0)""",
    )
    await until(lambda: not _processes(search), 30)


async def test_start_log_keeps_what_comes_before_the_first_match(tmp_path: Path) -> None:
    """Prints at import and in warm_up are not lost."""
    file = write_agent(tmp_path, f"print('importing')\n{AGENT}")
    worker, _ = await process.start(find_agent(str(file)), tmp_path / "logs")
    await worker.kill()
    assert "importing" in (tmp_path / "logs" / START_LOG).read_text(encoding="utf-8")
