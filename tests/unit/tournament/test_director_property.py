"""Whatever happens, in the end each (pairing, leg) counts exactly once."""

import asyncio
import contextlib
from collections import Counter
from dataclasses import dataclass, replace
from typing import Literal

from hypothesis import given, settings
from hypothesis import strategies as st

from gridarena_protocol.views import AllowRequest, EnterRequest, RerunRequest, WithdrawRequest
from gridarena_server.errors import ServiceError
from gridarena_server.facts import BOTH_AWAY
from gridarena_server.store.base import DuplicateError, MatchQuery, StoreError, StoreFullError
from gridarena_server.tournament.legs import ATTEMPTS
from support.floor import Floor, plan, settle

AGENTS = ("ann", "bob", "cy", "dan")
LATE = "eve"
SLOTS = {"ann": 1, "bob": 2, "cy": 1, "dan": 2, LATE: 1}
CONCURRENCY = 3
LONG_S = 200
"""Longer than anybody is waited for."""

Kind = Literal["join", "leave", "win", "void", "flush", "wait", "crash", "full", "duplicate", "decide"]
ACCIDENTS: tuple[Kind, ...] = ("join", "leave", "win", "void", "flush", "wait", "crash", "full", "duplicate")


@dataclass(frozen=True)
class Step:
    kind: Kind
    number: int


def steps(kinds: tuple[Kind, ...]) -> st.SearchStrategy[list[Step]]:
    return st.lists(st.builds(Step, st.sampled_from(kinds), st.integers(0, 40)), max_size=40)


async def take(arena: Floor, step: Step) -> None:
    """Does one thing to the server; of three steps one leaves its writes in progress."""
    label = AGENTS[step.number % len(AGENTS)]
    live = sorted(arena.umpire.live)
    if step.kind == "join":
        await arena.join(label, slots=SLOTS[label])
    elif step.kind == "leave":
        await arena.leave(label)
    elif step.kind == "win" and live:
        arena.spawn(arena.umpire.win(live[step.number % len(live)], (0, 1, None)[step.number % 3]))
    elif step.kind == "void" and live:
        arena.spawn(arena.umpire.void(live[step.number % len(live)], "the server's fault"))
    elif step.kind == "flush":
        arena.disk.flush(1 + step.number % 5)
    elif step.kind == "wait":
        await arena.time.advance(step.number)
    elif step.kind == "crash":
        await arena.crash()
        arena.disk.hold = True
    elif step.kind == "full":
        arena.disk.refuse = StoreFullError("the disk is full")
    elif step.kind == "duplicate":
        arena.disk.refuse = DuplicateError("counted already")
    elif step.kind == "decide":
        arena.spawn(decide(arena, step.number))
    await settle()
    if step.number % 3:
        arena.disk.flush()
        await settle()


async def decide(arena: Floor, number: int) -> None:
    """Something that the host may decide at any time; out of turn it is refused."""
    director, agent = arena.director, AGENTS[number % len(AGENTS)]
    with contextlib.suppress(ServiceError, StoreError):
        match number // 4 % 6:
            case 0:
                await director.commands.pause(1)
            case 1:
                await director.commands.resume(1)
            case 2:
                await director.roster.enter(EnterRequest(1, (LATE if number % 2 else agent,)))
            case 3:
                await director.roster.withdraw(WithdrawRequest(1, agent, void_results=number % 3 == 0))
            case 4:
                await director.corrections.rerun(RerunRequest(1, "again", agent=agent))
            case 5:
                await director.roster.allow(AllowRequest(1, agent, "2"))


def check_bounds(arena: Floor) -> None:
    """Slots and the server's bound hold at any moment; no leg has two live matches."""
    live = list(arena.umpire.live.values())
    assert len(live) <= CONCURRENCY
    legs = Counter((header.pairing, header.leg) for header in live)
    assert all(count == 1 for count in legs.values())
    busy = Counter(agent for header in live for agent in header.agents)
    assert all(busy[agent] <= SLOTS[agent] for agent in SLOTS)


async def finish(arena: Floor) -> None:
    """Everybody comes, every write succeeds, every match is played."""
    arena.disk.refuse = None
    arena.disk.hold = False
    arena.disk.flush()
    for label in (*AGENTS, LATE):
        await arena.join(label, slots=SLOTS[label])
        with contextlib.suppress(ServiceError):
            await arena.director.roster.enter(EnterRequest(1, (label,)))
        with contextlib.suppress(ServiceError):
            await arena.director.roster.allow(AllowRequest(1, label))
    with contextlib.suppress(ServiceError):
        await arena.director.commands.resume(1)
    for _ in range(200):
        await settle()
        await arena.time.advance(LONG_S if not arena.umpire.live else 2)
        await arena.play_on()
        if arena.director.view(1).status == "finished":
            return
    raise AssertionError(f"never finished: {arena.director.view(1)}")


async def scenario(script: list[Step], rounds: int, *, decisions: bool) -> None:
    arena = Floor(concurrency=CONCURRENCY)
    await arena.enter(plan(*AGENTS, rounds=rounds, join_ms=60_000))
    for label in AGENTS[:3]:
        await arena.join(label, slots=SLOTS[label])
    arena.disk.hold = True
    for step in script:
        await take(arena, step)
        check_bounds(arena)
    await finish(arena)
    await check_log(arena, legs=20 * rounds, decisions=decisions)
    before = arena.director.view(1)
    await arena.crash()
    assert replace(arena.director.view(1), missing=()) == before
    await arena.director.close()


async def check_log(arena: Floor, legs: int, *, decisions: bool) -> None:
    records = await arena.store.matches(MatchQuery(tournament=1, limit=10_000))
    attempts: dict[tuple[int | None, int], list[int]] = {}
    for record in records:
        attempts.setdefault((record.header.pairing, record.header.leg), []).append(record.header.attempt)
    assert all(sorted(numbers) == list(range(1, len(numbers) + 1)) for numbers in attempts.values())
    counted = Counter((row.header.pairing, row.header.leg) for row in await arena.store.played(tournament=1))
    voids = Counter((record.header.pairing, record.header.leg) for record in records if record.void is not None)
    away = {(record.header.pairing, record.header.leg) for record in records if record.void == BOTH_AWAY}
    pairings = await arena.store.pairings(1)
    assert len(pairings) * 2 == legs
    for key in [(pairing.pairing, leg) for pairing in pairings for leg in (0, 1)]:
        given_up = key in away or voids[key] >= ATTEMPTS
        if decisions and given_up:  # of so many voids some were the host's, and did not use up the attempts
            assert counted[key] <= 1, key
        else:
            assert counted[key] == (0 if given_up else 1), key
    view = arena.director.view(1)
    assert (view.finished, view.live, view.voided) == (sum(counted.values()), 0, sum(voids.values()))
    table = await arena.director.standings(1)
    assert sum(row.played for row in table) == 2 * view.finished


@settings(deadline=None, max_examples=100)
@given(steps(ACCIDENTS), st.integers(1, 2))
def test_each_leg_counts_exactly_once_whatever_happens(script: list[Step], rounds: int) -> None:
    """Joins, leaves, lost writes, full disks and crashes double nothing and lose nothing."""
    asyncio.run(scenario(script, rounds, decisions=False))


@settings(deadline=None, max_examples=100)
@given(steps((*ACCIDENTS, "decide", "decide", "decide")))
def test_decisions_double_nothing_and_lose_nothing(script: list[Step]) -> None:
    """Pauses, withdrawals, late joiners, reruns and updates among the accidents; a restart sees what was seen."""
    asyncio.run(scenario(script, 1, decisions=True))
