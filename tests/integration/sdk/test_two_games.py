"""Two games on one server: the same agents play both, boards of several sizes, and each game has its own ranking."""

import asyncio
from itertools import pairwise

import pytest

from gridarena._client import Client
from gridarena.boards import start_boards
from gridarena.server import Server as Address
from gridarena_agents.random_agent import Random
from gridarena_protocol.records import Clock, Record, Rules, chain
from gridarena_protocol.views import LeaderboardQuery, MatchesQuery, Plan
from support.arena import Arena

SIZES = {"dots": ["1x1", "1x3", "2x2", "random-3x2-1"], "sudoku": ["empty-1x1", "empty-1x2", "empty-2x2"]}


def plan(game: str) -> Plan:
    boards = start_boards(game, SIZES[game])
    return Plan(game, game, "round-robin", boards, (Clock("hidden", 2_000),), Rules(), ("ann", "bob"), rounds=1)


async def play(host: Client, game: str) -> tuple[Record, ...]:
    """Every match of a tournament, from its start to its end."""
    created = await host.create_tournament(plan(game))
    assert created.tournament is not None
    await host.start_tournament(created.tournament)
    async for event in host.watch_tournament(created.tournament):
        if event.tournament.status == "finished":
            break
    page = await host.matches(MatchesQuery(tournament=created.tournament, limit=100))
    return tuple([await host.match(record.header.match) for record in page.matches])


@pytest.mark.timeout(60)
async def test_leaderboards_are_per_game(arena: Arena) -> None:
    """Tournaments that mix sizes finish side by side, and a seat may have several turns running."""
    for team in ("ann", "bob"):
        await arena.guest(team, Random, slots=4)
    async with Client(Address(f"127.0.0.1:{arena.server.port}", arena.server.host_token)) as host:
        assert (await host.leaderboard(LeaderboardQuery(""))).game == "sudoku"
        assert [team.games for team in await host.teams()] == [(("dots", "sudoku"),)] * 2
        records = dict(zip(SIZES, await asyncio.gather(*(play(host, game) for game in SIZES)), strict=True))
        for game, played in records.items():
            assert len(played) == 2 * len(SIZES[game])
            assert all(record.result and record.result.termination == "completed" for record in played)
            assert all(record.hashes == tuple(chain(record.header, record.turns)) for record in played)
            board = await host.leaderboard(LeaderboardQuery(game))
            assert {row.played for row in board.rows} == {len(played)}
            assert sum(row.points for row in board.rows) == sum(
                sum(record.result.points) for record in played if record.result
            )
        newest = max(records, key=lambda game: records[game][0].header.tournament or 0)
        assert (await host.leaderboard(LeaderboardQuery(""))).game == newest
    again = [one.seat == other.seat for record in records["dots"] for one, other in pairwise(record.turns)]
    points = [turn.points > 0 for record in records["dots"] for turn in record.turns[:-1]]
    assert again == points
    assert any(again)
