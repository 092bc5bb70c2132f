"""Plays what the schedule asks for and is not in the file yet."""

import asyncio
import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import psutil

from gridarena_games.base import SEATS, Seat
from gridarena_lab.bench.strength.hall import Hall
from gridarena_lab.bench.strength.results import LEFT_OUT, VOID, Game, Results
from gridarena_lab.bench.strength.schedule import Pair, Pairing, pairs
from gridarena_lab.bench.strength.starts import GAME, fresh_start, lost_seat
from gridarena_protocol.records import Clock, MatchResult, Record
from gridarena_protocol.views import StartBoard

Progress = Callable[[Game], None]


async def play(
    agent: str, stages: Sequence[Sequence[Pairing]], games: int, results: Results, logs: Path, progress: Progress
) -> None:
    """Plays stage after stage until every pairing has so many games; cancel it to stop.

    Args:
        agent: Whose strength is measured.
        stages: What to play.
        games: Matches a pairing.
        results: What has been played, and where more of it goes.
        logs: Where the agents' logs go.
        progress: Told of every match that is over.

    Raises:
        ArenaError: an agent cannot be loaded.
    """
    async with Hall(logs) as hall:
        for stage in stages:
            for pair in pairs(stage, games, results.played):
                done = results.of(pair)
                if len(done) == len(SEATS):
                    continue
                start = await asyncio.to_thread(_start, pair, results)
                lost = await asyncio.to_thread(lost_seat, start)
                for seat in SEATS:
                    if seat not in done:
                        game = await _play(hall, agent, pair, start, seat, out=seat == lost)
                        results.add(game)
                        progress(game)


def _start(pair: Pair, results: Results) -> StartBoard:
    return fresh_start(pair.board, pair.pairing.mode, pair.seed, results.setups(pair))


async def _play(hall: Hall, agent: str, pair: Pair, start: StartBoard, seat: Seat, *, out: bool) -> Game:
    if out:
        return _game(pair, start, seat, termination=LEFT_OUT)
    rival = pair.pairing.rival
    begun = time.monotonic()
    clock = Clock("hidden", pair.pairing.time_ms)
    record = await hall.play(GAME, start, clock, (agent, rival) if seat == 0 else (rival, agent))
    return _judged(pair, start, seat, record, time.monotonic() - begun)


def _judged(pair: Pair, start: StartBoard, seat: Seat, record: Record, seconds: float) -> Game:
    result = record.result
    moves = tuple(turn.move + "!" * (turn.verdict == "taboo") for turn in record.turns)
    if not isinstance(result, MatchResult):
        return _game(pair, start, seat, termination=VOID, moves=moves, seconds=seconds)
    loser = None
    if result.termination != "completed" and result.winner is not None:
        loser = "rival" if result.winner == seat else "own"
    own = {turn.turn for turn in record.turns if turn.seat == seat}
    thoughts = [detail.seen for detail in record.details if detail.turn in own]
    depths = [seen[-1].thinking.depth for seen in thoughts if seen and seen[-1].thinking]
    firsts = [one.arrival_us / 1000 for seen in thoughts for one in seen if one.number == 2]
    random = [turn.seat == seat for turn in record.turns if turn.fallback]
    return _game(
        pair,
        start,
        seat,
        score=0.5 if result.winner is None else float(result.winner == seat),
        points=(result.points[seat], result.points[1 - seat]),
        termination=result.termination,
        loser=loser,
        moves=moves,
        depth=round(statistics.mean(depth for depth in depths if depth is not None), 2) if any(depths) else None,
        first_ms=(round(statistics.median(firsts), 2), max(firsts)) if firsts else None,
        fallbacks=(sum(random), len(random) - sum(random)),
        seconds=round(seconds, 1),
    )


def _game(
    pair: Pair,
    start: StartBoard,
    seat: Seat,
    *,
    termination: str,
    score: float = 0.0,
    points: tuple[int, int] = (0, 0),
    loser: str | None = None,
    moves: tuple[str, ...] = (),
    depth: float | None = None,
    first_ms: tuple[float, float] | None = None,
    fallbacks: tuple[int, int] = (0, 0),
    seconds: float = 0.0,
) -> Game:
    mode, rival, time_ms = pair.pairing.key
    return Game(
        mode, rival, time_ms, pair.board, pair.number, seat, start.setup, score, points, termination, loser, moves,
        depth, first_ms, fallbacks, round(psutil.getloadavg()[0], 1), seconds,
    )  # fmt: skip
