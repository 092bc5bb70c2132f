"""Runs the agents that `crowd` has found, and says how far they are."""

import asyncio
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from gridarena._crew import Count, Crew, Means, Post
from gridarena.running import LOGS, run_until_terminated, say
from gridarena.server import Server
from gridarena_agents.course.memory import memory_text
from gridarena_cli import places
from gridarena_cli.crowd import THREADS, Found, Share, find, share, tickets
from gridarena_cli.terminal import console, note

LINE_EVERY_S = 10.0
"""Seconds between plain lines; nothing is said where nothing is new."""
LOOK_S = 0.5


def play_each(
    folder: Path,
    jobs: int | None,
    memory: str | None,
    *,
    server: str | None,
    token_file: Path | None,
    join: Path | None,
    logs: Path | None,
    fallback: bool,
) -> None:
    """Connects every agent of a folder and plays until Ctrl-C.

    Raises:
        ArenaError: none of the agents can play.
        CliError: there is none, or no join file for one.
    """
    means = share(jobs, memory)
    found = find(folder, means.memory)
    if join is not None and join.is_dir():
        servers = tickets(join, found, lambda file: places.servers(server, None, file))
    else:
        servers = dict.fromkeys((one.name for one in found), places.servers(server, token_file, join))
    _play(found, servers, means, logs=logs or Path(LOGS), fallback=fallback)


def _play(
    found: Sequence[Found], servers: Mapping[str, tuple[Server, ...]], means: Share, *, logs: Path, fallback: bool
) -> None:
    for name in THREADS:
        os.environ.setdefault(name, "1")
    posts = [Post(one.name, one.address, servers[one.name]) for one in found]
    note(
        f"{_some(len(posts), 'agent')}, {_some(means.jobs, 'match')} at once, {memory_text(means.memory)} of memory "
        f"a turn, up to {means.kept} kept warm; prints and tracebacks go to {logs}"
    )
    wanted = Means(means.jobs, means.kept, logs, fallback)
    run_until_terminated(lambda: _run(Crew(posts, wanted, say)), "agents play")


async def _run(crew: Crew) -> None:
    telling = asyncio.create_task(_tell(crew))
    try:
        await crew.run()
    finally:
        telling.cancel()


async def _tell(crew: Crew) -> None:
    shown = console(stderr=True)
    if shown.is_terminal:
        with shown.status("starting ...") as status:
            while True:
                status.update(line(crew.count()))
                await asyncio.sleep(LOOK_S)
    said, settled = "", False
    while True:
        count = crew.count()
        if line(count) != said and (settled or not (count.loading or count.waiting)):
            said, settled = line(count), True
            note(said)
        await asyncio.sleep(LINE_EVERY_S if settled else LOOK_S)


def line(count: Count) -> str:
    """How far they are, in one line."""
    words = [f"{_some(count.connected, 'agent')} connected"]
    if count.loading:
        words.append(f"{count.loading} loading")
    if count.waiting:
        words.append(f"{count.waiting} waiting for a server")
    if count.failed:
        words.append(f"{count.failed} cannot play")
    words.append(f"{_some(count.played, 'match')} played")
    if count.playing:
        words.append(f"{count.playing} being played")
    return ", ".join(words)


def _some(number: int, what: str) -> str:
    ending = "" if number == 1 else "es" if what.endswith("ch") else "s"
    return f"{number} {what}{ending}"
