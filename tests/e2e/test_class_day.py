"""A class tournament from the roster to the table: forty teams, everything that goes wrong on such a day, one evening.

All of it are processes and commands as people type them; only most of the honest agents share one process, for forty
interpreters are more than two cores carry. DAY=full plays one round robin of all, 1560 matches; otherwise the class is
split into four pools that are played at once, with every trouble in the first.
"""

import asyncio
import json
import os
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from gridarena._client import Client
from support.classroom import CROWD, HONEST, TEAMS, roster, team_name, troubled
from support.cli import Running, Served, free_port, gridarena, running, served
from support.proxy import Proxy

FULL = os.environ.get("DAY") == "full"
POOLS = 1 if FULL else 4
BOARD = "empty-2x2" if FULL else "empty-1x2"
LIMIT_S = 1800 if FULL else 240
RAISES, EXITS, HANGS, DIES, UPDATED, ROAMS, LATE = (team_name(number) for number in range(1, 8))
OWN_PROCESS = 7

pytestmark = [
    pytest.mark.timeout(LIMIT_S + 60),
    pytest.mark.skipif("sys.platform == 'win32'", reason="students leave by Ctrl-C, which one process cannot be sent"),
]


class Day:
    """The host's terminal and the students' machines."""

    def __init__(self, folder: Path, server: Served, exits: AsyncExitStack) -> None:
        self.folder = folder
        self.server = server
        self.exits = exits
        self.students: dict[str, Running] = {}

    async def types(self, *words: str) -> Any:
        """What the host's command answers."""
        words = (*words, "--json")
        return (await asyncio.to_thread(gridarena, *words, cwd=self.folder, extra=self.server.extra)).json()

    def sits_down(self, team: str, text: str, *words: str) -> Running:
        """A student starts the file on a machine of its own."""
        file = self.folder / f"{team}.py"
        file.write_text(text, encoding="utf-8")
        words = ("--join", f"joins/{team}.join", "--logs", f"logs/{team}", *words)
        self.students[team] = self.exits.enter_context(running(*words, cwd=self.folder, program=(file.name,)))
        return self.students[team]

    async def until(self, number: int, fits: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The tournament's view, once it is so."""
        async with asyncio.timeout(LIMIT_S):
            while True:
                view = (await self.types("tournament", "status", str(number)))["tournament"]
                if fits(view):
                    return dict(view)
                await asyncio.sleep(0.2)

    async def restart(self) -> None:
        """The server is killed without a word and started again by the host."""
        self.server.command.process.kill()
        await asyncio.to_thread(self.server.command.wait)
        again = served(self.folder, port=self.server.port)
        self.server = await asyncio.to_thread(self.exits.enter_context, again)


@asynccontextmanager
async def school(folder: Path) -> AsyncIterator[tuple[Day, Proxy]]:
    """A server, and one student's way to it that can be cut."""
    async with AsyncExitStack() as exits:
        server = exits.enter_context(served(folder, port=free_port()))
        proxy = await exits.enter_async_context(Proxy(server.port))
        yield Day(folder, server, exits), proxy


async def test_a_class_has_its_day(tmp_path: Path) -> None:
    """Everybody plays everybody, whatever happens; the table can be recomputed, and every loss says why."""
    async with school(tmp_path) as (day, proxy):
        await import_the_class(day)
        await everybody_comes(day, proxy)
        numbers = await plan_the_pools(day)
        for number in numbers:
            await day.types("tournament", "start", str(number))
        await go_through_it(day, proxy, numbers[0])
        for number in numbers:
            view = await day.until(number, lambda view: view["status"] == "finished")
            assert view["finished"] == view["matches"] == len(view["agents"]) * (len(view["agents"]) - 1)
        for number in numbers:
            await table_is_what_the_matches_say(day, number)
        await every_loss_has_its_sentence(day, numbers[0])


async def import_the_class(day: Day) -> None:
    (day.folder / "class.csv").write_text(roster(), encoding="utf-8")
    said = await day.types("team", "import", "class.csv", "--out", "joins")
    assert [team["outcome"] for team in said["teams"]] == ["new"] * TEAMS


async def everybody_comes(day: Day, proxy: Proxy) -> None:
    """All but the one who is late."""
    day.sits_down(RAISES, troubled(RAISES, "raises"), "--no-fallback")
    day.sits_down(EXITS, troubled(EXITS, "exits"), "--no-fallback")
    day.sits_down(HANGS, troubled(HANGS, "hangs"), "--no-fallback")
    for team in (DIES, UPDATED):
        day.sits_down(team, HONEST.format(team=team))
    file = day.folder / "joins" / f"{ROAMS}.join"
    direct = file.read_text(encoding="utf-8")
    file.write_text(direct.replace(day.server.address, f"127.0.0.1:{proxy.port}"), encoding="utf-8")
    day.sits_down(ROAMS, HONEST.format(team=ROAMS))
    (day.folder / "crowd.py").write_text(CROWD, encoding="utf-8")
    files = [f"joins/{team_name(number)}.join" for number in range(OWN_PROCESS + 1, TEAMS + 1)]
    day.exits.enter_context(running(*files, cwd=day.folder, program=("crowd.py",)))
    await connected(day, TEAMS - 1)


async def connected(day: Day, count: int) -> None:
    async with asyncio.timeout(60):
        while len(await here(day)) < count:  # noqa: ASYNC110 -- it happens in other processes
            await asyncio.sleep(0.2)


async def here(day: Day) -> tuple[str, ...]:
    async with Client(day.server.as_host) as client:
        return (await client.info()).connected


async def plan_the_pools(day: Day) -> list[int]:
    """The troubles are in the first pool; the late one is in none yet."""
    others = [team_name(number) for number in range(OWN_PROCESS + 1, TEAMS + 1)]
    size = (TEAMS - 1) // POOLS
    first = [RAISES, EXITS, HANGS, DIES, UPDATED, ROAMS]
    pools = [first + others[: size - len(first)]]
    rest = others[size - len(first) :]
    pools += [rest[place :: POOLS - 1] for place in range(POOLS - 1)]
    words = ("--board", BOARD, "--time", "0.2", "--join", "15", "--away", "8", "--yes")
    one_by_one = () if FULL else ("--concurrency", "1")  # so that the troubles come while it is being played
    numbers = []
    for pool, slow in zip(pools, (one_by_one, *[()] * (len(pools) - 1)), strict=True):
        created = await day.types("tournament", "create", "--agents", ",".join(pool), *words, *slow)
        numbers.append(int(created["tournament"]))
    return numbers


async def go_through_it(day: Day, proxy: Proxy, number: int) -> None:
    """Everything that goes wrong, one after the other, while matches are being played."""
    first = str(number)
    await day.until(number, lambda view: view["finished"] >= 3)
    day.students[DIES].process.kill()
    proxy.hold()
    proxy.reset()
    assert (await day.types("tournament", "pause", first))["status"] == "paused"
    paused = await day.until(number, lambda view: view["live"] == 0)
    await an_update_waits_for_the_host(day, number)
    assert (await day.types("tournament", "status", first))["tournament"]["finished"] == paused["finished"]
    assert (await day.types("tournament", "resume", first))["status"] == "running"
    await day.types("tournament", "enter", first, LATE)
    day.sits_down(LATE, HONEST.format(team=LATE))
    proxy.release()
    await day.until(number, lambda view: view["finished"] >= paused["finished"] + 5)
    await day.restart()


async def an_update_waits_for_the_host(day: Day, number: int) -> None:
    """Who comes back with another file than it began with gets no match, and is told so, until it is allowed."""
    old = day.students[UPDATED]
    old.interrupt()
    await asyncio.to_thread(old.wait)
    new = day.sits_down(UPDATED, HONEST.format(team=UPDATED) + "# better now\n")
    await asyncio.to_thread(new.wait_for, "no match until")
    assert (await day.until(number, lambda view: UPDATED in view["held"]))["status"] == "paused"
    assert (await day.types("tournament", "allow", str(number), UPDATED))["held"] == []


async def table_is_what_the_matches_say(day: Day, number: int) -> None:
    """Counted again here, from the record of each match, and by `verify`, from the log."""
    listed = await finished(day, number)
    scores: Counter[str] = Counter()
    for match in listed:
        agents, winner = match["header"]["agents"], match["result"]["winner"]
        for seat, agent in enumerate(agents):
            scores[agent] += 1 if winner is None else 2 * (winner == seat)
    table = await day.types("tournament", "status", str(number))
    assert {row["agent"]: row["score"] for row in table["rows"]} == {
        agent: scores[agent] / 2 for agent in table["agents"]
    }
    verified = await day.types("verify")
    assert verified["ok"], verified["difference"]
    assert [one["rows"] for one in verified["tables"] if one["tournament"] == number] == [table["rows"]]


async def finished(day: Day, number: int) -> list[dict[str, Any]]:
    """All matches that count."""
    matches: list[dict[str, Any]] = []
    before: tuple[str, ...] = ()
    while True:
        page = await day.types("history", "--tournament", str(number), "--limit", "1000", *before)
        matches += page["matches"]
        if page["next_before"] is None:
            return [match for match in matches if match["void"] is None and match["result"] is not None]
        before = ("--before", str(page["next_before"]))


async def every_loss_has_its_sentence(day: Day, number: int) -> None:
    """Who was hindered lost by what hindered it; honest agents lost by points, whatever became of the others."""
    endings: dict[str, Counter[str]] = {}
    for match in await finished(day, number):
        winner, termination = match["result"]["winner"], match["result"]["termination"]
        if winner is not None:
            won, lost = match["header"]["agents"][winner], match["header"]["agents"][1 - winner]
            assert f"{won} won by points" in match["why"] or f"{lost} lost by " in match["why"], match["why"]
            endings.setdefault(lost, Counter())[termination] += 1
    print(json.dumps(endings))  # noqa: T201 -- for whoever reads how the day went
    for team in (RAISES, EXITS, HANGS):
        assert endings[team].keys() == {"missing"}
    assert endings[DIES].keys() & {"absent", "abandoned"}
    for team in endings.keys() - {RAISES, EXITS, HANGS, DIES, ROAMS, UPDATED}:
        assert endings[team].keys() <= {"completed"}, team
