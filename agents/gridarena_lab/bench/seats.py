"""Seats without an agent: raw protocol streams that play a known game move by move, without a thought.

A load generator must not be slower than what it measures, so a seat reads no more of a message than its kind and sends
proposals that were encoded beforehand. Seats of Competitive Sudoku alternate, so a seat's next turn is known.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

import grpc.aio

from gridarena.errors import ArenaError
from gridarena_games.base import SEATS, Seat
from gridarena_lab.bench.rate import Counter, per_second, stop
from gridarena_lab.bench.wires import Call, Wires
from gridarena_protocol.codec import methods
from gridarena_protocol.messages import Attach, Proposal, ProposalRefused, Snapshot, TurnClosed, TurnOpened

SETTLE = 3
"""Turns in each match before counting begins."""
OPENED, CLOSED, REFUSED, FINISHED = 2, 3, 5, 6
"""Field numbers of ``RefereeMessage.kind``: of a message with one small field, the first byte is number * 8 + 2."""
ACKNOWLEDGING = (OPENED, CLOSED, FINISHED)
"""What carries the record of a turn that this seat ended itself, whichever comes first."""

FEWEST = 2
"""Closed turns that have a distribution."""


class SeatError(Exception):
    """The server did not play along; the measurement is worth nothing."""


@dataclass(frozen=True, slots=True)
class Ticketed:
    """A live match and what is needed to play it."""

    match: int
    tickets: tuple[str, str]
    game: int
    """Index of the game to be played."""


@dataclass(frozen=True, slots=True)
class Table:
    """A server to play on."""

    port: int
    tokens: tuple[str, str]
    games: Sequence[Sequence[str]]
    """Legal games, each a list of moves."""


async def turn_rate(table: Table, matches: list[Ticketed], at_once: int, seconds: float) -> float:
    """Turns judged, committed and acknowledged per second, with one turn open in each of so many matches."""
    async with Wires(table.port) as wires:
        turns = Counter(SETTLE * at_once)
        games = [[_proposal(turn, move) for turn, move in enumerate(game, start=1)] for game in table.games]
        lanes = [_lane(wires, table, games, matches, lane, turns) for lane in range(at_once)]
        tasks = [asyncio.create_task(lane) for lane in lanes]
        return await per_second(turns, tasks, seconds)


def _proposal(turn: int, move: str) -> bytes:
    return methods.ATTACH.encode_request(Proposal(turn, 1, 1, move, final=True))


async def _lane(
    wires: Wires, table: Table, games: list[list[bytes]], matches: list[Ticketed], lane: int, turns: Counter
) -> None:
    """Plays one match after the other."""
    while matches:
        match = matches.pop()
        calls = [_attached(wires, table, match, lane, seat) for seat in SEATS]
        await asyncio.gather(*(_play(call, games[match.game][seat::2], turns) for seat, call in enumerate(calls)))


def _attached(wires: Wires, table: Table, match: Ticketed, lane: int, seat: Seat) -> tuple[Call, bytes]:
    call = wires.call(2 * lane + seat, methods.ATTACH.path, table.tokens[seat])
    return call, methods.ATTACH.encode_request(Attach(match.match, seat, match.tickets[seat]))


async def _play(attached: tuple[Call, bytes], proposals: list[bytes], turns: Counter) -> None:
    call, attach = attached
    await call.write(attach)
    following = iter(proposals)
    kind, waiting = 0, False
    while isinstance(raw := await call.read(), bytes):
        kind = raw[0] >> 3
        if waiting and kind in ACKNOWLEDGING:
            waiting = False
            turns.add()
        if kind == OPENED:
            waiting = True
            await call.write(next(following))
        elif kind == REFUSED:
            raise SeatError(f"the server refused a move of a known game: {methods.ATTACH.decode_reply(raw)}")
    if kind != FINISHED:
        raise SeatError(f"the stream ended in the middle of a match: {await call.code()}, {await call.details()}")


async def overshoots(table: Table, matches: list[Ticketed], seconds: float) -> list[float]:
    """By how many milliseconds turns were closed after their deadline, with all the matches live; negative is early.

    What the referee gave back because it had been late itself is not counted.

    Raises:
        ArenaError: too few turns were closed to say anything.
    """
    async with Wires(table.port) as wires:
        late: list[float] = []
        tasks = []
        for lane, match in enumerate(matches):
            for seat in SEATS:
                attached = _attached(wires, table, match, lane, seat)
                moves = table.games[match.game]
                tasks.append(asyncio.create_task(_play_by_the_clock(attached, moves, late)))
        await asyncio.sleep(seconds)
        await stop(tasks)
    if len(late) < FEWEST:
        raise ArenaError(f"{len(late)} turns were closed in {seconds:g} s, expected {FEWEST}; measure for longer")
    return late


async def _play_by_the_clock(attached: tuple[Call, bytes], moves: Sequence[str], late: list[float]) -> None:
    """Proposes at once and lets every turn run to its end."""
    call, attach = attached
    await call.write(attach)
    allowed_us = 0
    while isinstance(raw := await call.read(), bytes):
        match methods.ATTACH.decode_reply(raw):
            case Snapshot(header):
                allowed_us = 1000 * ((header.clock.budget_ms or 0) + header.clock.grace_ms)
            case TurnOpened(turn, attempt):
                proposal = Proposal(turn, attempt, 1, moves[turn - 1])
                try:
                    await call.write(methods.ATTACH.encode_request(proposal))
                except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
                    return  # this process stood still for longer than a turn, so the match was lost and is over
            case TurnClosed(record):
                late.append((record.used_us - record.stall_us - allowed_us) / 1000)
            case ProposalRefused(text=text):
                raise SeatError(f"the server refused a move of a known game: {text}")
