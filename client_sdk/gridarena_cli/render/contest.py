"""What became of the matches of two agents: a table, the reason of every loss, and a log of every turn.

What an agent thought is in a record once its match is over. A turn is as deep as the proposal that counted says.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

from gridarena_cli.render import match as match_view
from gridarena_cli.render import tables
from gridarena_cli.render.document import Drawing, Heading, Part, Sheet
from gridarena_protocol.records import Record, SeenProposal, TurnRecord

_HEADINGS = ("won", "drawn", "lost", "points", "as seat 0", "as seat 1", "proposals/turn", "depth/turn", "fallbacks")
_TURN_NUMBERS = frozenset({"turn", "points", "score", "proposals", "depth", "nodes", "value", "arrival", "used"})


@dataclass(frozen=True, slots=True)
class Tally:
    """One agent over all its matches."""

    agent: str
    won: int
    drawn: int
    lost: int
    points: int
    won_in_seat: tuple[int, int]
    proposals: float
    """Of a turn, on average."""
    depth: float | None
    """Of the proposals that counted, on average over those that say one."""
    fallbacks: int
    """Turns that only the SDK's random move saved."""


def tally(records: Sequence[Record]) -> list[Tally]:
    """Both agents, the better one first."""
    agents = dict.fromkeys(agent for record in records for agent in record.header.agents)
    return sorted((_tally(agent, records) for agent in agents), key=lambda one: (-one.won, -one.points))


def _tally(agent: str, records: Sequence[Record]) -> Tally:
    played = [(record, record.header.agents.index(agent)) for record in records if agent in record.header.agents]
    ends = [(seat, record.result) for record, seat in played if record.result is not None]
    turns = [
        (record, turn)
        for record, seat in played
        for turn in record.turns
        if turn.seat == seat and turn.verdict != "skipped"
    ]
    depths = [depth for record, turn in turns if (depth := _depth(counted(record, turn))) is not None]
    wins = [seat for seat, result in ends if result.winner == seat]
    return Tally(
        agent,
        won=len(wins),
        drawn=sum(result.winner is None for _, result in ends),
        lost=sum(result.winner == 1 - seat for seat, result in ends),
        points=sum(result.points[seat] for seat, result in ends),
        won_in_seat=(wins.count(0), wins.count(1)),
        proposals=fmean(turn.proposals for _, turn in turns) if turns else 0.0,
        depth=fmean(depths) if depths else None,
        fallbacks=sum(turn.fallback for _, turn in turns),
    )


def table(records: Sequence[Record]) -> Sheet:
    """The tallies as a table."""
    rows = tuple(
        (
            *(one.agent, str(one.won), str(one.drawn), str(one.lost), str(one.points), *map(str, one.won_in_seat)),
            *(f"{one.proposals:.1f}", "" if one.depth is None else f"{one.depth:.1f}", str(one.fallbacks)),
        )
        for one in tally(records)
    )
    return Sheet(("agent", *_HEADINGS), rows, frozenset(_HEADINGS))


@dataclass(frozen=True, slots=True)
class Kept:
    """A match and where it is kept."""

    record: Record
    number: int
    """Counted over all boards; the record's own number begins anew with each."""
    place: str
    """As `gridarena show` takes it."""


def losses(matches: Iterable[Kept]) -> list[str]:
    """A line for every match that somebody lost, and for every void one: who, and why."""
    lines = []
    for kept in matches:
        record = kept.record
        if record.result is not None and record.result.winner is not None:
            loser = record.header.agents[1 - record.result.winner]
            lines.append(f"match {kept.number}: {loser} lost: {tables.why(record)}")
        elif record.void is not None:
            lines.append(f"match {kept.number}: {tables.why(record)}")
    return lines


def log(matches: Sequence[Kept]) -> list[Part]:
    """Everything of at least one match: the table, the losses, every match with every turn."""
    records = [kept.record for kept in matches]
    first, second = records[0].header.agents
    parts: list[Part] = [Heading(f"{first} against {second}", 1), *_conditions(records), table(records)]
    parts += [Heading("Losses"), *(losses(matches) or ["Nobody lost."])]
    for kept in matches:
        parts += _match(kept)
    return parts


def _conditions(records: Sequence[Record]) -> list[str]:
    header = records[0].header
    boards = ", ".join(dict.fromkeys(record.header.board or "a board" for record in records))
    options = "".join(f", {key}={value}" for key, value in sorted(header.options.items()))
    versions = dict(zip(header.agents, header.versions, strict=True))
    known = ", ".join(f"{agent} {version}" for agent, version in versions.items() if version)
    return [
        f"{len(records)} matches of {header.game}{options} on {boards}, clock {header.clock}, "
        f"begun {tables.when(header.started_at)}",
        f"Versions: {known}" if known else "Versions unknown",
        "",
    ]


def _match(kept: Kept) -> list[Part]:
    record = kept.record
    first, second = record.header.agents
    return [
        Heading(f"Match {kept.number}: {first} - {second}, {record.header.board or 'board'}", 3),
        f"{tables.why(record)}; gridarena show {kept.place}",
        "",
        turns(record),
        Drawing(match_view.board_text(record, len(record.turns)).plain),
    ]


def turns(record: Record) -> Sheet:
    """Every turn in one row, with what the agent said about the proposal that counted."""
    headings = ("turn", "who", "move", "verdict", "points", "score", "proposals", "depth", "nodes", "value")
    score, rows = [0, 0], []
    for turn in record.turns:
        score[turn.seat] += turn.points
        thought = _thought(counted(record, turn))
        times = (match_view.ms(turn.arrival_us) if turn.proposals else "", match_view.ms(turn.used_us))
        rows.append(
            (
                *(str(turn.turn), record.header.agents[turn.seat], turn.move or "-", turn.verdict),
                *(f"+{turn.points}" if turn.points else "", f"{score[0]}:{score[1]}", str(turn.proposals)),
                *(*thought[:3], *times, ", ".join((*match_view.remarks(record, turn), *thought[3:]))),
            )
        )
    return Sheet((*headings, "arrival", "used", "remarks"), tuple(rows), _TURN_NUMBERS)


def counted(record: Record, turn: TurnRecord) -> SeenProposal | None:
    """The proposal that counted, where it was kept."""
    detail = next((detail for detail in record.details if detail.turn == turn.turn), None)
    return next((seen for seen in detail.seen if seen.number == turn.number), None) if detail is not None else None


def _depth(seen: SeenProposal | None) -> int | None:
    return seen.thinking.depth if seen is not None and seen.thinking is not None else None


def _thought(seen: SeenProposal | None) -> tuple[str, ...]:
    depth, nodes, value, line = match_view.thinking(seen) if seen is not None else ("", "", "", "")
    return (depth, nodes, value, *((line,) if line else ()))
