"""What can be asked, and what readers may not see yet."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

import pytest

from gridarena_games.base import Seat
from gridarena_protocol.codec import methods
from gridarena_protocol.messages import (
    Attach,
    Hello,
    MatchAssigned,
    MatchFinished,
    Proposal,
    RefereeMessage,
    Resign,
    SeatMessage,
    Snapshot,
    TurnClosed,
    TurnOpened,
    Welcome,
)
from gridarena_protocol.records import Clock, MatchHeader, MatchResult, Record, Rules, Thinking, TurnRecord, chain
from gridarena_protocol.teams import NewTeam
from gridarena_protocol.views import LeaderboardQuery, MatchesQuery, Plan, StartBoard, VoidRequest
from gridarena_server.app import Server
from support.wire import LAST, Failed, Talk, Wire, open_match, running

Seats = list[Talk[SeatMessage, RefereeMessage]]
MOVES = ("(0,3) -> 4", "(2,2) -> 4", "(3,0) -> 4", "(3,2) -> 2")


@contextlib.asynccontextmanager
async def seated(server: Server, header: MatchHeader) -> AsyncIterator[Seats]:
    """Both seats of a match, attached; the first turn is about to open."""
    async with contextlib.AsyncExitStack() as stack:
        talks: Seats = []
        seats: tuple[Seat, Seat] = (0, 1)
        for seat in seats:
            token = await server.add_team(header.agents[seat])
            wire = await stack.enter_async_context(Wire(server.port, token))
            talks.append(await take_seat(server, wire, header, seat))
        yield talks


async def take_seat(server: Server, wire: Wire, header: MatchHeader, seat: Seat) -> Talk[SeatMessage, RefereeMessage]:
    talk = wire.talk(methods.ATTACH)
    await talk.send(Attach(header.match, seat, server.tickets.issue(header.match, seat)))
    assert isinstance(await talk.read(), Snapshot)
    return talk


async def play(seats: Seats, turn: int, move: str) -> None:
    """The seat to move makes its move; it is on the disk when this returns."""
    seat = seats[(turn - 1) % 2]
    opened = await seat.read_until(TurnOpened)
    thinking = Thinking(depth=turn)
    await seat.send(Proposal(opened.turn, opened.attempt, 1, move, thinking, final=True))
    await seat.read_until(TurnClosed if turn < len(MOVES) else MatchFinished)


async def test_readers_see_a_turn_when_the_next_one_opens() -> None:
    """While the rival is away its turn cannot open, so nobody learns of the one that is on the disk already."""
    async with running() as server, Wire(server.port) as reader:
        header = await open_match(server)
        token, other = await server.add_team("first"), await server.add_team("second")
        async with Wire(server.port, token) as first, Wire(server.port, other) as second:
            mover = await take_seat(server, first, header, 0)
            await play([mover], 1, MOVES[0])
            stored = await server.store.match(header.match)
            assert stored is not None
            assert len(stored.turns) == 1
            hidden = await reader.ask(methods.MATCH, header.match)
            assert (hidden.turns, hidden.hashes, hidden.details) == ((), stored.hashes[:1], ())
            rival = await take_seat(server, second, header, 1)
            await rival.read_until(TurnOpened)
            shown = await reader.ask(methods.MATCH, header.match)
            assert (shown.turns, shown.hashes, shown.details) == (stored.turns, stored.hashes, ())


async def test_a_finished_match_is_shown_whole() -> None:
    """Turns, thinking, result and hash chain, all of which agree."""
    async with running() as server, Wire(server.port) as reader:
        header = await open_match(server)
        async with seated(server, header) as seats:
            for number, move in enumerate(MOVES, start=1):
                await play(seats, number, move)
            finished = await seats[0].read_until(MatchFinished)  # the last move was the other's
        record = await reader.ask(methods.MATCH, header.match)
        assert [turn.move for turn in record.turns] == list(MOVES)
        assert record.result == finished.result
        assert list(record.hashes) == chain(record.header, record.turns)
        assert finished.result is not None
        assert finished.result.hash == record.hashes[-1]
        assert [detail.seen[-1].thinking for detail in record.details] == [Thinking(depth=n) for n in (1, 2, 3, 4)]


async def test_a_match_is_watched_turn_by_turn() -> None:
    """The snapshot, every turn once and in order, the result; then the stream ends."""
    async with running() as server, Wire(server.port) as reader:
        header = await open_match(server)
        watching = reader.follow(methods.WATCH_MATCH, header.match)
        events: list[object] = [await anext(watching)]
        async with seated(server, header) as seats:
            for number, move in enumerate(MOVES, start=1):
                await play(seats, number, move)
            events += [event async for event in watching]
        first, *turns, last = events
        assert isinstance(first, Record)
        assert first.turns == ()
        assert [turn.move for turn in turns if isinstance(turn, TurnRecord)] == list(MOVES)
        assert isinstance(last, MatchResult)


async def test_a_watcher_of_a_void_match_reads_the_reason() -> None:
    """The last event is the reason; who comes later gets it in the snapshot."""
    async with running() as server, Wire(server.port) as reader:
        header = await open_match(server)
        watching = reader.follow(methods.WATCH_MATCH, header.match)
        assert isinstance(await anext(watching), Record)
        await server.referee.void(header.match, "thunderstorm")
        assert [event async for event in watching] == ["thunderstorm"]
        late = [event async for event in reader.follow(methods.WATCH_MATCH, header.match)]
        assert [event.void for event in late if isinstance(event, Record)] == ["thunderstorm"]


async def test_what_is_not_there_is_said() -> None:
    """Unknown match, tournament, agent, game: NOT_FOUND with the code that says which."""
    async with running() as server, Wire(server.port) as reader:
        questions = {
            "unknown_match": [reader.ask(methods.MATCH, 7), anext(reader.follow(methods.WATCH_MATCH, 7))],
            "unknown_tournament": [
                reader.ask(methods.STANDINGS, 7),
                reader.ask(methods.CROSSTABLE, 7),
                reader.ask(methods.MATCHES, MatchesQuery(tournament=7)),
                reader.ask(methods.LEADERBOARD, LeaderboardQuery("", 7)),
                anext(reader.follow(methods.WATCH_TOURNAMENT, 7)),
            ],
            "unknown_agent": [reader.ask(methods.MATCHES, MatchesQuery(agent="nobody"))],
            "unknown_game": [reader.ask(methods.LEADERBOARD, LeaderboardQuery("chess"))],
        }
        for code, asked in questions.items():
            for question in asked:
                with pytest.raises(Failed) as raised:
                    await question
                assert (raised.value.status, raised.value.code) == ("NOT_FOUND", code)


async def test_matches_are_listed_page_by_page() -> None:
    """Newest first, each once; the last page says so."""
    async with running() as server, Wire(server.port) as reader:
        for _ in range(5):
            await open_match(server)
        seen, before = [], None
        while True:
            page = await reader.ask(methods.MATCHES, MatchesQuery(before=before, limit=2))
            seen += [record.header.match for record in page.matches]
            before = page.next_before
            if before is None:
                break
        assert seen == [5, 4, 3, 2, 1]
        live = await reader.ask(methods.MATCHES, MatchesQuery(status="live", agent=None))
        assert len(live.matches) == 5


async def test_a_tournament_is_played_and_watched() -> None:
    """Two agents in the lobby play a pair; tables, lists and watchers agree at the end."""
    async with contextlib.AsyncExitStack() as stack:
        server = await stack.enter_async_context(running())
        reader = await stack.enter_async_context(Wire(server.port))
        host = await stack.enter_async_context(Wire(server.port, server.host_token))
        wires = []
        for name in ("first", "second"):
            token = (await host.ask(methods.ADD_TEAM, NewTeam(name))).token
            wires.append(await stack.enter_async_context(Wire(server.port, token)))
        playing = [
            asyncio.ensure_future(agent(wire, name)) for wire, name in zip(wires, ("first", "second"), strict=True)
        ]
        plan = Plan(
            "cup",
            "sudoku",
            "round-robin",
            (StartBoard("last", LAST, {}),),
            (Clock("untimed"),),
            Rules(),
            ("first", "second"),
        )
        created = await host.ask(methods.CREATE_TOURNAMENT, plan)
        assert created.tournament is not None
        assert created.matches == 2
        assert (await host.ask(methods.ESTIMATE_TOURNAMENT, plan)).tournament is None
        watching = reader.follow(methods.WATCH_TOURNAMENT, created.tournament)
        assert (await anext(watching)).tournament.status == "created"
        await host.ask(methods.START_TOURNAMENT, created.tournament)
        last = None
        async for event in watching:
            last = event
            if event.tournament.status == "finished":
                break
        await watching.aclose()  # type: ignore[attr-defined]
        assert last is not None
        assert (last.tournament.finished, last.tournament.voided, last.live) == (2, 0, ())
        standings = await reader.ask(methods.STANDINGS, created.tournament)
        assert standings.rows == last.standings
        assert [row.played for row in standings.rows] == [2, 2]
        table = await reader.ask(methods.CROSSTABLE, created.tournament)
        assert [(cell.won, cell.lost) for cell in table.cells] == [(1, 1), (1, 1)]
        board = await reader.ask(methods.LEADERBOARD, LeaderboardQuery(""))
        assert {row.agent: row.points for row in board.rows} == {"first": 7, "second": 7}
        assert [view.status for view in await reader.ask(methods.TOURNAMENTS, None)] == ["finished"]
        history = await reader.ask(methods.MATCHES, MatchesQuery(agent="first"))
        assert [record.header.leg for record in history.matches] == [1, 0]
        info = await reader.ask(methods.SERVER, None)
        assert (info.connected, info.live_matches, info.draining) == (("first", "second"), 0, False)
        for task in playing:
            task.cancel()
        await asyncio.wait(playing)


async def agent(wire: Wire, name: str) -> None:
    """Plays the last cell of whatever match it is assigned."""
    lobby = wire.talk(methods.JOIN)
    await lobby.send(Hello(name, "1", ("sudoku",)))
    assert isinstance(await lobby.read(), Welcome)
    while True:
        assigned = await lobby.read_until(MatchAssigned)
        talk = wire.talk(methods.ATTACH)
        await talk.send(Attach(assigned.header.match, assigned.seat, assigned.ticket))
        while not isinstance(message := await talk.read(), MatchFinished):
            if isinstance(message, TurnOpened):
                await talk.send(Proposal(message.turn, message.attempt, 1, "(0,3) -> 4", final=True))


async def test_a_seat_that_comes_back_to_a_match_that_was_voided_learns_that_only() -> None:
    """The host voided what the seat had lost by being away; the result does not count."""
    async with running() as server:
        header = await open_match(server, setup=LAST)
        token = await server.add_team("first")
        async with Wire(server.port, token) as wire, Wire(server.port, server.host_token) as host:
            seat = await take_seat(server, wire, header, 0)
            await seat.send(Resign())
            await seat.read_until(MatchFinished)
            await host.ask(methods.VOID_MATCH, VoidRequest(header.match, "the network was down"))
            again = await take_seat(server, wire, header, 0)
            assert await again.read_until(MatchFinished) == MatchFinished(None, "the network was down")
