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
        f"{len(posts)} agents, {means.jobs} matches at once, {memory_text(means.memory)} of memory a turn, "
        f"up to {means.kept} kept warm; prints and tracebacks go to {logs}"
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
    said = ""
    loading = True
    while True:
        count = crew.count()
        if line(count) != said and (loading != bool(count.loading) or not count.loading):
            said, loading = line(count), bool(count.loading)
            note(said)
        await asyncio.sleep(LOOK_S if loading else LINE_EVERY_S)


def line(count: Count) -> str:
    """How far they are, in one line."""
    words = [f"{count.here} agents connected"]
    if count.loading:
        words.append(f"{count.loading} loading")
    if count.failed:
        words.append(f"{count.failed} cannot play")
    words.append(f"{count.played} matches played")
    if count.playing:
        words.append(f"{count.playing} being played")
    return ", ".join(words)
