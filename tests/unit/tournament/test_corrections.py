"""What the host decides about matches: void, or played again."""

import asyncio

import pytest

from gridarena_protocol.views import RerunRequest
from gridarena_server.errors import ServiceError
from support import facts
from support.floor import matches_of, settle, started


async def test_matches_lost_in_one_way_are_played_again() -> None:
    """They become void with the reason; the next attempt of the same leg counts instead."""
    arena = await started("ann", "bob", boards=2)
    await arena.win(1, 0, "missing")
    await arena.play_on()
    assert arena.director.view(1).status == "finished"
    again = await arena.director.corrections.rerun(RerunRequest(1, "the network was down", lost_by="missing"))
    assert [record.header.match for record in again] == [1]
    view = arena.director.view(1)
    assert (view.status, view.finished, view.voided) == ("running", 3, 1)
    await settle()
    await arena.play_on()
    view = arena.director.view(1)
    assert (view.status, view.finished, view.matches, view.voided) == ("finished", 4, 4, 1)
    first, *_, last = await matches_of(arena)
    assert first.void == "the network was down"
    assert (last.header.pairing, last.header.leg, last.header.attempt) == (first.header.pairing, first.header.leg, 2)


async def test_standings_and_ratings_forget_what_is_played_again() -> None:
    """From the moment of the decision."""
    arena = await started("ann", "bob")
    await arena.win(1, 0, "missing")
    assert [row.played for row in await arena.director.standings(1)] == [1, 1]
    await arena.director.commands.pause(1)
    await arena.director.corrections.rerun(RerunRequest(1, "again", lost_by="missing"))
    assert [row.played for row in await arena.director.standings(1)] == [0, 0]
    assert await arena.director.leaderboard("pebbles") == ()


async def test_a_dry_run_changes_nothing() -> None:
    """It names the matches and no more."""
    arena = await started("ann", "bob")
    await arena.win(1, 0, "illegal")
    request = RerunRequest(1, "again", lost_by="illegal", dry_run=True)
    assert [record.header.match for record in await arena.director.corrections.rerun(request)] == [1]
    assert (arena.director.view(1).voided, arena.director.view(1).finished) == (0, 1)
    assert [event.kind for event in await arena.store.host_events(1)] == ["tournament.started"]


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ({"lost_by": "missing"}, [1, 2]),
        ({"lost_by": "missing", "agent": "ann"}, [2]),
        ({"agent": "bob"}, [1, 3]),
        ({"matches": (3, 4)}, [3, 4]),
        ({"lost_by": "missing", "matches": (2, 3)}, [2]),
        ({"lost_by": "taboo"}, []),
    ],
)
async def test_what_is_played_again_fits_everything_that_is_set(wanted: dict[str, object], expected: list[int]) -> None:
    """How it was lost, by whom, and its number; a draw was lost by nobody."""
    arena = await started("ann", "bob", boards=2)
    losses = iter([("bob", "missing"), ("ann", "missing"), ("bob", "completed"), (None, "completed")])
    while arena.umpire.live:
        (match, header), (loser, termination) = next(iter(arena.umpire.live.items())), next(losses)
        winner = None if loser is None else 1 if header.agents[0] == loser else 0
        await arena.win(match, winner, termination)  # type: ignore[arg-type]
    request = RerunRequest(1, "again", **wanted, dry_run=True)  # type: ignore[arg-type]
    found = await arena.director.corrections.rerun(request)
    assert [record.header.match for record in found] == expected


async def test_playing_again_needs_a_choice() -> None:
    """Everything at once is nobody's wish."""
    arena = await started("ann", "bob")
    with pytest.raises(ServiceError, match="say which matches"):
        await arena.director.corrections.rerun(RerunRequest(1, "again"))


async def test_a_match_played_again_has_all_its_attempts() -> None:
    """Though the first attempts were spoiled, and the server spoils one more, and dies."""
    arena = await started("ann", "bob")
    for match in (1, 2):
        await arena.umpire.void(match, "lightning")
        await settle()
    await arena.win(3, 0, "missing")
    await arena.win(4)
    await arena.director.corrections.rerun(RerunRequest(1, "again", lost_by="missing"))
    await settle()
    (live,) = arena.umpire.live
    await arena.umpire.void(live, "lightning once more")
    await arena.crash()
    await arena.join("ann")
    await arena.join("bob")
    await arena.play_on()
    assert (arena.director.view(1).status, arena.director.view(1).finished) == ("finished", 2)
    assert (await matches_of(arena))[-1].header.attempt == 5


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ({"lost_by": "absent"}, {("ann", "cy"), ("cy", "ann"), ("bob", "cy"), ("cy", "bob")}),
        ({"lost_by": "absent", "agent": "bob"}, {("bob", "cy"), ("cy", "bob")}),
        ({"lost_by": "missing"}, set()),
    ],
)
async def test_where_both_stayed_away_both_lost(wanted: dict[str, str], expected: set[tuple[str, str]]) -> None:
    """So what is lost by staying away can be played again, after a restart, too; once, as long as it is played."""
    arena = await started("ann", "bob", "cy", "dan", here=False)
    await arena.join("dan")
    await arena.time.advance(61)
    assert arena.director.view(1).voided == 6
    again = await arena.director.corrections.rerun(RerunRequest(1, "again", **wanted))  # type: ignore[arg-type]
    void = {record.header.agents for record in again if "dan" not in record.header.agents}
    assert void == expected | ({("ann", "bob"), ("bob", "ann")} if expected else set())
    if not expected:
        return
    finished = arena.director.view(1).finished
    await arena.crash()
    for label in ("ann", "bob", "cy", "dan"):
        await arena.join(label)
    assert await arena.director.corrections.rerun(RerunRequest(1, "again", **wanted)) == ()  # type: ignore[arg-type]
    await arena.play_on()
    view = arena.director.view(1)
    assert (view.status, view.finished) == ("finished", finished + len(again))


async def test_a_void_match_can_be_played_again_by_its_number() -> None:
    """The host had it voided, and thinks better of it."""
    arena = await started("ann", "bob")
    await arena.win(1)
    (record,) = [record for record in await matches_of(arena) if record.result is not None]
    await arena.director.corrections.void(record, "cheated")
    await arena.play_on()
    assert (arena.director.view(1).status, arena.director.view(1).finished) == ("finished", 1)
    await arena.director.corrections.rerun(RerunRequest(1, "not so", matches=(1,)))
    await settle()
    await arena.play_on()
    assert (arena.director.view(1).status, arena.director.view(1).finished) == ("finished", 2)


async def test_whoever_was_absent_gets_the_time_to_join_again() -> None:
    """Otherwise it would lose the same way at once."""
    arena = await started("ann", "bob", here=False)
    await arena.join("ann")
    await arena.time.advance(61)
    assert arena.director.view(1).finished == 2
    await arena.director.corrections.rerun(RerunRequest(1, "bob had no room", lost_by="absent"))
    await arena.time.advance(50)
    await arena.join("bob")
    await arena.play_on()
    assert {row.agent: row.played for row in await arena.director.leaderboard("pebbles")} == {"ann": 2, "bob": 2}


async def test_a_void_of_a_casual_match_survives_a_crash() -> None:
    """The decision was written, what it means was not."""
    arena = await started("ann", "bob", here=False)
    await arena.store.append(facts.header(7), facts.result(facts.header(7), []))
    record = await arena.store.match(7)
    assert record is not None
    arena.disk.hold = True
    voiding = asyncio.ensure_future(arena.director.corrections.void(record, "wrong board"))
    await settle()
    arena.disk.flush(1)
    await settle()
    await arena.crash()
    await asyncio.gather(voiding, return_exceptions=True)
    await settle()
    record = await arena.store.match(7)
    assert record is not None
    assert record.void == "wrong board"
