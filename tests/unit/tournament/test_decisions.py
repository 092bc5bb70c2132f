"""What the host decides while a tournament is on: durable, carried out at once, the same after a crash."""

import pytest

from gridarena_protocol.messages import MatchAssigned, Notice
from gridarena_protocol.views import AllowRequest, EnterRequest, WithdrawRequest
from gridarena_server.errors import Code, ServiceError
from support.floor import Floor, Guest, matches_of, plan, settle, started


def notices(guest: Guest) -> list[str]:
    return [event.code for event in guest.told if isinstance(event, Notice)]


# --- pause and resume -------------------------------------------------------------------------------------------------


async def test_a_paused_tournament_opens_nothing_and_its_matches_go_on() -> None:
    """What is being played is finished and counts; the next match opens with the resumption."""
    arena = await started("ann", "bob")
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
    arena = await started("ann", "bob", here=False)
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
    arena = await started("ann", "bob")
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


# --- who takes part ---------------------------------------------------------------------------------------------------


async def test_a_late_joiner_meets_everybody() -> None:
    """Its pairings are appended, also to a tournament that was over."""
    arena = await started("ann", "bob", boards=2)
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
    arena = await started("ann", "bob")
    await arena.time.advance(1_000)
    await arena.director.roster.enter(EnterRequest(1, ("cy",)))
    await arena.play_on()
    await arena.time.advance(59)
    assert arena.director.view(1).finished == 2
    await arena.time.advance(2)
    assert arena.director.view(1).finished == 6


async def test_who_had_gone_home_is_waited_for_when_somebody_enters() -> None:
    """Nobody had anything left to play, so nobody was missed."""
    arena = await started("ann", "bob")
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
    arena = await started("ann", "bob")
    with pytest.raises(ServiceError, match=text):
        await arena.director.roster.enter(EnterRequest(1, agents))
    assert arena.director.view(1).agents == ("ann", "bob")


async def test_a_withdrawn_agent_plays_no_more() -> None:
    """Live matches of it are void, waiting ones are dropped, finished ones stay; also after a crash."""
    arena = await started("ann", "bob", "cy")
    first = next(match for match, header in arena.umpire.live.items() if "cy" not in header.agents)
    await arena.win(first)
    (live,) = arena.umpire.live
    gone = arena.umpire.live[live].agents[0]
    before = sum(gone in record.header.agents for record in await matches_of(arena) if record.result)
    view = await arena.director.roster.withdraw(WithdrawRequest(1, gone))
    assert gone not in view.agents
    for _ in range(2):
        await settle()
        await arena.play_on()
        view = arena.director.view(1)
        assert (view.status, view.finished, view.matches) == ("finished", 2 + before, 2 + before)
        await arena.crash()
    voids = [record for record in await matches_of(arena) if record.void is not None]
    assert [record.void for record in voids] == [f"{gone} was withdrawn from the tournament"]


async def test_results_may_go_with_the_agent() -> None:
    """Then its rivals' tables know nothing of it."""
    arena = await started("ann", "bob", "cy")
    await arena.play_on()
    view = await arena.director.roster.withdraw(WithdrawRequest(1, "cy", void_results=True))
    assert (view.status, view.finished, view.matches, view.voided) == ("finished", 2, 2, 4)
    assert {row.agent: row.played for row in await arena.director.standings(1)} == {"ann": 2, "bob": 2}
    before = arena.director.view(1)
    await arena.crash()
    assert arena.director.view(1).finished == before.finished


async def test_a_withdrawn_agent_may_come_back() -> None:
    """Everything it has not played waits again, and whoever entered meanwhile is met too."""
    arena = await started("ann", "bob", "cy")
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


async def test_a_withdrawal_uses_up_no_attempt() -> None:
    """However often the agent goes and comes back, all of its matches are played."""
    arena = await started("ann", "bob")
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


async def test_only_who_takes_part_can_be_withdrawn() -> None:
    """Once."""
    arena = await started("ann", "bob", "cy")
    await arena.director.roster.withdraw(WithdrawRequest(1, "cy"))
    for agent in ("cy", "eve"):
        with pytest.raises(ServiceError, match=f"{agent} does not take part"):
            await arena.director.roster.withdraw(WithdrawRequest(1, agent))


async def test_who_leaves_is_withdrawn_from_whatever_is_not_over() -> None:
    """Running, paused or not yet started; a table that is finished stays as it is."""
    arena = await started("ann", "bob", "cy")
    await arena.play_on()
    await arena.enter(plan("ann", "cy", "dan", join_ms=10_000_000))
    await arena.director.commands.pause(2)
    await arena.enter(plan("bob", "cy", "eve"), start=False)
    await arena.director.roster.withdraw_everywhere(lambda label: label in ("ann", "cy"))
    assert [view.agents for view in arena.director.views()] == [("ann", "bob", "cy"), ("dan",), ("bob", "eve")]


# --- versions ---------------------------------------------------------------------------------------------------------


async def test_an_agents_version_is_frozen_at_its_first_match() -> None:
    """Another one is told so and gets no match, not even one it had; the old one plays on."""
    arena = await started("ann", "bob")
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
    arena = await started("ann", "bob", here=False)
    await arena.join("ann")
    newer = await arena.join("ann", version="2")
    await arena.join("bob")
    assert (notices(newer), newer.assigned) == ([], [1])
    assert (await matches_of(arena))[0].header.versions.count("2") == 1


async def test_the_host_may_allow_an_update() -> None:
    """It plays on at once, its live match included; the old version is held from then on; also after a crash."""
    arena = await started("ann", "bob")
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
    arena = await started("ann", "bob", allow_updates=True)
    newer = await arena.join("ann", version="2")
    assert (notices(newer), newer.assigned) == ([], [1])


async def test_allowing_says_what_is_wrong() -> None:
    """No version to go by, or nothing to allow."""
    arena = await started("ann", "bob", here=False)
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
    arena = await started("ann", "bob", "cy", "dan")
    lost = next(match for match, header in arena.umpire.live.items() if "dan" in header.agents)
    winner = 1 if arena.umpire.live[lost].agents[0] == "dan" else 0
    await arena.win(lost, winner, "absent")
    while arena.director.view(1).finished < 7:
        (trials, others) = ([], [])
        for match, header in arena.umpire.live.items():
            (trials if "dan" in header.agents else others).append(match)
        for agent in (agent for match in trials for agent in arena.umpire.live[match].agents if agent != "dan"):
            done = [record for record in await matches_of(arena) if agent in record.header.agents and record.result]
            assert sum("dan" not in record.header.agents for record in done) == 4
        await arena.win(others[0])
    assert arena.director.entrants(1).agents[3].presence == "silent"
    (trial,) = arena.umpire.live
    await arena.win(trial)
    await arena.play_on()
    assert (arena.director.view(1).status, arena.director.view(1).finished) == ("finished", 12)


async def test_an_agent_that_never_comes_loses_the_rest_at_once() -> None:
    """After three matches it counts as absent, and its time to join runs; nobody's slot is taken."""
    arena = await started("ann", "bob", boards=4)
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
    arena = await started("ann", "bob", boards=4)
    for _ in range(3):
        ((match, header),) = arena.umpire.live.items()
        await arena.win(match, 1 if header.agents[0] == "bob" else 0, "absent")
    assert (await arena.join("bob")).assigned == [4]
    assert arena.director.view(1).missing == ()


# --- who is here ------------------------------------------------------------------------------------------------------


async def test_the_host_sees_who_is_missing_and_since_when() -> None:
    """Last being seen, time that is left, version and matches, by agent."""
    arena = await started("ann", "bob", "cy", here=False)
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
