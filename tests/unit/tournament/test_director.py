"""The director: everything is played, nobody waits for somebody else's trouble, the host's word counts."""

from dataclasses import replace
from functools import partial

import pytest

from gridarena_protocol.records import Record, Rules
from gridarena_server.errors import Code, ServiceError
from gridarena_server.facts import BOTH_AWAY, MatchVoided
from gridarena_server.store.base import DuplicateError, StoreFullError
from support.floor import Floor, matches_of, plan, settle, started
from support.sdk import header

floor = partial(started, here=False)


async def test_a_round_robin_is_played_to_its_end() -> None:
    """Every leg has its result, then the tournament is finished."""
    arena = await floor("ann", "bob", "cy", boards=2)
    for label in ("ann", "bob", "cy"):
        await arena.join(label)
    await arena.play_on()
    view = arena.director.view(1)
    assert (view.status, view.matches, view.finished, view.live, view.voided) == ("finished", 12, 12, 0, 0)
    assert sum(row.played for row in await arena.director.standings(1)) == 24


async def test_matches_begin_as_soon_as_two_are_here() -> None:
    """Nobody waits for the full field."""
    arena = await floor("ann", "bob", "cy", "dan")
    ann = await arena.join("ann")
    assert not arena.umpire.live
    bob = await arena.join("bob")
    assert ann.assigned == bob.assigned == list(arena.umpire.live)
    assert arena.director.view(1).missing == ("cy", "dan")


async def test_both_seats_get_their_own_tickets() -> None:
    """A ticket is for one seat of one match."""
    arena = await floor("ann", "bob")
    guests = [await arena.join("ann"), await arena.join("bob")]
    told = [guest.told[0] for guest in guests]
    assert {(event.seat, event.ticket) for event in told} == {(0, "ticket-1-0"), (1, "ticket-1-1")}
    assert all(event.header.agents[event.seat] == guest.label for event, guest in zip(told, guests, strict=True))


async def test_an_agent_plays_as_many_matches_as_it_has_slots() -> None:
    """One slot, one match; three slots, three."""
    arena = await floor("ann", "bob", "cy", "dan")
    ann = await arena.join("ann", slots=2)
    for label in ("bob", "cy", "dan"):
        await arena.join(label, slots=9)
    assert sum("ann" in head.agents for head in arena.umpire.live.values()) == 2
    await arena.win(ann.assigned[0])
    assert sum("ann" in head.agents for head in arena.umpire.live.values()) == 2


async def test_the_servers_bound_holds_over_all_tournaments() -> None:
    """Two tournaments share the matches at once; the plan's own bound holds within one."""
    arena = Floor(concurrency=3)
    await arena.enter(plan("ann", "bob", boards=3, concurrency=1))
    second = await arena.enter(plan("ann", "bob", boards=3))
    for label in ("ann", "bob"):
        await arena.join(label, slots=9)
    assert [len(arena.director.live(1)), len(arena.director.live(second))] == [1, 2]


async def test_a_match_outside_tournaments_takes_a_slot_and_room() -> None:
    """When it ends, the tournament's begins."""
    arena = await floor("ann", "bob")
    other = replace(header(), agents=("ann", "cy"))
    arena.beside = [other]
    await arena.join("ann")
    await arena.join("bob")
    assert not arena.umpire.live
    arena.beside = []
    arena.director.ended(other, MatchVoided(other.match, "whatever", 0))
    await settle()
    assert len(arena.umpire.live) == 1
    assert arena.director.engaged("ann")
    assert not arena.director.engaged("cy")
    await arena.play_on()
    assert not arena.director.engaged("ann")


async def test_a_hanging_match_keeps_nobody_else_from_playing() -> None:
    """While one match never ends, all others of the tournament are played."""
    arena = await floor("ann", "bob", "cy", "dan")
    for label in ("ann", "bob", "cy", "dan"):
        await arena.join(label, slots=2)
    (hanging, *_) = arena.umpire.live
    while set(arena.umpire.live) - {hanging}:
        await arena.win(max(arena.umpire.live))
    assert arena.director.view(1).finished == 11


async def test_pairs_are_completed_before_others_begin() -> None:
    """With one match at a time the two legs of a pairing follow each other."""
    arena = Floor(concurrency=1)
    tournament = await arena.enter(plan("ann", "bob", "cy", "dan"), start=False)
    for label in ("ann", "bob", "cy", "dan"):
        await arena.join(label)
    await arena.start(tournament)
    await arena.play_on()
    keys = [(record.header.pairing, record.header.leg) for record in await matches_of(arena)]
    assert keys == sorted(keys)


async def test_whoever_stays_out_too_long_loses_without_playing() -> None:
    """After the time to join the present seat wins, unrated; the matches of others were played meanwhile."""
    arena = await floor("ann", "bob", "cy")
    await arena.join("ann")
    await arena.join("bob")
    await arena.play_on()
    await arena.time.advance(59)
    assert arena.director.view(1).finished == 2
    await arena.time.advance(2)
    view = arena.director.view(1)
    assert (view.status, view.finished, view.voided) == ("finished", 6, 0)
    absent = await absences(arena)
    assert len(absent) == 4
    for record in absent:
        assert record.result is not None
        assert not record.result.rated
        assert record.header.agents[record.result.winner or 0] != "cy"
    assert {row.agent: row.elo for row in await arena.director.leaderboard("pebbles")}.keys() == {"ann", "bob"}


async def absences(arena: Floor) -> list[Record]:
    """The matches that were lost by not coming."""
    return [record for record in await matches_of(arena) if record.result and record.result.termination == "absent"]


async def test_where_both_stay_away_the_match_is_void_and_not_played_again() -> None:
    """Nobody wins against nobody, and the tournament still ends."""
    arena = await floor("ann", "bob", "cy")
    await arena.join("ann")
    await arena.time.advance(61)
    view = arena.director.view(1)
    assert (view.status, view.finished, view.voided) == ("finished", 4, 2)
    assert {record.void for record in await matches_of(arena)} == {None, BOTH_AWAY}


async def test_while_nobody_is_here_nobody_is_late() -> None:
    """An access point that fails ends no tournament, and whoever is back first waits the whole time for the others."""
    arena = await floor("ann", "bob", "cy")
    await arena.time.advance(600)
    await arena.join("ann")
    await arena.join("bob")
    await arena.win(1)
    await arena.leave("ann")
    await arena.leave("bob")
    await arena.time.advance(600)
    assert (arena.director.view(1).status, arena.director.view(1).voided) == ("running", 0)
    await arena.join("bob")
    await arena.time.advance(59)
    assert arena.director.view(1).finished == 1
    await arena.join("ann")
    await arena.time.advance(2)
    assert {record.header.agents for record in await absences(arena)} == {
        ("ann", "cy"),
        ("cy", "ann"),
        ("bob", "cy"),
        ("cy", "bob"),
    }


async def test_a_server_that_is_started_to_look_at_the_table_ends_nothing() -> None:
    """The next morning nobody is here, however long."""
    arena = await floor("ann", "bob")
    await arena.join("ann")
    await arena.join("bob")
    await arena.win(1)
    await arena.crash()
    await arena.time.advance(3600)
    view = arena.director.view(1)
    assert (view.status, view.finished, view.voided) == ("running", 1, 0)
    await arena.join("ann")
    await arena.time.advance(59)
    await arena.join("bob")
    await arena.play_on()
    assert (arena.director.view(1).status, arena.director.view(1).finished) == ("finished", 2)


async def test_the_time_to_join_counts_from_the_last_being_seen() -> None:
    """An agent that was here may leave and come back within the time."""
    arena = await floor("ann", "bob")
    await arena.join("ann")
    await arena.time.advance(50)
    await arena.join("bob")
    await arena.leave("bob")
    await arena.win(1)
    await arena.time.advance(59)
    assert arena.director.view(1).finished == 1
    await arena.join("bob")
    await arena.win(2)
    assert arena.director.view(1).status == "finished"


async def test_the_time_to_join_starts_again_with_the_server() -> None:
    """Server downtime is nobody's absence."""
    arena = await floor("ann", "bob")
    await arena.time.advance(50)
    await arena.crash()
    await arena.join("ann")
    await arena.time.advance(59)
    assert arena.director.view(1).finished == 0
    await arena.time.advance(2)
    assert arena.director.view(1).finished == 2


async def test_an_agent_that_does_not_play_the_game_is_absent() -> None:
    """Being connected is not enough."""
    arena = await floor("ann", "bob")
    await arena.join("ann")
    await arena.join("bob", games=("chess",))
    assert not arena.umpire.live
    assert arena.director.view(1).missing == ("bob",)


async def test_a_match_that_the_server_spoiled_is_played_again() -> None:
    """Attempt 2 counts; attempt 1 stays in the log as void."""
    arena = await floor("ann", "bob")
    await arena.join("ann")
    await arena.join("bob")
    await arena.umpire.void(1, "the oracle gave no answer")
    await settle()
    await arena.play_on()
    view = arena.director.view(1)
    assert (view.status, view.finished, view.voided) == ("finished", 2, 1)
    assert [record.header.attempt for record in await matches_of(arena) if record.header.leg == 0] == [1, 2]


async def test_unfinished_matches_are_assigned_again_after_every_hello() -> None:
    """Whoever comes back learns what it has still to play."""
    arena = await floor("ann", "bob")
    await arena.join("ann")
    await arena.join("bob")
    await arena.leave("ann")
    ann = await arena.join("ann")
    newer = await arena.join("ann")
    assert ann.assigned == newer.assigned == [1]
    assert ann.closed is Code.SUPERSEDED


async def test_a_restart_goes_on_with_the_live_matches() -> None:
    """They are assigned again, keep their slots, and nothing is opened twice."""
    arena = await floor("ann", "bob", "cy")
    for label in ("ann", "bob", "cy"):
        await arena.join(label)
    await arena.win(1)
    live = set(arena.umpire.live)
    await arena.crash()
    assert set(arena.umpire.live) == live
    for label in ("ann", "bob", "cy"):
        await arena.join(label)
    assert set(arena.umpire.live) == live
    await arena.play_on()
    assert arena.director.view(1).finished == 6
    assert len(await matches_of(arena)) == 6


async def test_a_finished_tournament_is_finished_from_the_start() -> None:
    """Whoever asks right after a restart is not told that it is still running."""
    arena = await floor("ann", "bob")
    await arena.join("ann")
    await arena.join("bob")
    await arena.play_on()
    await arena.director.close()
    again = Floor(store=arena.store)
    await again.director.restore()
    assert again.director.view(1).status == "finished"


async def test_a_match_that_the_referee_did_not_take_up_is_played_again() -> None:
    """In the log but not with the referee: the server's fault."""
    arena = await floor("ann", "bob")
    await arena.join("ann")
    await arena.join("bob")
    arena.umpire.resume = lambda records: None  # type: ignore[method-assign]
    await arena.director.close()
    survivor = Floor(store=arena.store)
    await survivor.director.restore()
    await settle()
    await survivor.join("ann")
    await survivor.join("bob")
    await survivor.play_on()
    view = survivor.director.view(1)
    assert (view.status, view.finished, view.voided) == ("finished", 2, 1)


@pytest.mark.parametrize("error", [StoreFullError("disk full"), DuplicateError("twice"), OSError("gone")])
async def test_a_write_that_fails_is_tried_again(error: Exception) -> None:
    """The leg waits a moment, others go on, nothing is lost."""
    arena = await floor("ann", "bob", "cy", "dan")
    await arena.join("ann")
    arena.disk.refuse = error
    await arena.join("bob")
    await arena.join("cy")
    await arena.join("dan")
    assert len(arena.umpire.live) == 1
    await arena.time.advance(2)
    await arena.play_on()
    assert arena.director.view(1).status == "finished"
    assert len(await matches_of(arena)) == 12


async def test_a_forfeit_that_cannot_be_written_is_tried_again() -> None:
    """A full disk delays it."""
    arena = await floor("ann", "bob")
    await arena.join("ann")
    arena.disk.refuse = StoreFullError("disk full")
    await arena.time.advance(60.5)
    assert arena.director.view(1).finished == 1
    await arena.time.advance(2)
    assert arena.director.view(1).finished == 2


async def test_a_round_that_cannot_be_written_is_tried_again() -> None:
    """What is written of the schedule is played; the rest follows when it can be written."""
    arena = await floor("ann", "bob", "cy")
    await arena.director.close()
    late = Floor(store=arena.store)
    late.disk.refuse = StoreFullError("disk full")
    await late.enter(plan("ann", "bob"))
    assert late.director.view(2).matches == 2
    await late.join("ann")
    await late.join("bob")
    await late.play_on()
    assert late.director.view(2).status == "finished"


async def test_an_aborted_tournament_plays_no_further_match() -> None:
    """Its live matches are void, also when the server dies before it could void them."""
    arena = await floor("ann", "bob")
    await arena.join("ann")
    await arena.join("bob")
    view = await arena.director.commands.abort(1)
    await settle()
    assert (view.status, view.live, view.voided) == ("aborted", 0, 1)
    assert not arena.umpire.live
    with pytest.raises(ServiceError, match="is aborted, so there is nothing to abort"):
        await arena.director.commands.abort(1)


async def test_the_host_voids_a_live_match_for_good() -> None:
    """It is not played again."""
    arena = await floor("ann", "bob")
    await arena.join("ann")
    await arena.join("bob")
    (record,) = await matches_of(arena)
    await arena.director.corrections.void(record, "wrong board")
    await settle()
    await arena.play_on()
    view = arena.director.view(1)
    assert (view.status, view.finished, view.voided) == ("finished", 1, 1)
    with pytest.raises(ServiceError, match="void already"):
        await arena.director.corrections.void(record, "again")


async def test_voiding_a_finished_match_changes_the_tables() -> None:
    """Ratings and standings are computed again without it."""
    arena = await floor("ann", "bob")
    await arena.join("ann")
    await arena.join("bob")
    await arena.play_on(winner=0)
    before = await arena.director.leaderboard("pebbles")
    assert [row.played for row in before] == [2, 2]
    record = (await matches_of(arena))[0]
    await arena.director.corrections.void(record, "cheating")
    after = await arena.director.leaderboard("pebbles")
    assert [row.played for row in after] == [1, 1]
    assert {row.played for row in await arena.director.standings(1)} == {1}
    assert arena.director.view(1).status == "finished"


async def test_a_decision_of_the_hosts_survives_a_crash() -> None:
    """Written down but not carried out: the next start does it."""
    arena = await floor("ann", "bob")
    await arena.join("ann")
    await arena.join("bob")
    (record,) = await matches_of(arena)
    arena.umpire.void = _never  # type: ignore[method-assign]
    with pytest.raises(RuntimeError):
        await arena.director.corrections.void(record, "wrong board")
    await arena.crash()
    await settle()
    assert arena.director.view(1).voided == 1
    assert (await matches_of(arena))[0].void == "wrong board"


async def _never(match: int, reason: str) -> None:
    raise RuntimeError("the power is gone")


async def test_a_tournament_is_started_once() -> None:
    """Starting twice is refused, also after a restart."""
    arena = await floor("ann", "bob")
    with pytest.raises(ServiceError, match="is running, not waiting to start"):
        await arena.director.commands.start(1)
    await arena.crash()
    with pytest.raises(ServiceError, match="is running, not waiting to start"):
        await arena.director.commands.start(1)


async def test_an_unknown_tournament_is_said_to_be_unknown() -> None:
    """By its code of the catalogue."""
    arena = await Floor().begin()
    with pytest.raises(ServiceError) as error:
        arena.director.view(7)
    assert error.value.code is Code.UNKNOWN_TOURNAMENT


async def test_a_draining_server_opens_nothing() -> None:
    """Live matches go on, nothing new begins."""
    arena = await floor("ann", "bob")
    arena.director.drain()
    await arena.join("ann")
    await arena.join("bob")
    assert not arena.umpire.live


async def test_watchers_hear_of_every_change() -> None:
    """A match that opened or ended, a seat that came or left."""
    arena = await floor("ann", "bob")
    for step in (arena.join("ann"), arena.join("bob"), arena.win(1), arena.leave("ann")):
        arena.changes.clear()
        await step
        assert 1 in arena.changes


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"format": "swiss"}, "expected a format of round-robin, got 'swiss'"),
        ({"agents": ("ann",)}, "expected at least two agents, got 1"),
        ({"agents": ("ann", "bob", "ann")}, "expected each agent once, got ann more than once"),
        ({"boards": ()}, "expected boards, clocks and rounds, got 0, 1 and 1"),
        ({"rounds": 0}, "expected boards, clocks and rounds, got 1, 1 and 0"),
        ({"rules": Rules(join_ms=0)}, "expected at least 1000 ms to join"),
    ],
)
async def test_a_plan_that_cannot_be_played_is_refused(change: dict[str, object], text: str) -> None:
    """One line says what was expected and what came."""
    arena = await Floor().begin()
    with pytest.raises(ServiceError, match=text):
        await arena.director.commands.create(replace(plan("ann", "bob"), **change))
    assert arena.director.views() == ()


async def test_a_start_position_that_cannot_be_played_is_named() -> None:
    """The host reads which board it is."""
    arena = await Floor().begin()
    arena.umpire.refuse = ServiceError(Code.BAD_START, "no solution")
    with pytest.raises(ServiceError, match="board 'board-0': no solution"):
        await arena.director.commands.create(plan("ann", "bob"))
