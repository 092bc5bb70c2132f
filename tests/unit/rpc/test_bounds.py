"""What bounds a peer: bucket, quota, log limit, follower. Virtual time."""

import asyncio
import gc
import logging

import pytest

from gridarena_protocol.records import MatchResult, TurnRecord
from gridarena_server.errors import Code, ServiceError
from gridarena_server.facts import MatchVoided
from gridarena_server.rpc.bucket import Bucket
from gridarena_server.rpc.noise import PEERS, Noise
from gridarena_server.rpc.quota import Line, Quota
from gridarena_server.rpc.watch import UNREAD, Feed

S = 1_000_000_000


class Now:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.ns = 0

    def __call__(self) -> int:
        return self.ns


def turn(number: int) -> TurnRecord:
    return TurnRecord(number, 1, 0, "1", "accepted", "", 0, None, (), None, 1, 1, False, 0, 0, 0, 0, 0)


def result(match: int) -> MatchResult:
    return MatchResult(match, 0, (1, 0), "completed", "", True, 1, "", 0)


def test_a_bucket_gives_a_burst_then_a_rate() -> None:
    """The first ones are free; then each waits for its own place in the queue."""
    now = Now()
    bucket = Bucket(3, 10, now)
    assert [round(bucket.take(), 3) for _ in range(5)] == [0, 0, 0, 0.1, 0.2]
    now.ns += S // 5
    assert round(bucket.take(), 3) == 0.1


def test_a_bucket_never_holds_more_than_its_burst() -> None:
    """An hour of silence earns one burst, as filling it does."""
    now = Now()
    bucket = Bucket(2, 10, now)
    now.ns += 3600 * S
    assert [bucket.take() > 0 for _ in range(3)] == [False, False, True]
    bucket.fill()
    assert [bucket.take() > 0 for _ in range(3)] == [False, False, True]


def test_a_quota_is_kept_for_each_by_itself() -> None:
    """The one beyond the bound is busy; others are not; what is let go is free again."""
    quota = Quota(2)
    with quota.hold("owls"), quota.hold("owls"), quota.hold("foxes"):
        with pytest.raises(ServiceError) as raised, quota.hold("owls"):
            pass
        assert raised.value.code is Code.BUSY
    with quota.hold("owls"), quota.hold("owls"):
        pass


def test_who_opens_one_stream_after_the_other_waits() -> None:
    """Twice as many as it may hold cost nothing, a reconnection of everything included; others are not held up."""
    now = Now()
    quota = Quota(4, now)
    assert [quota.toll("owls") for _ in range(8)] == [0.0] * 8
    assert quota.toll("owls") == pytest.approx(0.25)
    assert quota.toll("foxes") == 0.0
    now.ns += 3 * S
    assert [quota.toll("owls") for _ in range(8)] == [0.0] * 8
    assert max(quota.toll("owls") for _ in range(1_000)) <= 2.0  # also what is given up while it waits is counted


def test_a_peer_gets_one_line_a_second(caplog: pytest.LogCaptureFixture) -> None:
    """More of the same is counted, whatever port it comes from; other machines are not kept quiet by it."""
    now = Now()
    noise = Noise(now)
    with caplog.at_level(logging.WARNING):
        for port in range(1000):
            noise.note(f"ipv4:10.0.0.1:{port}", "malformed")
        noise.note("ipv4:10.0.0.2:1", "malformed")
        now.ns += S
        noise.note("ipv4:10.0.0.1:1", "bad_token")
    assert caplog.messages == [
        "ipv4:10.0.0.1: malformed",
        "ipv4:10.0.0.2: malformed",
        "ipv4:10.0.0.1: bad_token (999 more like this)",
    ]


def test_the_log_limit_forgets_peers() -> None:
    """However many addresses an attacker has, memory is bounded."""
    noise = Noise(Now())
    for number in range(3 * PEERS):
        noise.note(f"ipv6:[fe80::{number:x}]:1", "malformed")
    assert len(noise._last) == PEERS


async def test_a_follower_reads_in_order_and_only_its_own_match() -> None:
    """Turns, then the end; other matches are not heard."""
    feed = Feed()
    with feed.match(1) as follower:
        feed.on_turn(1, turn(1))
        feed.on_turn(2, turn(9))
        feed.on_end(1, result(1))
        assert [await follower.next(), await follower.next()] == [turn(1), result(1)]


async def test_a_slow_follower_is_told_to_look_again() -> None:
    """What it has not read is dropped for the present state; what comes afterwards is kept again."""
    feed = Feed()
    with feed.match(1) as follower:
        for number in range(UNREAD + 1):
            feed.on_turn(1, turn(number))
        feed.on_end(1, MatchVoided(1, "storm", 0))
        assert [await follower.next(), await follower.next()] == [None, MatchVoided(1, "storm", 0)]


async def test_a_tournaments_news_are_one_look() -> None:
    """Many changes unread are one change."""
    feed = Feed()
    with feed.tournament(3) as follower:
        for _ in range(10):
            feed.changed(3)
        assert await follower.next() is None
        reading = asyncio.ensure_future(follower.next())
        await asyncio.sleep(0)
        assert not reading.done()
        feed.changed(3)
        assert await reading is None


async def test_closing_the_feed_lets_followers_go() -> None:
    """Those that wait and those that come later are told that the server stops."""
    feed = Feed()
    with feed.match(1) as early:
        reading = asyncio.ensure_future(early.next())
        await asyncio.sleep(0)
        feed.close()
        with feed.match(1) as late:
            for waiting in (reading, late.next()):
                with pytest.raises(ServiceError) as raised:
                    await waiting
                assert raised.value.code is Code.DRAINING


async def test_whoever_asks_much_waits_in_its_own_line() -> None:
    """In the order of asking; who gives up is out of the line; nothing is kept of those who have gone."""
    line, log = Line(1), list[str]()

    async def ask(who: str, name: str) -> None:
        leave = await line.enter(who)
        log.append(name)
        await asyncio.sleep(0)
        leave()

    leave = await line.enter("ann")
    waiting = [asyncio.create_task(ask("ann", name)) for name in ("first", "given up", "second")]
    await asyncio.sleep(0)
    waiting[1].cancel()
    await ask("bob", "bob")
    assert log == ["bob"]
    leave()
    await asyncio.gather(*waiting, return_exceptions=True)
    assert log == ["bob", "first", "second"]
    del leave, waiting
    await asyncio.sleep(0)  # the loop lets go of the task that was given up, and gc of its exception's cycle
    gc.collect()
    assert not line._gates
