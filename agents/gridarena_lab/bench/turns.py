"""``gridarena bench turns``: what a refereed turn costs, in round trips of a bare gRPC echo.

Rates alone say as much about the machine as about the code, so both are taken in one run, in turns, with the same
layout (server in one process, load in another) and equal messages, and the ratio is what counts: how many bare round
trips the machine could have made in the time of one turn that was judged, committed to the disk and acknowledged.
Deadlines are measured with a hundred matches on a timed clock: how late the referee closes a turn, and that it never
is early.
"""

import asyncio
import statistics
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from operator import truediv

from gridarena_games.base import Answer, Seat
from gridarena_lab.bench.echo import echo_rate
from gridarena_lab.bench.hosted import Hosted
from gridarena_lab.bench.seats import SETTLE, Table, overshoots, turn_rate
from gridarena_protocol.codec import methods
from gridarena_protocol.messages import Proposal, TurnOpened
from gridarena_protocol.records import TurnRecord

LEVELS = (1, 100, 500)
"""Turns, or echo streams, in flight."""
FASTEST_PER_S = 6_000
"""More turns per second than any server of this kind makes; so many matches are opened that they last."""
TURNS_A_MATCH = 81
"""At least; the board's empty cells."""
LIVE_MATCHES = 100
"""With a timed clock."""
BUDGET_MS = 200
LIVE_S = 1.0
"""At least; a slow machine needs a while to seat everybody."""

Progress = Callable[[str, float], None]
"""Told what is measured next and which share of the whole is done."""


@dataclass(frozen=True, slots=True)
class Overshoot:
    """How late turns were closed, in milliseconds."""

    p50: float
    p99: float
    early: int
    """Turns closed before their time; must be none."""
    turns: int


@dataclass(frozen=True, slots=True)
class Report:
    """What was measured, by number in flight: the medians of the rounds."""

    ratio: dict[int, float]
    """Bare round trips that fit into the time of one turn, in the same round."""
    echo_per_s: dict[int, float]
    turns_per_s: dict[int, float]
    overshoot_ms: Overshoot


def run(*, seconds: float, rounds: int, levels: Sequence[int] = LEVELS, progress: Progress | None = None) -> Report:
    """Measures everything; nine rounds of a second take a minute and a half.

    The median of the rounds' ratios counts: now and then a machine lets the echo alone run a third faster for a second,
    and the best of both would compare luck with luck. On a machine shared with others single ratios scatter by a sixth,
    the median of five by a twentieth, of nine by less.

    Args:
        seconds: Of each measurement.
        rounds: How often echo and turns are measured in turns at each level.
        levels: Turns, or echo streams, in flight.
        progress: Told how far it is.

    Raises:
        ArenaError: a measured process did not start, or too few turns were closed by the clock.
        SeatError: the server did not play along.
    """
    return asyncio.run(_run(tuple(levels), seconds, rounds, progress or (lambda what, share: None)))


async def _run(levels: tuple[int, ...], seconds: float, rounds: int, progress: Progress) -> Report:
    progress("starting the servers", 0.0)
    question, reply = sample_messages()
    async with Hosted("echo", "--reply", reply.hex()) as echo, Hosted("turns") as host:
        table = Table(host.greeting["port"], tuple(host.greeting["tokens"]), host.greeting["games"])
        echoes: dict[int, list[float]] = {level: [] for level in levels}
        turns: dict[int, list[float]] = {level: [] for level in levels}
        steps = 2 * rounds * len(levels) + 1
        step = 0
        for level in levels:
            for _ in range(rounds):
                progress(f"echo, {level} in flight", step / steps)
                echoes[level].append(await echo_rate(echo.greeting["port"], level, question, seconds))
                progress(f"turns, {level} in flight", (step + 1) / steps)
                matches = await host.open_matches(_enough(level, seconds), "untimed", None)
                turns[level].append(await turn_rate(table, matches, level, seconds))
                step += 2
        progress(f"deadlines, {LIVE_MATCHES} matches", step / steps)
        matches = await host.open_matches(LIVE_MATCHES, "hidden", BUDGET_MS)
        late = await overshoots(table, matches, max(3 * seconds, LIVE_S))
        progress("done", 1.0)
    return _report(echoes, turns, late)


def _enough(level: int, seconds: float) -> int:
    return level + round(FASTEST_PER_S * (seconds + 1) / TURNS_A_MATCH) + SETTLE


def sample_messages() -> tuple[bytes, bytes]:
    """A proposal and the message that opens the rival's turn, as the echo's question and reply.

    That message tells the rival of both turns since its last one opened: its own and its opponent's.
    """
    question = methods.ATTACH.encode_request(Proposal(41, 1, 1, "(4,7) -> 3", final=True))
    return question, methods.ATTACH.encode_reply(TurnOpened(42, 1, None, (_sample_turn(40, 1), _sample_turn(41, 0))))


def _sample_turn(turn: int, seat: Seat) -> TurnRecord:
    return TurnRecord(
        turn=turn,
        attempt=1,
        seat=seat,
        move="(4,7) -> 3",
        verdict="accepted",
        reason="",
        points=1,
        skip=None,
        regions=("row 4",),
        answer=Answer(accepted=True, reason="search", nodes=12),
        number=1,
        proposals=1,
        fallback=False,
        opened_at=1_700_000_000_000,
        arrival_us=1_500,
        used_us=1_500,
        stall_us=0,
        rtt_us=900,
    )


def _report(echoes: dict[int, list[float]], turns: dict[int, list[float]], late: list[float]) -> Report:
    parts = statistics.quantiles(late, n=100, method="inclusive")
    return Report(
        ratio={level: statistics.median(map(truediv, rates, turns[level])) for level, rates in echoes.items()},
        echo_per_s={level: statistics.median(rates) for level, rates in echoes.items()},
        turns_per_s={level: statistics.median(rates) for level, rates in turns.items()},
        overshoot_ms=Overshoot(parts[49], parts[98], sum(value < 0 for value in late), len(late)),
    )


def as_json(report: Report) -> dict[str, object]:
    """The report for ``--json``; rounded, with texts as keys."""
    overshoot = {
        name: round(value, 3) if isinstance(value, float) else value
        for name, value in asdict(report.overshoot_ms).items()
    }
    return {
        "ratio": {str(level): round(value, 2) for level, value in report.ratio.items()},
        "echo_per_s": {str(level): round(value) for level, value in report.echo_per_s.items()},
        "turns_per_s": {str(level): round(value) for level, value in report.turns_per_s.items()},
        "overshoot_ms": overshoot,
    }


def as_text(report: Report) -> str:
    """The report for people."""
    lines = [f"{'in flight':>9}  {'echo/s':>8}  {'turns/s':>8}  {'ratio':>6}"]
    lines += [
        f"{level:>9}  {report.echo_per_s[level]:>8.0f}  {report.turns_per_s[level]:>8.0f}  {ratio:>6.2f}"
        for level, ratio in report.ratio.items()
    ]
    late = report.overshoot_ms
    lines.append(
        f"deadlines, {LIVE_MATCHES} matches at {BUDGET_MS} ms: "
        f"{late.p50:.2f} ms late at p50, {late.p99:.2f} ms at p99, {late.early} of {late.turns} early"
    )
    return "\n".join(lines)
