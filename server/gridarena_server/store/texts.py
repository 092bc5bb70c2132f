"""Facts as JSON text and back.

What the hash chain covers is kept as the canonical text itself, so that a stored hash can be checked against the stored
bytes, without parsing. What queries filter by is a column beside it. Text that no fact could have written is damage:
reading it raises a StoreError, never a KeyError.
"""

import json
from collections.abc import Callable
from dataclasses import asdict
from typing import Any, TypeAlias, TypeVar

from gridarena_games.base import Answer
from gridarena_protocol.records import (
    Clock,
    MatchHeader,
    MatchResult,
    Rules,
    SeenProposal,
    Thinking,
    TurnDetail,
    TurnRecord,
)
from gridarena_protocol.views import Plan, StartBoard
from gridarena_server.store.base import StoreError

T = TypeVar("T")
_Json: TypeAlias = Any
"""What ``json.loads`` gave; only its reader knows its shape."""

_encode = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode
_text = json.encoder.encode_basestring


def plan_text(plan: Plan) -> str:
    """A plan as canonical JSON."""
    return _encode(asdict(plan))


def result_text(result: MatchResult) -> str:
    """A result as canonical JSON."""
    return _encode(asdict(result))


def detail_text(detail: TurnDetail) -> str:
    """A turn's proposals as JSON lists, since there may be many; the turn's number is the row's."""
    return f"[{detail.dropped},[{','.join(map(_seen_text, detail.seen))}]]"


def _seen_text(seen: SeenProposal) -> str:
    """Every proposal comes by here before its turn is acknowledged; the encoder would take three times as long."""
    thinking = "null" if seen.thinking is None else _encode(_thinking_list(seen.thinking))
    return f"[{seen.number},{_text(seen.move)},{seen.arrival_us},{thinking}]"


def header(text: str) -> MatchHeader:
    """Reads a header back."""
    return _read("header", text, _header)


def turn(text: str) -> TurnRecord:
    """Reads a turn back."""
    return _read("turn", text, _turn)


def result(text: str) -> MatchResult:
    """Reads a result back."""
    return _read("result", text, _result)


def plan(text: str) -> Plan:
    """Reads a plan back."""
    return _read("plan", text, _plan)


def detail(turn: int, text: str) -> TurnDetail:
    """Reads a turn's proposals back."""

    def build(fields: _Json) -> TurnDetail:
        dropped, seen = fields
        return TurnDetail(turn, tuple(_seen(*proposal) for proposal in seen), dropped)

    return _read("detail", text, build)


def _read(kind: str, text: str, build: Callable[[Any], T]) -> T:
    try:
        return build(json.loads(text))
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise StoreError(f"the database is damaged: expected a stored {kind}, got {text[:60]!r}") from error


def _header(fields: _Json) -> MatchHeader:
    fields["clock"] = Clock(**fields["clock"])
    fields["rules"] = Rules(**fields["rules"])
    fields["agents"] = _pair(fields["agents"])
    fields["versions"] = _pair(fields["versions"])
    return MatchHeader(**fields)


def _turn(fields: _Json) -> TurnRecord:
    fields["regions"] = tuple(fields["regions"])
    if fields["answer"] is not None:
        fields["answer"] = Answer(**fields["answer"])
    return TurnRecord(**fields)


def _result(fields: _Json) -> MatchResult:
    fields["points"] = _pair(fields["points"])
    return MatchResult(**fields)


def _plan(fields: _Json) -> Plan:
    fields["boards"] = tuple(StartBoard(**board) for board in fields["boards"])
    fields["clocks"] = tuple(Clock(**clock) for clock in fields["clocks"])
    fields["rules"] = Rules(**fields["rules"])
    fields["agents"] = tuple(fields["agents"])
    return Plan(**fields)


def _pair(values: list[T]) -> tuple[T, T]:
    first, second = values
    return first, second


def _seen(number: int, move: str, arrival_us: int, thinking: list[Any] | None) -> SeenProposal:
    return SeenProposal(number, move, arrival_us, None if thinking is None else Thinking(*thinking))


def _thinking_list(thinking: Thinking) -> list[Any]:
    return [thinking.depth, thinking.nodes, thinking.value, thinking.line]
