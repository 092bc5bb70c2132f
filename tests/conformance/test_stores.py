"""What every store does, whatever it keeps facts in."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from gridarena_server.facts import AgentSeen, HostEvent, MatchVoided, TeamAdded, TeamRemoved, TokenIssued
from gridarena_server.store.base import DuplicateError, MatchQuery, Store, StoreError
from gridarena_server.store.memory import MemoryStore
from gridarena_server.store.sqlite import SqliteStore
from support import facts
from support.audits import first_difference


@pytest.fixture(params=["memory", "sqlite"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    opened = MemoryStore() if request.param == "memory" else await SqliteStore.open(tmp_path / "arena.db")
    async with opened:
        yield opened


async def test_a_match_comes_back_as_it_was_written(store: Store) -> None:
    """Header, turns, details, hashes, reopenings and result, field by field."""
    played = facts.header(1)
    turns = facts.taken(played, 3)
    end = facts.result(played, turns)
    await store.append(played, *turns[:2])
    await store.append(facts.reopening(1, 3))
    await store.append(turns[2], end)
    record = await store.match(1)
    assert record is not None
    assert record.header == played
    assert record.turns == tuple(taken.record for taken in turns)
    assert record.details == tuple(taken.detail for taken in turns)
    assert record.hashes[1:] == tuple(taken.hash for taken in turns)
    assert record.reopenings == (facts.reopening(1, 3),)
    assert record.result == end
    assert record.void is None
    assert await first_difference(store) is None


async def test_turns_with_nothing_in_them_come_back(store: Store) -> None:
    """A missing turn has no move, no answer, no proposals."""
    played = facts.header(1, options={}, clock=facts.PLAN.clocks[1], board="")
    record = facts.turn(1, move="", verdict="missing", regions=(), answer=None, number=0, proposals=0)
    nothing = facts.TurnDetail(1, (), 0)
    await store.append(played, facts.TurnTaken(1, record, nothing, facts.canonical(record), "00"))
    kept = await store.match(1)
    assert kept is not None
    assert (kept.header, kept.turns, kept.details) == (played, (record,), (nothing,))


async def test_seq_counts_every_fact_in_the_order_of_calls(store: Store) -> None:
    """The future gives the number of the call's last fact."""
    played = facts.header(1)
    first = store.append(TeamAdded("owls", 1), TokenIssued("owls", "aa", 1))
    second = store.append(played)
    third = store.append(*facts.taken(played, 3))
    assert [await first, await second, await third] == [2, 3, 6]
    assert await store.append() == 6


async def test_an_unknown_match_is_none(store: Store) -> None:
    """Nothing is made up."""
    assert await store.match(5) is None


async def test_ids_are_dense_from_one(store: Store) -> None:
    """Each kind counts for itself."""
    assert [store.next_id("match"), store.next_id("match"), store.next_id("pairing")] == [1, 2, 1]


# --- nothing counts twice ---------------------------------------------------------------------------------------------


async def test_a_leg_has_one_match_an_attempt_that_is_not_void(store: Store) -> None:
    """The second is refused until the first is void; another leg or attempt is another matter."""
    key = {"pairing": 1, "leg": 0, "attempt": 1}
    await store.append(facts.header(1, **key))
    with pytest.raises(DuplicateError):
        await store.append(facts.header(2, **key))
    await store.append(facts.header(3, **key | {"leg": 1}), facts.header(4, **key | {"attempt": 2}))
    await store.append(MatchVoided(1, "the server's fault", 1))
    await store.append(facts.header(5, **key))
    with pytest.raises(DuplicateError):
        await store.append(facts.header(6, **key))


async def test_casual_matches_have_no_key(store: Store) -> None:
    """Without a pairing any number of matches may be played."""
    await store.append(facts.header(1), facts.header(2))
    assert len(await store.matches(MatchQuery())) == 2


@pytest.mark.parametrize(
    "again",
    [
        facts.header(1),
        facts.taken(facts.HEADER, 2)[1],
        facts.reopening(1, 3),
        facts.result(facts.HEADER, []),
        TeamAdded("owls", 2),
        TokenIssued("crows", "aa", 2),
        facts.created(1),
        facts.pairing(1),
    ],
    ids=lambda fact: type(fact).__name__,
)
async def test_a_fact_is_written_once(store: Store, again: facts.Fact) -> None:
    """Twice is refused, and nothing else of the call is written."""
    turns = facts.taken(facts.HEADER, 2)
    await store.append(TeamAdded("owls", 1), TokenIssued("owls", "aa", 1), facts.created(1), facts.pairing(1))
    await store.append(facts.HEADER, *turns, facts.reopening(1, 3))
    await store.append(facts.result(facts.HEADER, turns))
    with pytest.raises(DuplicateError) as refused:
        await store.append(facts.header(7), again)
    assert "\n" not in str(refused.value)
    assert await store.match(7) is None


async def test_nothing_follows_a_result_but_a_void(store: Store) -> None:
    """A finished match takes no turn and no reopening; it may be voided once."""
    turns = facts.taken(facts.HEADER, 2)
    await store.append(facts.HEADER, turns[0], facts.result(facts.HEADER, turns[:1]))
    for late in (turns[1], facts.reopening(1, 2)):
        with pytest.raises(DuplicateError):
            await store.append(late)
    await store.append(MatchVoided(1, "wrong board", 1))
    with pytest.raises(DuplicateError):
        await store.append(MatchVoided(1, "wrong board", 2))


async def test_nothing_follows_a_void(store: Store) -> None:
    """Neither turn nor reopening nor result."""
    turns = facts.taken(facts.HEADER, 1)
    await store.append(facts.HEADER, MatchVoided(1, "both gone", 1))
    for late in (turns[0], facts.reopening(1, 1), facts.result(facts.HEADER, [])):
        with pytest.raises(DuplicateError):
            await store.append(late)


@pytest.mark.parametrize(
    "orphan",
    [
        facts.taken(facts.HEADER, 1)[0],
        facts.reopening(1, 1),
        facts.result(facts.HEADER, []),
        MatchVoided(1, "", 1),
        facts.pairing(1, tournament=4),
    ],
    ids=lambda fact: type(fact).__name__,
)
async def test_no_fact_about_something_that_was_never_written(store: Store, orphan: facts.Fact) -> None:
    """A turn needs its match, a pairing its tournament; that is a mistake, not a duplicate."""
    with pytest.raises(StoreError, match="never written") as refused:
        await store.append(orphan)
    assert not isinstance(refused.value, DuplicateError)


async def test_a_refused_call_does_not_touch_its_neighbours(store: Store) -> None:
    """Calls that are committed together stand or fall alone, in the order they were made."""
    turns = facts.taken(facts.HEADER, 4)
    calls = [
        store.append(facts.HEADER),
        store.append(turns[0]),
        store.append(turns[1], turns[0]),
        store.append(turns[1]),
        store.append(turns[2], facts.result(facts.HEADER, turns[:3])),
        store.append(turns[3]),
        store.append(facts.header(2)),
    ]
    outcomes = await asyncio.gather(*calls, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [int, int, DuplicateError, int, int, DuplicateError, int]
    assert [outcome for outcome in outcomes if isinstance(outcome, int)] == [1, 2, 3, 5, 6]
    record = await store.match(1)
    assert record is not None
    assert [turn.turn for turn in record.turns] == [1, 2, 3]
    assert record.result is not None
    assert await store.append(facts.header(3)) == 7


async def test_cancelling_the_wait_does_not_take_the_write_back(store: Store) -> None:
    """Neither a cancelled task nor a cancelled future stops what was appended."""

    async def wait(match: int) -> None:
        await store.append(facts.header(match))

    tasks = [asyncio.create_task(wait(match)) for match in (1, 2, 3)]
    await asyncio.sleep(0)
    tasks[1].cancel()
    store.append(facts.header(4)).cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await store.append(facts.header(5))
    assert [record.header.match for record in await store.unfinished()] == [1, 2, 3, 4, 5]


# --- what is read -----------------------------------------------------------------------------------------------------


async def test_the_newest_token_of_a_team_is_its_only_one(store: Store) -> None:
    """Issuing a token ends the one before."""
    await store.append(TeamAdded("owls", 1), TeamAdded("crows", 2, "Group 7"))
    await store.append(TokenIssued("owls", "aa", 1), TokenIssued("crows", "bb", 2), TokenIssued("owls", "cc", 3))
    assert await store.tokens() == {"bb": "crows", "cc": "owls"}
    assert await store.teams() == [TeamAdded("owls", 1), TeamAdded("crows", 2, "Group 7")]


async def test_a_removed_team_has_no_token_until_it_gets_a_new_one(store: Store) -> None:
    """Its old one stays dead, and nobody else's is touched."""
    await store.append(TokenIssued("owls", "aa", 1), TokenIssued("crows", "bb", 1))
    await store.append(TeamRemoved("owls", 2))
    assert await store.tokens() == {"bb": "crows"}
    await store.append(TokenIssued("owls", "cc", 3))
    assert await store.tokens() == {"bb": "crows", "cc": "owls"}


async def test_an_agent_is_listed_once_with_its_newest_version(store: Store) -> None:
    """In the order of first sight."""
    old, other, new = (AgentSeen(*fields) for fields in (("a", "a", "a", "1", 1), ("b/c", "b", "c", "1", 2), ("a", "a", "a", "2", 3, ("dots", "sudoku"))))  # fmt: skip  # noqa: E501
    for seen in (old, other, new):
        await store.append(seen)
    assert await store.agents() == [new, other]


async def test_tournaments_and_pairings_come_back_in_order(store: Store) -> None:
    """With their whole plan."""
    await store.append(facts.created(1), facts.created(2))
    await store.append(facts.pairing(2, 1), facts.pairing(1, 1), facts.pairing(3, 2))
    assert await store.tournaments() == [facts.created(1), facts.created(2)]
    assert await store.pairings(1) == [facts.pairing(2, 1), facts.pairing(1, 1)]


async def test_the_audit_log_is_kept_in_order(store: Store) -> None:
    """Of everything, or of one tournament."""
    started = HostEvent("server.started", "0.1", 1)
    aborted = HostEvent("tournament.aborted", "by the host", 2, tournament=4)
    await store.append(started)
    await store.append(aborted)
    assert await store.host_events() == [started, aborted]
    assert await store.host_events(4) == [aborted]


@pytest.fixture
async def history(store: Store) -> Store:
    """Match 1 finished, 2 void, 3 live, 4 finished in a tournament by a resignation, 5 finished and void, 6 dots."""
    await store.append(*facts.whole_match(1))
    await store.append(facts.header(2), MatchVoided(2, "both gone", 1))
    await store.append(facts.header(3))
    fourth = facts.header(4, tournament=9, agents=("crows", "greedy"))
    await store.append(*facts.whole_match(6, game="dots"))
    await store.append(fourth, facts.result(fourth, [], termination="resigned", winner=None))
    await store.append(*facts.whole_match(5), MatchVoided(5, "wrong board", 2))
    return store


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        (MatchQuery(), [6, 5, 4, 3, 2, 1]),
        (MatchQuery(limit=2), [6, 5]),
        (MatchQuery(before=3), [2, 1]),
        (MatchQuery(status="live"), [3]),
        (MatchQuery(status="finished"), [6, 4, 1]),
        (MatchQuery(status="void"), [5, 2]),
        (MatchQuery(agent="crows"), [4]),
        (MatchQuery(agent="greedy", before=5, status="finished"), [4, 1]),
        (MatchQuery(tournament=9), [4]),
        (MatchQuery(termination="resigned"), [4]),
        (MatchQuery(agent="nobody"), []),
        (MatchQuery(team="crows"), [4]),
        (MatchQuery(team="owls"), [6, 5, 3, 2, 1]),
        (MatchQuery(team="owl"), []),
    ],
)
async def test_matches_are_found_newest_first(history: Store, query: MatchQuery, expected: list[int]) -> None:
    """Every filter, alone and with others."""
    found = await history.matches(query)
    assert [record.header.match for record in found] == expected
    assert all(not record.turns and not record.hashes and not record.details for record in found)


async def test_results_are_in_the_order_of_their_seq(history: Store) -> None:
    """Not in the order of the matches' numbers; void ones are left out."""
    played = await history.played()
    assert [one.header.match for one in played] == [1, 6, 4]
    assert [one.seq for one in played] == sorted(one.seq for one in played)
    assert [one.result.match for one in await history.played(after=played[0].seq)] == [6, 4]
    assert [one.header.match for one in await history.played(game="dots")] == [6]
    assert [one.header.match for one in await history.played(tournament=9)] == [4]


async def test_unfinished_matches_are_whole_and_oldest_first(history: Store) -> None:
    """A restart takes them up from here."""
    played = facts.header(8)
    turns = facts.taken(played, 2)
    await history.append(played, *turns, facts.reopening(8, 3))
    third, eighth = await history.unfinished()
    assert third.header == facts.header(3)
    assert eighth == await history.match(8)
    assert eighth.details == tuple(taken.detail for taken in turns)
    assert eighth.reopenings == (facts.reopening(8, 3),)


async def test_a_void_keeps_its_reason(history: Store) -> None:
    """And its result, where there was one."""
    record = await history.match(5)
    assert record is not None
    assert record.void == "wrong board"
    assert record.result is not None


# --- the end ----------------------------------------------------------------------------------------------------------


async def test_a_closed_store_takes_nothing(store: Store) -> None:
    """What was queued before is written; closing twice is closing once."""
    before = store.append(facts.header(1))
    await asyncio.gather(store.close(), store.close())
    await store.close()
    assert await before == 1
    with pytest.raises(StoreError, match="closed"):
        await store.append(facts.header(2))


async def test_a_healthy_store_has_no_trouble(store: Store) -> None:
    """The host is told nothing when there is nothing to tell."""
    assert store.trouble is None


# --- the log as it is stored ------------------------------------------------------------------------------------------


async def test_rows_are_given_as_they_were_written(store: Store) -> None:
    """The very texts that were hashed, with the numbers of the facts."""
    played = facts.header(1, tournament=4, pairing=2, leg=1)
    turns = facts.taken(played, 2)
    await store.append(TeamAdded("owls", 1), played, *turns, facts.result(played, turns), MatchVoided(1, "no", 5))
    rows = await store.stored(1)
    assert rows is not None
    assert (rows.match, rows.seq, rows.agents) == (1, 2, played.agents)
    assert (rows.tournament, rows.pairing, rows.leg, rows.attempt) == (4, 2, 1, 1)
    assert rows.header == facts.canonical(played).decode()
    assert [(turn.seq, turn.turn, turn.hash) for turn in rows.turns] == [(3, 1, turns[0].hash), (4, 2, turns[1].hash)]
    assert rows.turns[0].record == turns[0].text.decode()
    assert rows.result is not None
    assert (rows.result.seq, rows.result.termination, rows.ended) == (5, "completed", 5)
    assert rows.void is not None
    assert (rows.void.seq, rows.void.reason) == (6, "no")
    assert await store.stored(2) is None


async def test_matches_are_listed_in_the_order_in_which_they_ended(store: Store) -> None:
    """By result, else by void; live ones are not."""
    assert await store.settled() == 0
    second, third = facts.header(2, tournament=7), facts.header(3)
    await store.append(second, third, facts.header(4), *facts.whole_match(1, 1))
    await store.append(MatchVoided(3, "no oracle", 5), facts.result(second, []), MatchVoided(1, "wrong board", 9))
    assert await store.settled() == 9
    assert await store.ended(after=0, until=9) == [(6, 1), (7, 3), (8, 2)]
    assert await store.ended(after=6, until=7) == [(7, 3)]
    assert await store.ended(after=0, until=9, tournament=7) == [(8, 2)]


async def test_no_fact_is_missing_of_what_was_refused(store: Store) -> None:
    """Numbers are given to what is written only."""
    await store.append(facts.header(1))
    with pytest.raises(DuplicateError):
        await store.append(facts.header(2), facts.header(1))
    await store.append(facts.header(2))
    assert await store.gap() is None
