"""What the host decides while a tournament is on: durable, carried out at once, the same after a crash."""

import asyncio

import pytest

from gridarena_protocol.messages import MatchAssigned, Notice
from gridarena_protocol.records import Record
from gridarena_protocol.views import AllowRequest, EnterRequest, RerunRequest, WithdrawRequest
from gridarena_server.errors import Code, ServiceError
from gridarena_server.store.base import MatchQuery
from support import facts
from support.floor import Floor, Guest, plan, settle


async def floor(*agents: str, here: bool = True, **wanted: object) -> Floor:
    """A started tournament, number 1; everybody is here unless that is not wanted."""
    begun = Floor()
    await begun.enter(plan(*agents, **wanted))  # type: ignore[arg-type]
    for label in agents if here else ():
        await begun.join(label)
    return begun


async def played(arena: Floor) -> list[Record]:
    """All matches of the tournament, oldest first."""
    records = await arena.store.matches(MatchQuery(tournament=1, limit=1_000))
    return sorted(records, key=lambda record: record.header.match)


def notices(guest: Guest) -> list[str]:
    return [event.code for event in guest.told if isinstance(event, Notice)]


# --- pause and resume -------------------------------------------------------------------------------------------------


async def test_a_paused_tournament_opens_nothing_and_its_matches_go_on() -> None:
    """What is being played is finished and counts; the next match opens with the resumption."""
    arena = await floor("ann", "bob")
    await arena.director.commands.pause(1)
    await arena.win(1)
    assert not arena.umpire.live
    view = arena.director.view(1)
    assert (view.status, view.finished) == ("paused", 1)
    await arena.director.commands.resume(1)
    await settle()
    assert list(arena.umpire.live) == [2]


async def test_nobodys_time_to_join_runs_in_a_pause() -> None:
    """After it everybody has all of it once more."""
    arena = await floor("ann", "bob", here=False)
    await arena.join("ann")
    await arena.time.advance(50)
    await arena.director.commands.pause(1)
    await arena.time.advance(500)
    assert arena.director.view(1).finished == 0
    await arena.director.commands.resume(1)
    await settle()
    await arena.time.advance(59)
    assert arena.director.view(1).finished == 0
    await arena.time.advance(2)
    assert arena.director.view(1).finished == 2


async def test_a_pause_outlives_a_crash() -> None:
    """It is still paused afterwards, and can be resumed."""
    arena = await floor("ann", "bob")
    await arena.director.commands.pause(1)
    await arena.crash()
    await arena.join("ann")
    await arena.join("bob")
    await arena.win(1)
    assert (arena.director.view(1).status, len(arena.umpire.live)) == ("paused", 0)
    await arena.director.commands.resume(1)
    await arena.crash()
    assert arena.director.view(1).status == "running"


async def test_pausing_needs_something_that_runs() -> None:
    """Out of turn is "not now", with the state in the text."""
    arena = Floor()
    await arena.enter(plan("ann", "bob"), start=False)
    for command, text in (
        (arena.director.commands.pause, "created, so there is nothing to pause"),
        (arena.director.commands.resume, "created, so there is nothing to resume"),
    ):
        with pytest.raises(ServiceError, match=text) as refused:
            await command(1)
        assert refused.value.code is Code.NOT_NOW


# --- matches played again ---------------------------------------------------------------------------------------------


async def test_matches_lost_in_one_way_are_played_again() -> None:
    """They become void with the reason; the next attempt of the same leg counts instead."""
    arena = await floor("ann", "bob", boards=2)
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
    first, *_, last = await played(arena)
    assert first.void == "the network was down"
    assert (last.header.pairing, last.header.leg, last.header.attempt) == (first.header.pairing, first.header.leg, 2)


async def test_standings_and_ratings_forget_what_is_played_again() -> None:
    """From the moment of the decision."""
    arena = await floor("ann", "bob")
    await arena.win(1, 0, "missing")
    assert [row.played for row in await arena.director.standings(1)] == [1, 1]
    await arena.director.commands.pause(1)
    await arena.director.corrections.rerun(RerunRequest(1, "again", lost_by="missing"))
    assert [row.played for row in await arena.director.standings(1)] == [0, 0]
    assert await arena.director.leaderboard("pebbles") == ()


async def test_a_dry_run_changes_nothing() -> None:
    """It names the matches and no more."""
    arena = await floor("ann", "bob")
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
    arena = await floor("ann", "bob", boards=2)
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
    arena = await floor("ann", "bob")
    with pytest.raises(ServiceError, match="say which matches"):
        await arena.director.corrections.rerun(RerunRequest(1, "again"))


async def test_a_match_played_again_has_all_its_attempts() -> None:
    """Though the first attempts were spoiled, and the server spoils one more, and dies."""
    arena = await floor("ann", "bob")
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
    assert (await played(arena))[-1].header.attempt == 5


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
    arena = await floor("ann", "bob", "cy", "dan", here=False)
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
    arena = await floor("ann", "bob")
    await arena.win(1)
    (record,) = [record for record in await played(arena) if record.result is not None]
    await arena.director.corrections.void(record, "cheated")
    await arena.play_on()
    assert (arena.director.view(1).status, arena.director.view(1).finished) == ("finished", 1)
    await arena.director.corrections.rerun(RerunRequest(1, "not so", matches=(1,)))
    await settle()
    await arena.play_on()
    assert (arena.director.view(1).status, arena.director.view(1).finished) == ("finished", 2)


async def test_a_withdrawal_uses_up_no_attempt() -> None:
    """However often the agent goes and comes back, all of its matches are played."""
    arena = await floor("ann", "bob")
    for _ in range(4):
        await arena.director.roster.withdraw(WithdrawRequest(1, "bob"))
        await settle()
        await arena.director.roster.enter(EnterRequest(1, ("bob",)))
        await settle()
    await arena.crash()
    await arena.join("ann")
    await arena.join("bob")
    await arena.play_on()
    assert (arena.director.view(1).status, arena.director.view(1).finished) == ("finished", 2)


async def test_whoever_was_absent_gets_the_time_to_join_again() -> None:
    """Otherwise it would lose the same way at once."""
    arena = await floor("ann", "bob", here=False)
    await arena.join("ann")
    await arena.time.advance(61)
    assert arena.director.view(1).finished == 2
    await arena.director.corrections.rerun(RerunRequest(1, "bob had no room", lost_by="absent"))
    await arena.time.advance(50)
    await arena.join("bob")
    await arena.play_on()
    assert {row.agent: row.played for row in await arena.director.leaderboard("pebbles")} == {"ann": 2, "bob": 2}


# --- who takes part ---------------------------------------------------------------------------------------------------


async def test_a_late_joiner_meets_everybody() -> None:
    """Its pairings are appended, also to a tournament that was over."""
    arena = await floor("ann", "bob", boards=2)
    await arena.play_on()
    assert arena.director.view(1).status == "finished"
    view = await arena.director.roster.enter(EnterRequest(1, ("cy", "dan")))
    assert (view.status, view.matches, view.missing) == ("running", 4 + 5 * 2 * 2, ("cy", "dan"))
    await arena.join("cy")
    await arena.crash()
    for label in ("ann", "bob", "cy", "dan"):
        await arena.join(label)
    await arena.play_on()
    view = arena.director.view(1)
    assert (view.status, view.finished, view.agents) == ("finished", 24, ("ann", "bob", "cy", "dan"))
    assert {row.played for row in await arena.director.standings(1)} == {12}


async def test_a_late_joiner_is_waited_for_from_its_entry() -> None:
    """However long the tournament has been running."""
    arena = await floor("ann", "bob")
    await arena.time.advance(1_000)
    await arena.director.roster.enter(EnterRequest(1, ("cy",)))
    await arena.play_on()
    await arena.time.advance(59)
    assert arena.director.view(1).finished == 2
    await arena.time.advance(2)
    assert arena.director.view(1).finished == 6


async def test_who_had_gone_home_is_waited_for_when_somebody_enters() -> None:
    """Nobody had anything left to play, so nobody was missed."""
    arena = await floor("ann", "bob")
    await arena.play_on()
    for label in ("ann", "bob"):
        await arena.leave(label)
    await arena.time.advance(3_600)
    await arena.join("cy")
    await arena.director.roster.enter(EnterRequest(1, ("cy",)))
    await settle()
    await arena.time.advance(59)
    assert arena.director.view(1).finished == 2


async def test_a_held_version_is_not_given_a_match_of_the_one_before() -> None:
    """It came while the match was being written down."""
    arena = Floor()
    await arena.enter(plan("ann", "bob"))
    await arena.join("ann")
    arena.disk.hold = True
    await arena.join("bob")
    newer = await arena.join("ann", version="2")
    arena.disk.flush()
    await settle()
    assert [event for event in newer.told if isinstance(event, MatchAssigned)] == []


@pytest.mark.parametrize(("agents", "text"), [(("bob", "cy"), "bob takes part already"), ((), "at least one agent")])
async def test_nobody_enters_twice(agents: tuple[str, ...], text: str) -> None:
    """Then nobody of the request enters."""
    arena = await floor("ann", "bob")
    with pytest.raises(ServiceError, match=text):
        await arena.director.roster.enter(EnterRequest(1, agents))
    assert arena.director.view(1).agents == ("ann", "bob")


async def test_a_withdrawn_agent_plays_no_more() -> None:
    """Live matches of it are void, waiting ones are dropped, finished ones stay; also after a crash."""
    arena = await floor("ann", "bob", "cy")
    first = next(match for match, header in arena.umpire.live.items() if "cy" not in header.agents)
    await arena.win(first)
    (live,) = arena.umpire.live
    gone = arena.umpire.live[live].agents[0]
    before = sum(gone in record.header.agents for record in await played(arena) if record.result)
    view = await arena.director.roster.withdraw(WithdrawRequest(1, gone))
    assert gone not in view.agents
    for _ in range(2):
        await settle()
        await arena.play_on()
        view = arena.director.view(1)
        assert (view.status, view.finished, view.matches) == ("finished", 2 + before, 2 + before)
        await arena.crash()
    voids = [record for record in await played(arena) if record.void is not None]
    assert [record.void for record in voids] == [f"{gone} was withdrawn from the tournament"]


async def test_results_may_go_with_the_agent() -> None:
    """Then its rivals' tables know nothing of it."""
    arena = await floor("ann", "bob", "cy")
    await arena.play_on()
    view = await arena.director.roster.withdraw(WithdrawRequest(1, "cy", void_results=True))
    assert (view.status, view.finished, view.matches, view.voided) == ("finished", 2, 2, 4)
    assert {row.agent: row.played for row in await arena.director.standings(1)} == {"ann": 2, "bob": 2}
    before = arena.director.view(1)
    await arena.crash()
    assert arena.director.view(1).finished == before.finished


async def test_a_withdrawn_agent_may_come_back() -> None:
    """Everything it has not played waits again, and whoever entered meanwhile is met too."""
    arena = await floor("ann", "bob", "cy")
    await arena.director.roster.withdraw(WithdrawRequest(1, "cy"))
    await arena.director.roster.enter(EnterRequest(1, ("dan",)))
    await arena.join("dan")
    await arena.play_on()
    assert arena.director.view(1).status == "finished"
    await arena.director.roster.enter(EnterRequest(1, ("cy",)))
    await settle()
    await arena.play_on()
    view = arena.director.view(1)
    assert (view.status, view.finished, view.matches) == ("finished", 12, 12)
    await arena.crash()
    assert (arena.director.view(1).status, arena.director.view(1).matches) == ("finished", 12)


async def test_only_who_takes_part_can_be_withdrawn() -> None:
    """Once."""
    arena = await floor("ann", "bob", "cy")
    await arena.director.roster.withdraw(WithdrawRequest(1, "cy"))
    for agent in ("cy", "eve"):
        with pytest.raises(ServiceError, match=f"{agent} does not take part"):
            await arena.director.roster.withdraw(WithdrawRequest(1, agent))


async def test_who_leaves_is_withdrawn_from_whatever_is_not_over() -> None:
    """Running, paused or not yet started; a table that is finished stays as it is."""
    arena = await floor("ann", "bob", "cy")
    await arena.play_on()
    await arena.enter(plan("ann", "cy", "dan", join_ms=10_000_000))
    await arena.director.commands.pause(2)
    await arena.enter(plan("bob", "cy", "eve"), start=False)
    await arena.director.roster.withdraw_everywhere(lambda label: label in ("ann", "cy"))
    assert [view.agents for view in arena.director.views()] == [("ann", "bob", "cy"), ("dan",), ("bob", "eve")]


# --- versions ---------------------------------------------------------------------------------------------------------


async def test_an_agents_version_is_frozen_at_its_first_match() -> None:
    """Another one is told so and gets no match, not even one it had; the old one plays on."""
    arena = await floor("ann", "bob")
    newer = await arena.join("ann", version="2")
    assert (notices(newer), newer.assigned) == (["held"], [])
    assert arena.director.view(1).held == ("ann",)
    await arena.win(1)
    await arena.time.advance(1_000)
    assert (arena.director.view(1).finished, len(arena.umpire.live)) == (1, 0)
    older = await arena.join("ann")
    assert (notices(older), older.assigned) == ([], [2])


async def test_before_its_first_match_an_agent_may_change() -> None:
    """Nothing is frozen yet."""
    arena = await floor("ann", "bob", here=False)
    await arena.join("ann")
    newer = await arena.join("ann", version="2")
    await arena.join("bob")
    assert (notices(newer), newer.assigned) == ([], [1])
    assert (await played(arena))[0].header.versions.count("2") == 1


async def test_the_host_may_allow_an_update() -> None:
    """It plays on at once, its live match included; the old version is held from then on; also after a crash."""
    arena = await floor("ann", "bob")
    newer = await arena.join("ann", version="2")
    await arena.director.roster.allow(AllowRequest(1, "ann"))
    assert newer.assigned == [1]
    await arena.crash()
    await arena.join("bob")
    assert notices(await arena.join("ann", version="1")) == ["held"]
    assert notices(await arena.join("ann", version="2")) == []
    await arena.play_on()
    assert arena.director.view(1).status == "finished"


async def test_a_plan_may_allow_every_update() -> None:
    """Then nobody is held."""
    arena = await floor("ann", "bob", allow_updates=True)
    newer = await arena.join("ann", version="2")
    assert (notices(newer), newer.assigned) == ([], [1])


async def test_allowing_says_what_is_wrong() -> None:
    """No version to go by, or nothing to allow."""
    arena = await floor("ann", "bob", here=False)
    allow = arena.director.roster.allow
    with pytest.raises(ServiceError, match="ann is not here: name the version"):
        await allow(AllowRequest(1, "ann"))
    await arena.join("ann")
    with pytest.raises(ServiceError, match="it has played no match yet"):
        await allow(AllowRequest(1, "ann"))
    await arena.join("bob")
    with pytest.raises(ServiceError, match="plays with version 1 already"):
        await allow(AllowRequest(1, "ann"))


# --- agents that are here and do not come -----------------------------------------------------------------------------


async def test_an_agent_that_does_not_come_is_put_last() -> None:
    """Its further matches wait until its rivals have nobody else; then it is tried one match at a time."""
    arena = await floor("ann", "bob", "cy", "dan")
    lost = next(match for match, header in arena.umpire.live.items() if "dan" in header.agents)
    winner = 1 if arena.umpire.live[lost].agents[0] == "dan" else 0
    await arena.win(lost, winner, "absent")
    while arena.director.view(1).finished < 7:
        (trials, others) = ([], [])
        for match, header in arena.umpire.live.items():
            (trials if "dan" in header.agents else others).append(match)
        for agent in (agent for match in trials for agent in arena.umpire.live[match].agents if agent != "dan"):
            done = [record for record in await played(arena) if agent in record.header.agents and record.result]
            assert sum("dan" not in record.header.agents for record in done) == 4
        await arena.win(others[0])
    assert arena.director.entrants(1).agents[3].presence == "silent"
    (trial,) = arena.umpire.live
    await arena.win(trial)
    await arena.play_on()
    assert (arena.director.view(1).status, arena.director.view(1).finished) == ("finished", 12)


async def test_an_agent_that_never_comes_loses_the_rest_at_once() -> None:
    """After three matches it counts as absent, and its time to join runs; nobody's slot is taken."""
    arena = await floor("ann", "bob", boards=4)
    for _ in range(3):
        ((match, header),) = arena.umpire.live.items()
        await arena.win(match, 1 if header.agents[0] == "bob" else 0, "absent")
    assert not arena.umpire.live
    assert arena.director.view(1).missing == ("bob",)
    await arena.time.advance(59)
    assert arena.director.view(1).finished == 3
    await arena.time.advance(2)
    assert (arena.director.view(1).status, arena.director.view(1).finished) == ("finished", 8)


async def test_a_new_hello_is_a_sign_of_life() -> None:
    """Whoever starts its program again is as good as new."""
    arena = await floor("ann", "bob", boards=4)
    for _ in range(3):
        ((match, header),) = arena.umpire.live.items()
        await arena.win(match, 1 if header.agents[0] == "bob" else 0, "absent")
    assert (await arena.join("bob")).assigned == [4]
    assert arena.director.view(1).missing == ()


# --- who is here ------------------------------------------------------------------------------------------------------


async def test_the_host_sees_who_is_missing_and_since_when() -> None:
    """Last being seen, time that is left, version and matches, by agent."""
    arena = await floor("ann", "bob", "cy", here=False)
    await arena.join("ann")
    await arena.join("bob")
    await arena.leave("bob")
    left_at = arena.time.utc_ms()
    await arena.time.advance(10)
    ann, bob, cy = arena.director.entrants(1).agents
    assert (ann.presence, ann.version, ann.frozen, ann.live, ann.unplayed) == ("here", "1", "1", 1, 3)
    assert (bob.presence, bob.seen_at, bob.waited_ms, bob.version) == ("missing", left_at, 50_000, "")
    assert (cy.presence, cy.seen_at, cy.waited_ms, cy.frozen) == ("missing", None, 50_000, "")
    await arena.director.roster.withdraw(WithdrawRequest(1, "cy"))
    await arena.join("bob", version="2")
    assert [one.presence for one in arena.director.entrants(1).agents] == ["here", "held", "withdrawn"]


async def test_a_void_of_a_casual_match_survives_a_crash() -> None:
    """The decision was written, what it means was not."""
    arena = await floor("ann", "bob", here=False)
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
