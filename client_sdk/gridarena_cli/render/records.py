"""Matches, turns and tables as flat rows, the same in JSON lines and in CSV; ``docs/cli.md`` lists the columns.

A column means the same in every release; new ones come at the end.
"""

from collections.abc import Iterator
from typing import Any

from gridarena.ending import sentence
from gridarena_protocol.log import LogTable, StoredMatch
from gridarena_protocol.records import Record
from gridarena_server.audit.rows import Sound

Row = dict[str, Any]

_STANDING = ("rank", "agent", "score", "elo", "played", "won", "drawn", "lost", "points")
COLUMNS: dict[str, tuple[str, ...]] = {
    "matches": (
        "match", "tournament", "game", "board", "clock", "budget_ms", "leg", "attempt", "agent_0", "agent_1",
        "version_0", "version_1", "status", "winner", "points_0", "points_1", "termination", "rated", "turns",
        "started_at", "ended_at", "why", "hash",
    ),
    "turns": (
        "match", "turn", "attempt", "seat", "agent", "move", "verdict", "reason", "points", "skip", "proposals",
        "fallback", "opened_at", "arrival_us", "used_us", "stall_us", "rtt_us", "hash",
    ),
    "standings": ("tournament", *_STANDING),
    "ratings": ("game", *_STANDING),
}  # fmt: skip
TABLES = ("standings", "ratings")


def match(stored: StoredMatch, sound: Sound) -> Iterator[Row]:
    """One row."""
    header, result = sound.header, sound.result
    record = Record(header, sound.turns, result, None if stored.void is None else stored.void.reason)
    status = "void" if record.void is not None else "live" if result is None else "finished"
    yield {
        "match": header.match,
        "tournament": header.tournament,
        "game": header.game,
        "board": header.board,
        "clock": header.clock.kind,
        "budget_ms": header.clock.budget_ms,
        "leg": header.leg,
        "attempt": header.attempt,
        "agent_0": header.agents[0],
        "agent_1": header.agents[1],
        "version_0": header.versions[0],
        "version_1": header.versions[1],
        "status": status,
        "winner": None if result is None else result.winner,
        "points_0": None if result is None else result.points[0],
        "points_1": None if result is None else result.points[1],
        "termination": None if result is None else result.termination,
        "rated": None if result is None else result.rated and record.void is None,
        "turns": len(sound.turns),
        "started_at": header.started_at,
        "ended_at": None if result is None else result.ended_at,
        "why": sentence(record),
        "hash": stored.turns[-1].hash if stored.turns else stored.hash,
    }


def turns(stored: StoredMatch, sound: Sound) -> Iterator[Row]:
    """A row a turn."""
    for row, turn in zip(stored.turns, sound.turns, strict=True):
        yield {
            "match": stored.match,
            "agent": sound.header.agents[turn.seat],
            "hash": row.hash,
            **{name: getattr(turn, name) for name in COLUMNS["turns"] if name not in ("match", "agent", "hash")},
        }


def table(what: str, computed: LogTable) -> Iterator[Row]:
    """A row a line of the tables that are wanted."""
    if (what == "ratings") != (computed.tournament is None):
        return
    for row in computed.rows:
        first = {"tournament": computed.tournament} if what == "standings" else {"game": computed.game}
        yield {**first, **{name: getattr(row, name) for name in _STANDING}}
