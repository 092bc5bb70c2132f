"""The scripted seat that ships with the SDK."""

import asyncio

import pytest

from gridarena import ServiceError
from gridarena.testing import ScriptedSeat, UnexpectedError
from gridarena_protocol.messages import MatchFinished, ProposalRefused, TurnClosed, TurnOpened, TurnPlayed
from gridarena_protocol.records import Clock
from support.arena import Arena
from support.sdk import until


async def seated(arena: Arena) -> tuple[ScriptedSeat, ScriptedSeat]:
    """Two seats in a match without a deadline."""
    ann, bob = await arena.scripted("ann", patience_s=2), await arena.scripted("bob", patience_s=2)
    await arena.open("ann", "bob", clock=Clock("untimed"))
    for seat in (ann, bob):
        await seat.attach(await seat.assigned())
    return ann, bob


async def test_script_plays_a_match(arena: Arena) -> None:
    """Join, attach, propose, finish, resign: message by message."""
    ann, bob = await seated(arena)
    assert (await ann.expect(TurnOpened)).turn == 1
    ann.propose("(0,0) -> 1")
    ann.finish()
    assert (await ann.expect(TurnClosed)).record.move == "(0,0) -> 1"
    assert (await bob.expect(TurnOpened)).played[0].move == "(0,0) -> 1"
    bob.resign()
    assert (await bob.expect(MatchFinished)).result is not None
    assert (await ann.expect(MatchFinished)).result is not None
    assert await bob.seat_ended() is None


async def test_numbers_rise_and_restart_with_the_turn(arena: Arena) -> None:
    """A script need not count; it may, to be refused."""
    ann, _ = await seated(arena)
    await ann.expect(TurnOpened)
    assert [ann.propose("(0,0) -> 1").number for _ in range(2)] == [1, 2]
    ann.propose("(0,0) -> 1", number=2)
    assert (await ann.expect(ProposalRefused)).code == "stale_number"
    ann.propose("(0,0) -> 1", turn=9)
    assert (await ann.expect(ProposalRefused)).turn == 9


async def test_unexpected_message_is_named(arena: Arena) -> None:
    """What was expected, and what came."""
    ann, _ = await seated(arena)
    with pytest.raises(UnexpectedError, match=r"expected a MatchFinished, got TurnOpened\("):
        await ann.expect(MatchFinished)
    with pytest.raises(UnexpectedError, match="expected a TurnPlayed within 2 s, got nothing"):
        await ann.expect(TurnPlayed)


async def test_refusal_is_raised(arena: Arena) -> None:
    """With the server's code."""
    address = await arena.address("ann")
    async with ScriptedSeat(address, "ann", protocol=0) as seat:
        with pytest.raises(ServiceError) as raised:
            await seat.join()
    assert raised.value.code == "old_sdk"


async def test_second_seat_supersedes_the_first(arena: Arena) -> None:
    """Both ends see it."""
    ann, _ = await seated(arena)
    await ann.expect(TurnOpened)
    again = ScriptedSeat(await arena.address("ann"), "ann")
    async with again:
        await again.join()
        assert await ann.lobby_ended() == "superseded"
        arena.assign(arena.server.referee.get(1).header, 0, "ann")
        await again.attach(await again.assigned())
        assert await ann.seat_ended() == "superseded"
        await again.expect(TurnOpened)


async def test_cut_connection_is_a_lost_seat(arena: Arena) -> None:
    """The turn is opened again when the seat is back."""
    ann, _ = await seated(arena)
    await ann.expect(TurnOpened)
    await ann.cut()
    await until(lambda: arena.server.lobby.get("ann") is None)
    await ann.join()
    arena.assign(arena.server.referee.get(1).header, 0, "ann")
    snapshot = await ann.attach(await ann.assigned())
    assert snapshot.epoch == 2
    assert (await ann.expect(TurnOpened)).attempt == 2


async def test_frozen_seat_reads_nothing_until_it_thaws(arena: Arena) -> None:
    """Messages wait; none is lost."""
    ann, bob = await seated(arena)
    await ann.expect(TurnOpened)
    bob.freeze()
    ann.propose("(0,0) -> 1", final=True)
    await ann.expect(TurnClosed)
    with pytest.raises(UnexpectedError):
        await bob.expect(TurnOpened)
    bob.thaw()
    await bob.expect(TurnOpened)


async def test_leaving_is_heard(arena: Arena) -> None:
    """The lobby's stream ends well."""
    ann = await arena.scripted("ann")
    ann.leave()
    assert await asyncio.wait_for(ann.lobby_ended(), 5) is None
    assert arena.server.lobby.get("ann") is None
