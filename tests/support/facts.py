"""Facts as the referee and the tournament would decide them, without either."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from gridarena_games.base import Answer, Seat
from gridarena_protocol.records import (
    Clock,
    MatchHeader,
    MatchResult,
    Reopening,
    Rules,
    SeenProposal,
    Thinking,
    TurnDetail,
    TurnRecord,
    canonical,
    first_hash,
    next_hash,
)
from gridarena_protocol.views import Plan, StartBoard
from gridarena_server.facts import Fact, PairingAdded, TournamentCreated, TurnTaken

NOW = 1_764_000_000_000

HEADER = MatchHeader(
    match=1,
    game="sudoku",
    setup="2 2\n1 . . .\n. . . .\n. . . .\n. . . .\n",
    options={"mode": "classic"},
    clock=Clock("revealed", 500),
    rules=Rules(),
    agents=("greedy", "owls/minimax"),
    versions=("1", "2.0-ü"),
    tournament=None,
    pairing=None,
    leg=0,
    attempt=1,
    rated=True,
    started_at=NOW,
    board="tiny",
)
PLAN = Plan(
    name="spring",
    game="sudoku",
    format="round-robin",
    boards=(StartBoard("tiny", HEADER.setup, {"mode": "classic"}),),
    clocks=(Clock("hidden", 100), Clock("untimed")),
    rules=Rules(illegal="ignore"),
    agents=("greedy", "owls/minimax"),
)


def header(match: int = 1, **changes: Any) -> MatchHeader:
    return replace(HEADER, match=match, **changes)


def created(tournament: int = 1) -> TournamentCreated:
    return TournamentCreated(tournament, PLAN, NOW)


def pairing(number: int = 1, tournament: int = 1) -> PairingAdded:
    return PairingAdded(number, tournament, 1, ("greedy", "owls/minimax"), 0, 1)


def turn(number: int, /, **changes: Any) -> TurnRecord:
    seat: Seat = 0 if number % 2 else 1
    record = TurnRecord(
        turn=number,
        attempt=1,
        seat=seat,
        move=f"(0,{number}) -> 2",
        verdict="accepted",
        reason="",
        points=1,
        skip=None,
        regions=("row 2", "block 1,0"),
        answer=Answer(True, "search", 12),
        number=2,
        proposals=2,
        fallback=False,
        opened_at=NOW + number,
        arrival_us=1234,
        used_us=5678,
        stall_us=0,
        rtt_us=210,
    )
    return replace(record, **changes)


def detail(number: int) -> TurnDetail:
    first = SeenProposal(1, "(0,0) -> 1", 300, None)
    last = SeenProposal(2, f"(0,{number}) -> 2", 1234, Thinking(depth=3, nodes=1 << 40, value=0.25, line="a «b»"))
    return TurnDetail(number, (first, last), 7)


def taken(played: MatchHeader, count: int) -> list[TurnTaken]:
    """The first turns of a match, chained."""
    facts, link = [], first_hash(played)
    for number in range(1, count + 1):
        record = turn(number)
        link = next_hash(link, record)
        facts.append(TurnTaken(played.match, record, detail(number), canonical(record), link))
    return facts


def result(played: MatchHeader, chained: Sequence[TurnTaken], /, **changes: Any) -> MatchResult:
    last = chained[-1].hash if chained else first_hash(played)
    end = MatchResult(played.match, 0, (3, 1), "completed", "more points", True, len(chained), last, NOW + 99)
    return replace(end, **changes)


def reopening(match: int, number: int, attempt: int = 2) -> Reopening:
    return Reopening(match, number, attempt, 1, "absence", (0, 2_500_000))


def whole_match(match: int, turns: int = 3, **changes: Any) -> list[Fact]:
    """A finished match as the facts that made it."""
    played = header(match, **changes)
    moves = taken(played, turns)
    return [played, *moves, result(played, moves)]
