"""How an agent is put to work: ``gridarena.run(Mine)`` at the end of a file, ``play(...)`` for other programs.

One event loop a process: where one runs already (a notebook), the agent gets a thread with a loop of its own, which is
the only one that speaks gRPC.
"""

import argparse
import asyncio
import contextlib
import re
import signal
import sys
import threading
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from gridarena._awake import awake
from gridarena.agent import Agent
from gridarena.errors import INTERRUPTED_EXIT, ArenaError, UnusableFileError
from gridarena.resolve import find_agent, load_agent, loading
from gridarena.server import SERVER_VARIABLE, TOKEN_VARIABLE, Server, find_servers
from gridarena_protocol.messages import Seek
from gridarena_protocol.records import Clock

if TYPE_CHECKING:
    from gridarena._session import Attendance
    from gridarena._workers import StartWorker

LOGS = "gridarena-logs"
IN_WORKER = frozenset(("gridarena._worker", "gridarena_lab.experiment.worker"))
"""Programs that load an agent's file to play with it."""


def run(agent: type[Agent], arguments: Sequence[str] | None = None) -> None:
    """Connects the agent and plays until it is told to stop; ``python mine.py --help`` lists the options.

    Ends the program with an exit code and one line when the server refuses. In a file that is only loaded, as a worker
    process loads the very same one, it does nothing, so a file without ``if __name__ == "__main__"`` works too.
    """
    if _only_loaded():
        return
    if arguments is None:
        arguments = [] if _interactive() else sys.argv[1:]
    wanted = _parser(agent).parse_args(arguments)
    try:
        servers = find_servers(
            wanted.server, token=wanted.token, token_file=wanted.token_file, join_file=wanted.join_file
        )
        play(
            agent,
            servers,
            name=wanted.name,
            slots=wanted.slots,
            seek=_seek(wanted),
            inline=wanted.inline or _interactive(),
            fallback=not wanted.no_fallback,
            log_folder=wanted.logs,
        )
    except ArenaError as error:
        say(f"{Path(sys.argv[0]).name}: {error}")
        code = error.exit_code
    except KeyboardInterrupt:
        code = INTERRUPTED_EXIT
    else:
        return
    if not _interactive():
        sys.exit(code)


def play(
    agent: str | type[Agent],
    servers: Sequence[Server],
    *,
    name: str | None = None,
    version: str | None = None,
    slots: int = 1,
    inline: bool = False,
    fallback: bool = True,
    matches: int | None = None,
    seek: Seek | None = None,
    wait_s: float = 10.0,
    log_folder: Path | None = None,
    say: Callable[[str], None] | None = None,
) -> None:
    """Connects an agent and plays; returns when it has played enough, or on SIGTERM where the OS has it.

    Args:
        agent: An agent's address, or its class.
        servers: Where to connect, tried in order; see :func:`gridarena.server.find_servers`.
        name: Under which it is ranked; None: the class's own name.
        version: Shown with its matches; None: the class's own version, or a hash of its file.
        slots: Matches it plays at once.
        inline: Search in a thread of this process instead of in worker processes.
        fallback: Send a random legal move when a turn opens, so that a crash is not a "missing".
        matches: Return after so many; None: never.
        seek: The casual match to look for, again and again; None waits for what is assigned.
        wait_s: How long to look for a server that has never answered.
        log_folder: Where prints and tracebacks go; None: ``gridarena-logs/<agent>`` in the working folder.
        say: Takes lines for a person; None: standard error.

    Raises:
        ArenaError: the server refuses, is not there, or the agent cannot be loaded.
        KeyboardInterrupt: Ctrl-C; the matches go on when the agent is started again in time.
    """
    from gridarena._session import Attendance
    from gridarena._warm import spare_the_collector

    refuse_in_worker("play")
    spare_the_collector()
    attendance = Attendance(name, version, slots, fallback, matches, wait_s, seek)
    work = partial(attend, agent, tuple(servers), attendance, inline=inline, log_folder=log_folder, say=say or _SAY)
    run_until_terminated(work, "an agent plays")


def run_until_terminated(work: Callable[[], Coroutine[None, None, None]], why: str) -> None:
    """Runs it, in a loop of its own, to its end or to SIGTERM; ``why`` this machine does not fall asleep meanwhile."""
    with awake(why):
        if _loop_runs():
            _run_in_thread(work)
        else:
            asyncio.run(_until_terminated(work()))


async def attend(
    agent: str | type[Agent],
    servers: tuple[Server, ...],
    attendance: "Attendance",
    *,
    inline: bool = False,
    log_folder: Path | None = None,
    say: Callable[[str], None],
) -> None:
    """:func:`play` for code that has an event loop; cancel it to leave.

    Raises:
        ArenaError: as :func:`play`.
    """
    from gridarena._pool import Pool
    from gridarena._session import Session

    if isinstance(agent, str) and find_agent(agent).present:
        inline, attendance = True, replace(attendance, fallback=False)
    folder = log_folder or Path(LOGS) / _folder_name(agent, attendance.name)
    pool = Pool(_starter(agent, folder, inline=inline), spare=not inline, say=say)
    await Session(servers, pool, attendance, log_folder=folder, say=say).run()


def say(text: str) -> None:
    """One line for the person at the terminal, whatever a server has put into it."""
    line = "".join(letter if letter.isprintable() else " " for letter in text)
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


_SAY = say


def _starter(agent: str | type[Agent], folder: Path, *, inline: bool) -> "StartWorker":
    if not inline:
        from gridarena import _process

        return partial(_process.start, find_agent(agent), folder)
    from gridarena import _inline

    if not isinstance(agent, str):
        return partial(_inline.start, agent, folder)
    source = find_agent(agent)
    loaded = cache(partial(load_agent, source))
    return partial(_inline.start, lambda: loaded()(**source.options), folder)


def _folder_name(agent: str | type[Agent], name: str | None) -> str:
    if name is None and isinstance(agent, str):
        source = find_agent(agent)
        name = source.name or source.qualname or Path(source.place).stem
    elif name is None and isinstance(agent, type):
        name = agent.name or agent.__qualname__
    return re.sub(r"[^\w.-]+", "_", name or "agent").lower()


async def _until_terminated(work: Coroutine[None, None, None]) -> None:
    task = asyncio.current_task()
    assert task is not None  # asyncio.run gave one
    terminated = False

    def terminate() -> None:
        nonlocal terminated
        terminated = True
        task.cancel()

    with contextlib.suppress(NotImplementedError, RuntimeError):  # Windows; a thread
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, terminate)
    try:
        await work
    except asyncio.CancelledError:
        if not terminated:
            raise


def _wait_for(over: threading.Event) -> None:
    """In short steps: on Windows nothing interrupts a wait without an end."""
    while not over.wait(0.2):
        pass


def _run_in_thread(work: Callable[[], Coroutine[None, None, None]]) -> None:
    """Runs it beside a loop that is running; what it raises is raised here, an interrupt leaves in good order."""
    failure: list[BaseException] = []
    started: list[tuple[asyncio.AbstractEventLoop, asyncio.Task[None]]] = []
    interrupted, over = threading.Event(), threading.Event()

    async def main() -> None:
        task = asyncio.current_task()
        assert task is not None  # asyncio.run gave one
        started.append((asyncio.get_running_loop(), task))
        if not interrupted.is_set():
            await work()

    def target() -> None:
        try:
            asyncio.run(main())
        except BaseException as error:  # noqa: BLE001 - raised again in the caller's thread
            failure.append(error)
        finally:
            over.set()

    threading.Thread(target=target, name="gridarena network", daemon=True).start()
    try:
        _wait_for(over)
    except KeyboardInterrupt:
        interrupted.set()
        for loop, task in started:
            with contextlib.suppress(RuntimeError):  # its loop has just ended
                loop.call_soon_threadsafe(task.cancel)
        _wait_for(over)
        raise
    if failure:
        raise failure[0]


def _loop_runs() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def _interactive() -> bool:
    """True in a notebook or at a prompt: no arguments to read, no file for a worker, no program to end."""
    return _loop_runs() or not hasattr(sys.modules.get("__main__"), "__file__")


def _only_loaded() -> bool:
    """An agent's file is being loaded, here or in what is a worker process."""
    return loading() or _is_worker()


def _is_worker() -> bool:
    main = sys.modules.get("__main__")
    return getattr(getattr(main, "__spec__", None), "name", "") in IN_WORKER


def refuse_in_worker(function: str) -> None:
    """Keeps a file that is only loaded from playing on its own: a worker would start workers without end.

    Raises:
        UnusableFileError: in a worker process, or while an agent is loaded; the text says what the file lacks.
    """
    if _only_loaded():
        caller = sys._getframe(2).f_code.co_filename
        raise UnusableFileError(
            f"{caller} calls {function}() while it is loaded, which every worker process does: "
            'put the call below a line `if __name__ == "__main__":`'
        )


def _parser(agent: type[Agent]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=f"Connects {agent.__qualname__} to a gridarena server and plays what it is assigned.",
        epilog=f"Without --server and --join the server comes from {SERVER_VARIABLE} and the token from "
        f"{TOKEN_VARIABLE}, or both from the join file that `gridarena join FILE` has kept. "
        "A token on a command line can be read by every user of the machine.",
    )
    parser.add_argument(
        "--server", action="append", metavar="HOST:PORT", help="the server; repeat it for others to try"
    )
    parser.add_argument("--token", help="your team's token")
    parser.add_argument("--token-file", type=Path, metavar="FILE", help="a file that holds your team's token")
    parser.add_argument(
        "--join", dest="join_file", type=Path, metavar="FILE", help="the join file you got from the host"
    )
    parser.add_argument("--name", help="under which it is ranked within your team")
    parser.add_argument("--slots", type=_count, default=1, metavar="N", help="matches it plays at once (default 1)")
    parser.add_argument(
        "--seek", action="store_true", help="look for a casual, unrated match, and after it for the next one"
    )
    parser.add_argument("--board", action="append", metavar="NAME", help="of those shipped: what to --seek")
    parser.add_argument("--time", type=_seconds, metavar="SECONDS", help="thinking time of a turn: what to --seek")
    parser.add_argument("--inline", action="store_true", help="search in this process: prints and breakpoint() work")
    parser.add_argument("--no-fallback", action="store_true", help="no random first move when a turn opens")
    parser.add_argument("--logs", type=Path, metavar="FOLDER", help=f"for prints and tracebacks (default {LOGS}/)")
    return parser


def _seek(wanted: argparse.Namespace) -> Seek | None:
    if not wanted.seek:
        return None
    clock = None if wanted.time is None else Clock("hidden", round(wanted.time * 1000))
    return Seek(boards=tuple(wanted.board or ()), clock=clock)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0.001 <= seconds <= 3600:
        raise argparse.ArgumentTypeError(f"expected seconds from 0.001 to 3600, got {text!r}")
    return seconds


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a number of at least 1, got {text!r}")
    return int(text)
