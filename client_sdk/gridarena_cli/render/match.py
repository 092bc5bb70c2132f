"""One match for people: who, the board, every turn, why it ended, and the hash that proves it."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from gridarena_cli.render import shapes, tables
from gridarena_cli.render.replay import board_after
from gridarena_cli.render.tables import grid, when
from gridarena_cli.terminal import plain
from gridarena_games.errors import GameError
from gridarena_protocol.records import Record, SeenProposal, TurnDetail, TurnRecord

_VERDICT_STYLE = {"accepted": "green", "taboo": "yellow", "illegal": "red", "missing": "red", "skipped": "dim"}


def whole(record: Record) -> Iterator[RenderableType]:
    """The match from top to bottom."""
    yield from _caption(record)
    yield board_text(record, len(record.turns))
    yield turn_table(record)
    yield Text(tables.why(record), style="bold")
    yield from _proof(record)


def why(record: Record) -> Text:
    """Who played, and the sentence that says how it ended."""
    first, second = record.header.agents
    return Text(f"match {record.header.match} ({plain(first)} - {plain(second)}): {tables.why(record)}")


def single(record: Record, turn: TurnRecord) -> Iterator[RenderableType]:
    """One turn: what the seat had seen, what it sent and what became of it."""
    yield from _caption(record)
    yield Text(f"before turn {turn.turn}", style="bold")
    yield board_text(record, turn.turn - 1)
    yield _facts(record, turn)
    detail = next((detail for detail in record.details if detail.turn == turn.turn), None)
    if detail is not None and detail.seen:
        yield proposals(detail)
    elif shapes.status(record) == "live":
        yield Text("What the agents thought is shown when the match is over.", style="dim")
    yield Text(f"after turn {turn.turn}", style="bold")
    yield board_text(record, turn.turn)


def turn_table(record: Record) -> Table:
    """Every turn in one line; the oracle has a column where it was asked."""
    asked = any(turn.answer for turn in record.turns)
    columns = ["turn", "who", "move", "verdict", "points", "arrival", *["oracle"] * asked, ""]
    table = grid(*columns, right=("turn", "points", "arrival"))
    for column in table.columns:
        column.no_wrap = column.no_wrap or column.header in ("who", "move", "verdict")
    for turn in record.turns:
        table.add_row(
            str(turn.turn),
            plain(record.header.agents[turn.seat]),
            plain(turn.move) or "-",
            Text(turn.verdict, style=_VERDICT_STYLE[turn.verdict]),
            f"+{turn.points}" if turn.points else "",
            ms(turn.arrival_us) if turn.proposals else "",
            *[oracle(turn)] * asked,
            ", ".join(remarks(record, turn)),
        )
    return table


def board_text(record: Record, turns: int) -> Text:
    """The position after so many turns, in the game's own drawing."""
    try:
        return Text(str(board_after(record.header, record.turns[:turns])) + "\n")
    except GameError as error:
        return Text(f"(no board: {plain(str(error))})\n", style="dim")


def oracle(turn: TurnRecord) -> str:
    """How the question behind a move was decided."""
    if turn.answer is None:
        return ""
    nodes = turn.answer.nodes
    return f"{turn.answer.reason}, {nodes:,} node{'s' * (nodes != 1)}" if nodes else turn.answer.reason


def _caption(record: Record) -> Iterator[RenderableType]:
    header, result = record.header, record.result
    place = "a casual match" if header.tournament is None else f"tournament {header.tournament}"
    rated = "" if header.rated else ", unrated"
    options = "".join(f", {plain(key)}={plain(value)}" for key, value in sorted(header.options.items()))
    yield Text(
        f"match {header.match}: {plain(header.game)}{options} on {plain(header.board) or 'a board'}", style="bold"
    )
    yield Text(f"{place}{rated}, clock {header.clock}, started {when(header.started_at)}")
    seats = Table.grid(padding=(0, 2))
    for seat, agent in enumerate(header.agents):
        version = f"version {plain(header.versions[seat])}" if header.versions[seat] else ""
        points = f"{result.points[seat]} points" if result else ""
        won = "won" if result and result.winner == seat else ""
        name = Text(plain(agent), style="bold")
        seats.add_row(f"seat {seat}", name, Text(version, style="dim"), points, Text(won, style="green"))
    yield seats
    yield Text("")


def _proof(record: Record) -> Iterator[RenderableType]:
    if not record.hashes:
        return
    if shapes.chain_holds(record):
        yield Text(f"hash {record.hashes[-1]} (checked over {len(record.turns)} turns)", style="dim")
    else:
        yield Text("THE HASH CHAIN DOES NOT HOLD: this record is not what the referee wrote", style="bold red")


def _facts(record: Record, turn: TurnRecord) -> Table:
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(style="dim")
    table.add_column()
    table.add_row("turn", f"{turn.turn}, {plain(record.header.agents[turn.seat])} (seat {turn.seat})")
    table.add_row("move", plain(turn.move) or "none")
    table.add_row("verdict", f"{turn.verdict}{': ' + plain(turn.reason) if turn.reason else ''}")
    table.add_row("points", f"{turn.points}{' for ' + plain(', '.join(turn.regions)) if turn.regions else ''}")
    if turn.answer is not None:
        table.add_row("oracle", oracle(turn))
    if turn.verdict == "skipped":
        table.add_row("opened", f"never: a turn without a move is written down at once, {when(turn.opened_at)}")
        return table
    table.add_row("opened", f"{when(turn.opened_at)}, attempt {turn.attempt}")
    table.add_row("arrival", f"{ms(turn.arrival_us)} (proposal {turn.number} of {turn.proposals})")
    table.add_row("used", ms(turn.used_us))
    table.add_row("round trip", ms(turn.rtt_us) if turn.rtt_us else "not measured")
    notes = ", ".join(remarks(record, turn))
    if notes:
        table.add_row("remarks", notes)
    return table


def proposals(detail: TurnDetail) -> Table:
    """What was seen of a seat in one turn, in the order in which it came."""
    older = f" (and {detail.dropped} older ones)" if detail.dropped else ""
    numbers = ("number", "arrival", "depth", "nodes", "value")
    table = grid("number", "move", *numbers[1:], "line", right=numbers, title=f"proposals{older}")
    for seen in detail.seen:
        table.add_row(str(seen.number), plain(seen.move), ms(seen.arrival_us), *thinking(seen))
    return table


def thinking(seen: SeenProposal) -> tuple[str, str, str, str]:
    """What the agent said of a proposal: depth, nodes, value and line."""
    thought = seen.thinking
    if thought is None:
        return ("", "", "", "")
    depth = "" if thought.depth is None else str(thought.depth)
    nodes = "" if thought.nodes is None else f"{thought.nodes:,}"
    value = "" if thought.value is None else f"{thought.value:g}"
    return (depth, nodes, value, plain(thought.line))


def remarks(record: Record, turn: TurnRecord) -> Iterator[str]:
    """What else should be known of a turn."""
    if turn.reason and turn.verdict != "accepted":
        yield plain(turn.reason)
    if turn.regions:
        yield plain(", ".join(turn.regions))
    if turn.fallback:
        yield "the SDK's random move"
    reasons = [again.reason for again in record.reopenings if again.turn == turn.turn]
    if reasons:
        yield f"opened again: {', '.join(reasons)}"
    if turn.stall_us:
        yield f"{ms(turn.stall_us)} given back"


def ms(microseconds: int) -> str:
    """Microseconds as people read them."""
    return f"{microseconds / 1000:.1f} ms"
