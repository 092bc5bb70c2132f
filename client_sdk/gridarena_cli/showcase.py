"""What `demo` does: the very commands a host and students type, as processes of their own, and a tournament watched.

Nothing here is a short cut: the server is `gridarena serve`, each agent is `gridarena play` with its team's token, the
tournament is planned, started and followed over gRPC. The records stay in a file that can be served afterwards.
"""

import asyncio
import json
import shutil
import sys
import time
from collections.abc import Awaitable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from gridarena._client import Client
from gridarena.durations import spoken
from gridarena.resolve import find_agent
from gridarena.server import Server, read_token
from gridarena_cli import planning
from gridarena_cli.exits import CliError, Exit
from gridarena_cli.processes import Child, Family
from gridarena_cli.render import shapes, tables
from gridarena_cli.terminal import note, put_json, show
from gridarena_cli.watching import Display, display, follow
from gridarena_protocol.records import Clock, Rules
from gridarena_protocol.views import LeaderboardQuery, MatchesQuery, Plan, Standing, StartBoard, TournamentView

T = TypeVar("T")

FOLDER = Path("gridarena-demo")
READY_S = 60.0
"""How long the server, and then the agents, may take to start: kernels may have to be compiled for the first time."""


@dataclass(frozen=True, slots=True)
class Show:
    """What is to be shown."""

    boards: tuple[str, ...]
    agents: tuple[str, ...]
    time_s: float
    rounds: int
    database: Path | None


@dataclass(frozen=True, slots=True)
class Ending:
    """What is left when all processes are gone."""

    tournament: TournamentView
    rows: tuple[Standing, ...]
    closest: int | None
    """A match worth looking at: the one with the smallest difference."""
    took_s: float
    """From the first match to the last."""


def run(wish: Show, *, as_json: bool) -> None:
    """Plays the demo; whatever happens, no process is left behind."""
    game = planning.game_of(None, wish.boards)
    boards = planning.read_boards(game, wish.boards, ())
    clocks = planning.clocks("hidden", (wish.time_s,))
    check_agents(wish.agents)
    database = fresh_database(wish.database)
    with display() as shown:
        ending = asyncio.run(_play(_plan(wish, game, boards, clocks), database, shown))
    view = ending.tournament
    note(f"{view.finished} matches are over after {spoken(ending.took_s)}, {view.voided} of them void.")
    if as_json:
        put_json(shapes.demo(view, ending.rows, str(database)))
    else:
        show(tables.leaderboard(ending.rows))
        sys.stdout.write(farewell(database, ending.closest, boards[-1].name, command_name()))


async def _play(plan: Plan, database: Path, shown: Display) -> Ending:
    with Family(logs_of(database)) as family:
        began = time.monotonic()
        note("Starting a server ...")
        host = await _server(family, database)
        note(f"It listens at {host.address}. Starting {len(plan.agents)} agents ...")
        async with Client(host) as client:
            await _agents(family, client, host, plan.agents)
            note(f"All are in the lobby after {time.monotonic() - began:.0f} s.")
            tournament = await _tournament(client, plan)
            began = time.monotonic()
            event = await _unless_broken(family, follow(host, tournament, shown.update))
            took_s = time.monotonic() - began
            board = await client.leaderboard(LeaderboardQuery(plan.game))
            return Ending(event.tournament, board.rows, await _closest(client, tournament), took_s)


async def _server(family: Family, database: Path) -> Server:
    child = family.start("server", "serve", "--json", "--port", "0", "--database", str(database), answers=True)
    line = await _in_time(asyncio.to_thread(child.first_line), child)
    if not line:
        await asyncio.to_thread(child.wait, time.monotonic() + 1)
        child.check()
    ready = json.loads(line)
    return Server(ready["address"], read_token(Path(ready["host_token_file"])))


async def _agents(family: Family, client: Client, host: Server, names: tuple[str, ...]) -> None:
    for name in names:
        team = await client.add_team(name)
        environment = {"GRIDARENA_TOKEN": team.token}
        words = ("play", name, "--name", name, "--server", host.address, "--logs", str(family.logs / name))
        child = family.start(name, *words, environment=environment)
    await _unless_broken(family, _in_time(_all_here(client, names), child))


async def _all_here(client: Client, names: tuple[str, ...]) -> None:
    while not set(names) <= set((await client.info()).connected):  # noqa: ASYNC110 -- there is nothing to wait for
        await asyncio.sleep(0.1)


async def _tournament(client: Client, plan: Plan) -> int:
    created = await client.create_tournament(plan)
    if created.tournament is None:
        raise CliError(Exit.PROBLEM, "the server created a tournament without a number")
    await client.start_tournament(created.tournament)
    return created.tournament


async def _closest(client: Client, tournament: int) -> int | None:
    page = await client.matches(MatchesQuery(tournament=tournament, status="finished", limit=1000))
    results = [record.result for record in page.matches if record.result is not None]
    gaps = [(abs(result.points[0] - result.points[1]), -result.turns, result.match) for result in results]
    return min(gaps)[2] if gaps else None


async def _in_time(work: Awaitable[T], child: Child) -> T:
    try:
        async with asyncio.timeout(READY_S):
            return await work
    except TimeoutError:
        raise CliError(Exit.PROBLEM, f"{child.name} was not ready after {READY_S:.0f} s (log: {child.log})") from None


async def _unless_broken(family: Family, work: Awaitable[T]) -> T:
    """The work's answer; a child that ends on its own ends the work."""
    task = asyncio.ensure_future(work)
    try:
        while not task.done():
            family.check()
            await asyncio.wait([task], timeout=0.5)
    finally:
        task.cancel()
    return await task


def check_agents(names: tuple[str, ...]) -> None:
    """All are installed and no two are the same, so that nothing is started in vain."""
    for name in names:
        find_agent(name)
    if len(set(names)) < max(2, len(names)):
        raise CliError(Exit.USAGE, f"expected at least two agents, each once, got {', '.join(names)}")


def _plan(wish: Show, game: str, boards: tuple[StartBoard, ...], clocks: tuple[Clock, ...]) -> Plan:
    return Plan(
        name="demo",
        game=game,
        format="round-robin",
        boards=boards,
        clocks=clocks,
        rules=Rules(),
        agents=wish.agents,
        rounds=wish.rounds,
    )


def fresh_database(wanted: Path | None) -> Path:
    """A file that is not there yet, in a folder that is."""
    path = wanted or FOLDER / f"{datetime.now():%Y%m%d-%H%M%S}" / "arena.db"
    if path.exists():
        raise CliError(Exit.USAGE, f"{path} exists already; a demo begins with a new file")
    logs_of(path).mkdir(parents=True, exist_ok=True)
    return path


def logs_of(database: Path) -> Path:
    """Where the demo's processes write what they have to say."""
    return database.with_name(f"{database.name}.logs")


def command_name() -> str:
    """How this program was called, so that what is printed can be typed."""
    script = Path(sys.argv[0])
    found = shutil.which("gridarena")
    if script.name == "__main__.py":
        return f"{Path(sys.executable).name} -m gridarena_cli"
    if found is not None and Path(found).resolve() == script.resolve():
        return "gridarena"
    return str(script.relative_to(Path.cwd()) if script.is_relative_to(Path.cwd()) else script)


def farewell(database: Path, match: int | None, board: str, command: str) -> str:
    """Where the records lie and what to type next."""
    place = f'"{database}"' if " " in str(database) else str(database)
    lines = {
        "leaderboard": "who is ahead",
        f"show {match or 1}": "the closest match, turn by turn",
        f"team add me --save me.token --database {place}": "a token for an agent of your own",
        "play ./mine.py:Mine --token-file me.token": "which plays on from then on",
        f"tournament create --board {board} --database {place}": "between all that ever connected",
    }
    width = max(map(len, lines)) + 3
    typed = "\n".join(f"  {command} {line.ljust(width)}{meaning}" for line, meaning in lines.items())
    return f"""\
The records are in {database}. Serve them:

  {command} serve --database {place}

and in a second terminal type what you like:

{typed}
"""
