"""A live match on a real event loop: timers, stalls, streams, without a network."""

import asyncio
import time
from collections.abc import AsyncIterator

import pytest

from gridarena_games.base import SEATS, Seat
from gridarena_protocol.messages import (
    Finish,
    MatchFinished,
    Proposal,
    RefereeMessage,
    Snapshot,
    TurnClosed,
    TurnOpened,
    TurnPlayed,
)
from gridarena_protocol.records import Clock, MatchHeader, MatchResult, TurnRecord
from gridarena_server.clock import SystemClock
from gridarena_server.errors import Code
from gridarena_server.facts import MatchVoided
from gridarena_server.referee import live
from gridarena_server.referee.heartbeat import Heartbeat
from gridarena_server.referee.live import LiveMatch
from gridarena_server.referee.machine import Machine
from gridarena_server.referee.oracles import OracleDesk
from gridarena_server.store.base import StoreError
from support.match_table import header
from support.toy import Pebbles


class Link:
    """A seat's stream that only remembers."""

    def __init__(self) -> None:
        self.sent: list[RefereeMessage] = []
        self.closed: list[Code | None] = []
        self.news = asyncio.Event()

    def send(self, message: RefereeMessage) -> None:
        self.sent.append(message)
        self.news.set()

    def close(self, code: Code | None) -> None:
        self.closed.append(code)
        self.news.set()

    async def wait_for(self, kind: type[RefereeMessage], count: int = 1) -> RefereeMessage:
        while True:
            found = [message for message in self.sent if isinstance(message, kind)]
            if len(found) >= count:
                return found[count - 1]
            self.news.clear()
            await self.news.wait()


def records(message: RefereeMessage) -> tuple[TurnRecord, ...]:
    """The turns a message tells of."""
    match message:
        case Snapshot(turns=told) | TurnOpened(played=told) | MatchFinished(played=told):
            return told
        case TurnClosed(record) | TurnPlayed(record):
            return (record,)
        case _:
            return ()


class Table:
    """A live match, its two links, and who watches."""

    def __init__(self, head: MatchHeader, heartbeat: Heartbeat, desk: OracleDesk, *, at_once: bool = False) -> None:
        self.seen: list[TurnRecord] = []
        self.ends: list[MatchResult | MatchVoided] = []
        self.slow = False
        """Nothing is ever written any more."""
        self.at_once = at_once
        """What is to be written is so when the call returns."""
        self.fails = 0
        """So many more times it cannot be."""
        self.fails_late = False
        """Which is known a moment later only."""
        self.written = 0
        """So many calls were."""
        self.links = (Link(), Link())
        game = Pebbles()
        clock = SystemClock()
        machine = Machine(head, game, game.start(head.setup, head.options), utc_ms=clock.utc_ms)
        self.match = LiveMatch(
            machine, None, append=self.append, clock=clock, desk=desk, heartbeat=heartbeat, watchers=self
        )
        self.match.start()
        self.epochs = [self.match.attach(seat, self.links[seat]) for seat in (0, 1)]

    def append(self, *facts: object) -> "asyncio.Future[int]":
        future = asyncio.get_running_loop().create_future()
        later = asyncio.get_running_loop().call_soon
        if self.fails:
            self.fails -= 1
            error = StoreError("out of memory")
            (later(future.set_exception, error) if self.fails_late else future.set_exception(error))
            return future
        self.written += 1
        if self.at_once:
            future.set_result(len(facts))
        elif not self.slow:
            later(future.set_result, len(facts))
        return future

    def on_turn(self, match: int, record: TurnRecord) -> None:
        self.seen.append(record)

    def on_end(self, header: MatchHeader, end: MatchResult | MatchVoided) -> None:
        self.ends.append(end)

    def propose(self, seat: Seat, turn: int, move: str, *, number: int = 1, final: bool = True) -> None:
        proposal = Proposal(turn, 1, number, move, final=final)
        self.match.receive(seat, self.epochs[seat], proposal)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """News waits for hardly anything."""
    monkeypatch.setattr(live, "PATIENCE_S", 0.02)


@pytest.fixture
async def heartbeat() -> AsyncIterator[Heartbeat]:
    heartbeat = Heartbeat(SystemClock())
    heartbeat.start()
    yield heartbeat
    heartbeat.stop()


@pytest.fixture
async def desk() -> AsyncIterator[OracleDesk]:
    desk = OracleDesk()
    yield desk
    desk.close()


@pytest.fixture
async def echo() -> AsyncIterator[tuple[str, int]]:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(await reader.read(1))
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        host, port = server.sockets[0].getsockname()
        yield host, port


async def test_the_rival_learns_of_a_turn_when_the_next_one_opens(heartbeat: Heartbeat, desk: OracleDesk) -> None:
    """The mover is acknowledged alone; the rival's opening carries the record; so do the readers' news."""
    table = Table(header(pebbles=3, clock=Clock("untimed")), heartbeat, desk)
    first, second = table.links
    assert [type(message) for message in first.sent] == [Snapshot, TurnOpened]
    table.propose(0, 1, "1")
    closed = await first.wait_for(TurnClosed)
    opened = await second.wait_for(TurnOpened)
    assert isinstance(closed, TurnClosed)
    assert isinstance(opened, TurnOpened)
    assert opened.played == (closed.record,)
    assert not [message for message in first.sent if isinstance(message, TurnPlayed)]
    assert table.seen == [closed.record]


async def test_the_end_carries_what_a_seat_has_not_seen(heartbeat: Heartbeat, desk: OracleDesk) -> None:
    """MatchFinished completes both seats' records; the streams end well."""
    table = Table(header(pebbles=2, clock=Clock("untimed")), heartbeat, desk)
    table.propose(0, 1, "2")
    finished = await table.links[1].wait_for(MatchFinished)
    assert isinstance(finished, MatchFinished)
    assert [record.move for record in finished.played] == ["2"]
    mover = await table.links[0].wait_for(MatchFinished)
    assert isinstance(mover, MatchFinished)
    assert mover.played == finished.played
    assert not [message for message in table.links[0].sent if isinstance(message, TurnClosed)]
    assert [link.closed for link in table.links] == [[None], [None]]
    assert len(table.ends) == 1


async def test_a_quick_rival_spares_the_acknowledgement(
    heartbeat: Heartbeat, desk: OracleDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A seat that ended its turn learns of it with its next one; every turn is told once, in order."""
    monkeypatch.setattr(live, "PATIENCE_S", 60.0)
    table = Table(header(pebbles=6, clock=Clock("untimed")), heartbeat, desk)
    for turn in range(1, 6):
        seat: Seat = 0 if turn % 2 else 1
        await table.links[seat].wait_for(TurnOpened, (turn + 1) // 2)
        table.propose(seat, turn, "1")
    await table.links[1].wait_for(TurnOpened, 3)
    first, second = table.links
    assert [type(message) for message in first.sent] == [Snapshot, *[TurnOpened] * 3]
    assert [type(message) for message in second.sent] == [Snapshot, *[TurnOpened] * 3]
    assert [[record.turn for record in records(message)] for message in first.sent] == [[], [], [1, 2], [3, 4]]
    assert [[record.turn for record in records(message)] for message in second.sent] == [[], [1], [2, 3], [4, 5]]


@pytest.mark.usefixtures("impatient")
async def test_a_slow_rival_does_not_keep_it_back(heartbeat: Heartbeat, desk: OracleDesk) -> None:
    """The acknowledgement comes alone, and is not repeated."""
    table = Table(header(pebbles=6, clock=Clock("untimed")), heartbeat, desk)
    table.propose(0, 1, "1")
    await table.links[0].wait_for(TurnClosed)
    table.propose(1, 2, "1")
    await table.links[0].wait_for(TurnOpened, 2)
    assert [[record.turn for record in records(message)] for message in table.links[0].sent] == [[], [], [1], [2]]


async def test_the_clock_s_close_is_told_at_once(heartbeat: Heartbeat, desk: OracleDesk) -> None:
    """The search must end, however long the rival takes; its own word ends nothing."""
    table = Table(header(pebbles=6, clock=Clock("hidden", 20)), heartbeat, desk)
    table.propose(0, 1, "1", final=False)
    await table.links[1].wait_for(TurnOpened)
    assert isinstance(table.links[0].sent[-1], TurnClosed)


@pytest.mark.usefixtures("impatient")
async def test_what_is_not_on_the_disk_is_never_told(heartbeat: Heartbeat, desk: OracleDesk) -> None:
    """Not even when the time to speak of an earlier turn comes while the next is being written."""
    table = Table(header(pebbles=6, clock=Clock("untimed")), heartbeat, desk)
    table.propose(0, 1, "1")
    await table.links[1].wait_for(TurnOpened)
    table.slow = True
    table.propose(1, 2, "1")
    closed = await table.links[0].wait_for(TurnClosed)
    assert isinstance(closed, TurnClosed)
    assert closed.record.turn == 1
    await asyncio.sleep(0.1)
    assert [record.turn for link in table.links for message in link.sent for record in records(message)] == [1, 1]


async def test_what_is_durable_at_once_is_told_at_once(heartbeat: Heartbeat, desk: OracleDesk) -> None:
    """Turns, forced skips between them and the result follow from one proposal, in order."""
    table = Table(header(pebbles=3, clock=Clock("untimed"), options={"skip": "1"}), heartbeat, desk, at_once=True)
    table.propose(0, 1, "1")
    assert [record.turn for record in table.seen] == [1, 2]
    table.propose(0, 3, "2")
    assert [record.turn for record in table.seen] == [1, 2, 3]
    assert len(table.ends) == 1
    assert table.match.settled.is_set()
    assert [record.turn for message in table.links[1].sent for record in records(message)] == [1, 2, 3]


async def test_a_match_that_is_over_from_the_start_ends_at_once(heartbeat: Heartbeat, desk: OracleDesk) -> None:
    """Its result may be durable before anybody has sat down."""
    table = Table(header(pebbles=0, clock=Clock("untimed")), heartbeat, desk, at_once=True)
    assert len(table.ends) == 1
    assert table.match.settled.is_set()


async def test_a_turn_that_cannot_be_written_ends_the_streams(heartbeat: Heartbeat, desk: OracleDesk) -> None:
    """Nobody is told anything that is not there; the match is taken up at the next start."""
    table = Table(header(pebbles=6, clock=Clock("untimed")), heartbeat, desk)
    table.fails = 2
    table.propose(0, 1, "1")
    assert [link.closed for link in table.links] == [[Code.INTERNAL], [Code.INTERNAL]]
    assert [record for link in table.links for message in link.sent for record in records(message)] == []
    assert table.ends == []


async def test_a_void_that_cannot_be_written_is_noticed_where_nobody_sits(
    heartbeat: Heartbeat, desk: OracleDesk
) -> None:
    """Whoever waits for it must not wait for ever; a file fails a moment later."""
    table = Table(header(pebbles=6, clock=Clock("untimed")), heartbeat, desk)
    for seat in SEATS:
        table.match.detach(seat, table.epochs[seat])
    await table.match.settled.wait()
    table.fails, table.fails_late = 2, True
    table.match.abort("the wrong board")
    assert not table.match.settled.is_set()
    async with asyncio.timeout(5):
        await table.match.settled.wait()
    assert table.match.stuck


async def test_a_closed_match_plays_no_further(heartbeat: Heartbeat, desk: OracleDesk) -> None:
    """What was being written is; the turn behind it opens at the next start, and nobody loses it meanwhile."""
    table = Table(header(pebbles=6, clock=Clock("hidden", 20)), heartbeat, desk)
    table.propose(0, 1, "1")
    table.match.close()
    async with asyncio.timeout(5):
        await table.match.settled.wait()
    assert table.written == 1
    assert table.ends == []


@pytest.mark.parametrize("at_once", [True, False])
async def test_a_turn_that_cannot_be_written_voids_the_match(
    heartbeat: Heartbeat, desk: OracleDesk, at_once: bool
) -> None:
    """So that it is played again; what is not on the disk is told to nobody."""
    table = Table(header(pebbles=6, clock=Clock("untimed")), heartbeat, desk, at_once=at_once)
    table.propose(0, 1, "1")
    await table.links[1].wait_for(TurnOpened)
    table.fails = 1
    table.propose(1, 2, "1")
    for link in table.links:
        finished = await link.wait_for(MatchFinished)
        assert isinstance(finished, MatchFinished)
        assert "could not write it down" in (finished.void or "")
        assert {record.turn for message in link.sent for record in records(message)} == {1}
    assert [type(end) for end in table.ends] == [MatchVoided]
    assert table.match.settled.is_set()


async def test_news_is_never_told_alone_too_early(
    heartbeat: Heartbeat, desk: OracleDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The timer was set for older news, which travelled in time; this one waits for its own."""
    monkeypatch.setattr(live, "PATIENCE_S", 0.2)
    table = Table(header(pebbles=6, clock=Clock("untimed")), heartbeat, desk)
    table.propose(0, 1, "1")
    await table.links[1].wait_for(TurnOpened)
    await asyncio.sleep(0.1)
    table.propose(1, 2, "1")
    await table.links[0].wait_for(TurnOpened, 2)
    alone = sum(isinstance(message, TurnClosed) for message in table.links[0].sent)
    begun = time.monotonic()
    table.propose(0, 3, "1")
    await table.links[0].wait_for(TurnClosed, alone + 1)
    assert time.monotonic() - begun >= live.PATIENCE_S


@pytest.mark.usefixtures("impatient")
async def test_a_new_stream_s_snapshot_tells_what_was_held_back(heartbeat: Heartbeat, desk: OracleDesk) -> None:
    """It says everything, and nothing is told twice."""
    table = Table(header(pebbles=6, clock=Clock("untimed")), heartbeat, desk)
    table.propose(0, 1, "1")
    await table.links[1].wait_for(TurnOpened)
    newer = Link()
    table.match.attach(0, newer)
    await asyncio.sleep(0.1)
    assert [[record.turn for record in records(message)] for message in newer.sent] == [[1]]


async def test_a_seat_that_moves_twice_running_keeps_its_rival_informed(heartbeat: Heartbeat, desk: OracleDesk) -> None:
    """Where the next turn is the mover's again, the rival is told by TurnPlayed."""
    table = Table(header(pebbles=3, clock=Clock("untimed"), options={"skip": "1"}), heartbeat, desk)
    table.propose(0, 1, "1")
    await table.links[0].wait_for(TurnOpened, 2)
    await table.links[1].wait_for(TurnPlayed, 2)
    played = [message for message in table.links[1].sent if isinstance(message, TurnPlayed)]
    assert [message.record.verdict for message in played] == ["accepted", "skipped"]


async def test_a_newer_stream_supersedes_the_older(heartbeat: Heartbeat, desk: OracleDesk) -> None:
    """The older one is closed with its code and no longer heard; its end means nothing."""
    table = Table(header(pebbles=6, clock=Clock("untimed")), heartbeat, desk)
    newer = Link()
    epoch = table.match.attach(0, newer)
    assert table.links[0].closed == [Code.SUPERSEDED]
    table.propose(0, 1, "1")
    table.match.detach(0, table.epochs[0])
    await asyncio.sleep(0)
    assert table.match.turns == []
    snapshot, opened = newer.sent
    assert isinstance(snapshot, Snapshot)
    assert isinstance(opened, TurnOpened)
    assert (snapshot.epoch, epoch, opened.attempt) == (2, 2, 1)
    table.match.receive(0, epoch, Proposal(1, 1, 1, "1"))
    table.match.receive(0, epoch, Finish(1, 1))
    assert isinstance(await newer.wait_for(TurnClosed), TurnClosed)


async def test_a_deadline_is_never_early(heartbeat: Heartbeat, desk: OracleDesk) -> None:
    """The clock is read again before a turn closes."""
    table = Table(header(pebbles=30, clock=Clock("hidden", 20)), heartbeat, desk)
    for turn in range(1, 11):
        seat: Seat = 0 if turn % 2 else 1
        await table.links[seat].wait_for(TurnOpened, (turn + 1) // 2)
        table.propose(seat, turn, "1", final=False)
        closed = await table.links[seat].wait_for(TurnClosed, (turn + 1) // 2)
        assert isinstance(closed, TurnClosed)
        assert closed.record.used_us >= 20_000


async def test_what_arrived_during_a_stall_still_counts(
    heartbeat: Heartbeat, desk: OracleDesk, echo: tuple[str, int]
) -> None:
    """The referee's own lateness is measured, given back, and never a seat's."""
    table = Table(header(pebbles=6, clock=Clock("hidden", 50)), heartbeat, desk)
    loop = asyncio.get_running_loop()
    await asyncio.sleep(0.03)
    reader, writer = await asyncio.open_connection(*echo)

    async def read() -> None:
        await reader.read(1)
        table.propose(0, 1, "2", final=False)

    task = loop.create_task(read())
    await asyncio.sleep(0)
    writer.write(b"x")
    time.sleep(0.15)  # noqa: ASYNC251 - the stall under test
    closed = await table.links[0].wait_for(TurnClosed)
    await task
    writer.close()
    await writer.wait_closed()
    assert isinstance(closed, TurnClosed)
    assert closed.record.verdict == "accepted"
    assert closed.record.stall_us > 100_000


async def test_a_drain_settles_and_close_ends_the_streams(heartbeat: Heartbeat, desk: OracleDesk) -> None:
    """Streams end as draining; nothing is decided."""
    table = Table(header(pebbles=6, clock=Clock("untimed")), heartbeat, desk)
    table.match.drain()
    table.propose(0, 1, "1")
    await table.match.settled.wait()
    table.match.close()
    assert isinstance(table.links[0].sent[-1], TurnClosed)
    assert [link.closed for link in table.links] == [[Code.DRAINING], [Code.DRAINING]]
    assert table.ends == []
