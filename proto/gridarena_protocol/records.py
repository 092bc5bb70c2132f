"""What a match is made of: header, turns, result, and the hash chain over them.

These are the facts that the referee decides, the store keeps, the wire carries and every reader sees. They hold only
integers and text, so that their canonical JSON is the same on every machine.

The chain: ``h0 = SHA-256(canonical header)``, ``hk = SHA-256(hk-1 || canonical turn k)`` over UTF-8 JSON with sorted
keys and no blanks. The last hash goes to both seats with the result, so a later change of the file can be noticed by
them.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Literal

from gridarena_games.base import Answer, Seat, SkipKind, Termination
from gridarena_games.value import value

ClockKind = Literal["hidden", "revealed", "untimed"]
IllegalRule = Literal["lose", "ignore"]
Verdict = Literal["accepted", "taboo", "illegal", "missing", "skipped"]
ReopenReason = Literal["absence", "stall", "restart", "oracle"]


@dataclass(frozen=True, slots=True)
class Clock:
    """How long a turn may take and whether the seat is told."""

    kind: ClockKind = "hidden"
    budget_ms: int | None = None
    """Thinking time of one turn; None when untimed."""

    def __post_init__(self) -> None:
        if (self.kind == "untimed") != (self.budget_ms is None):
            raise ValueError(f"a {self.kind} clock with budget_ms={self.budget_ms!r}")
        if self.budget_ms is not None and self.budget_ms < 1:
            raise ValueError(f"expected a budget of at least 1 ms, got {self.budget_ms!r}")

    @property
    def grace_ms(self) -> int:
        """What a turn gets on top of its budget: 0 when hidden, min(100 ms, budget / 4) when revealed."""
        if self.kind == "revealed" and self.budget_ms is not None:
            return min(100, self.budget_ms // 4)
        return 0

    def __str__(self) -> str:
        return "untimed" if self.budget_ms is None else f"{self.budget_ms / 1000:g} s {self.kind}"


@dataclass(frozen=True, slots=True)
class Rules:
    """The referee's own rules of a match (the game's rules are its options)."""

    illegal: IllegalRule = "lose"
    away_ms: int = 60_000
    """How long a match waits for a seat that went away, in all; 0 is the course's strict rule."""
    join_ms: int = 60_000
    """How long a match waits for a seat that has never attached."""


@dataclass(frozen=True, slots=True)
class MatchHeader:
    """Everything fixed before the first turn; the start of the hash chain."""

    match: int
    game: str
    setup: str
    options: Mapping[str, str]
    clock: Clock
    rules: Rules
    agents: tuple[str, str]
    """Agent labels by seat: "team/name", or "team" where the two are equal."""
    versions: tuple[str, str]
    tournament: int | None
    pairing: int | None
    leg: int
    """0 or 1: which of the pair's two seat orders."""
    attempt: int
    """1, or more when an earlier attempt was void or is played again."""
    rated: bool
    started_at: int
    """UTC milliseconds."""
    board: str = ""
    """The start position's name, for people."""


@value
class TurnRecord:
    """One finished turn; a link of the hash chain."""

    turn: int
    """1, 2, ... within the match; forced skips are numbered too."""
    attempt: int
    """1, or more when the turn was opened again."""
    seat: Seat
    move: str
    """The game's text of the proposal that counted; empty for missing and forced skips."""
    verdict: Verdict
    reason: str
    """Empty when accepted, else a short phrase: "already taboo", "cell 3,4 is occupied", "undecided"."""
    points: int
    skip: SkipKind | None
    regions: tuple[str, ...]
    answer: Answer | None
    """The oracle's answer, where one was needed; replay trusts it."""
    number: int
    """The proposal's own number; 0 when there was none."""
    proposals: int
    """How many proposals were received in time."""
    fallback: bool
    """True when the counting proposal was the SDK's random first move."""
    opened_at: int
    """UTC milliseconds."""
    arrival_us: int
    """From opening to the counting proposal, by the referee's monotonic clock."""
    used_us: int
    """From opening to the close."""
    stall_us: int
    """The referee's own lag that was given back to this turn."""
    rtt_us: int
    """Round trip to the seat as last measured; 0 when unknown."""


@value
class Thinking:
    """What an agent says about a proposal; all of it optional, none of it trusted."""

    depth: int | None = None
    nodes: int | None = None
    value: float | None = None
    line: str = ""


@value
class SeenProposal:
    """A proposal as it was received; published when the match is over."""

    number: int
    move: str
    arrival_us: int
    thinking: Thinking | None


@value
class TurnDetail:
    """What stays private until the match is over; not part of the chain."""

    turn: int
    seen: tuple[SeenProposal, ...]
    """The newest 64 proposals in order; the last one counted."""
    dropped: int
    """Older proposals that were only counted."""


@dataclass(frozen=True, slots=True)
class Reopening:
    """A turn that is opened again, durable before it is."""

    match: int
    turn: int
    attempt: int
    """The attempt that is about to open."""
    seat: Seat
    reason: ReopenReason
    away_used_us: tuple[int, int] = (0, 0)
    """The away allowance each seat had used up by then."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """How a match ended, once and for all."""

    match: int
    winner: Seat | None
    points: tuple[int, int]
    termination: Termination
    reason: str
    """One sentence for people."""
    rated: bool
    turns: int
    hash: str
    """The last link of the chain, lower-case hex."""
    ended_at: int
    """UTC milliseconds."""


@dataclass(frozen=True, slots=True)
class Record:
    """A whole match as stored; ``result`` and ``void`` are None while it is live."""

    header: MatchHeader
    turns: tuple[TurnRecord, ...] = ()
    result: MatchResult | None = None
    void: str | None = None
    """Why the match was voided."""
    details: tuple[TurnDetail, ...] = ()
    """Empty while the match is live."""
    reopenings: tuple[Reopening, ...] = ()
    hashes: tuple[str, ...] = ()
    """h0 .. hk as stored."""


_encode = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode
_text = json.encoder.encode_basestring
_BOOL = {False: "false", True: "true"}


def canonical(fact: MatchHeader | TurnRecord) -> bytes:
    """The one way to write a fact down: UTF-8 JSON, sorted keys, no blanks, no floats."""
    return (_turn_text(fact) if isinstance(fact, TurnRecord) else _encode(_plain(fact))).encode()


def _plain(header: MatchHeader) -> dict[str, object]:
    return asdict(header) | {"options": dict(header.options)}


def _turn_text(turn: TurnRecord) -> str:
    """Every turn comes by here before it is acknowledged; written out, it takes a quarter of the encoder's time."""
    answer = turn.answer
    judged = "null"
    if answer is not None:
        judged = f'{{"accepted":{_BOOL[answer.accepted]},"nodes":{answer.nodes},"reason":{_text(answer.reason)}}}'
    return (
        f'{{"answer":{judged},"arrival_us":{turn.arrival_us},"attempt":{turn.attempt},'
        f'"fallback":{_BOOL[turn.fallback]},"move":{_text(turn.move)},"number":{turn.number},'
        f'"opened_at":{turn.opened_at},"points":{turn.points},"proposals":{turn.proposals},'
        f'"reason":{_text(turn.reason)},"regions":[{",".join(map(_text, turn.regions))}],"rtt_us":{turn.rtt_us},'
        f'"seat":{turn.seat},"skip":{"null" if turn.skip is None else _text(turn.skip)},"stall_us":{turn.stall_us},'
        f'"turn":{turn.turn},"used_us":{turn.used_us},"verdict":{_text(turn.verdict)}}}'
    )


def first_hash(header: MatchHeader) -> str:
    """h0 of a match."""
    return hashlib.sha256(canonical(header)).hexdigest()


def next_hash(previous: str, turn: TurnRecord) -> str:
    """The hash after this turn from the one before it, lower-case hex."""
    return link(previous, canonical(turn))


def link(previous: str, text: bytes) -> str:
    """:func:`next_hash` where the turn's canonical text is at hand."""
    return hashlib.sha256(bytes.fromhex(previous) + text).hexdigest()


def chain(header: MatchHeader, turns: Iterable[TurnRecord]) -> list[str]:
    """h0 .. hk of a match."""
    hashes = [first_hash(header)]
    for turn in turns:
        hashes.append(next_hash(hashes[-1], turn))
    return hashes
