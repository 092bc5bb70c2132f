"""What the moves of a match cost, for people."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from gridarena_cli.render import tables
from gridarena_cli.render.tables import grid
from gridarena_cli.terminal import plain
from gridarena_protocol.records import Record

if TYPE_CHECKING:  # the lab is slow to import, and most commands read without it
    from gridarena_lab.analysis import Analysis, Scored

SHOWN = 3
"""So many of the better moves are listed; the rest is counted."""


def caption(record: Record, analysis: "Analysis") -> Text:
    """Which match, how it ended, and how well its moves are known."""
    first, second = (plain(agent) for agent in analysis.agents)
    solved, moves = sum(scored.exact for scored in analysis.moves), len(analysis.moves)
    others = f", the others by a search of at most {analysis.nodes:,} nodes" if solved < moves else ""
    return Text(
        f"match {analysis.match} ({first} - {second}): {tables.why(record)}\n"
        f"{solved} of {moves} moves judged exactly{others}"
    )


def seat(analysis: "Analysis", number: int) -> Iterator[RenderableType]:
    """One seat's costliest moves."""
    own = list(analysis.of(number))
    costly = [scored for scored in own if scored.is_costly]
    total = sum(scored.cost or 0 for scored in costly)
    name = plain(analysis.agents[number])
    others = f", the others cost {total:g}" if costly else ""
    best = len(own) - len(costly)
    yield Text(f"\n{name} (seat {number}): {best} of {len(own)} moves were best{others}", style="bold")
    for scored in analysis.costliest(number):
        yield from _move(scored)


def of_turn(analysis: "Analysis", turn: int) -> Iterator[RenderableType]:
    """One turn's move; nothing where nobody moved."""
    for scored in analysis.moves:
        if scored.turn == turn:
            yield from _move(scored)


def _move(scored: "Scored") -> Iterator[RenderableType]:
    table = Table.grid(padding=(0, 2))
    table.add_column(min_width=9, no_wrap=True)
    table.add_column(overflow="fold")
    table.add_row(Text(f"turn {scored.turn}", style="bold"), Text(_headline(scored)))
    if scored.better:
        table.add_row("  better", Text(better(scored)))
    for reason in scored.reasons:
        table.add_row("  why", Text.assemble((plain(reason.kind), "bold"), f": {plain(reason.text)}"))
    yield table


def _headline(scored: "Scored") -> str:
    move = plain(scored.move) or "no move"
    if scored.cost is None:
        return f"{move} lost the match"
    line = f"{move} cost {scored.cost:g}"
    if scored.ahead_before is not None and scored.ahead_after is not None:
        line += f": from {scored.ahead_before:+g} to {scored.ahead_after:+g} at the end"
        if scored.threw_away is not None:
            line += f", which threw {scored.threw_away} away"
        return line
    return f"{line}, as seen {scored.depth} moves deep" if scored.depth else f"{line}, on average"


def better(scored: "Scored") -> str:
    """The better moves, or some of them."""
    rest = len(scored.better) - SHOWN
    return ", ".join(plain(move) for move in scored.better[:SHOWN]) + (f" and {rest} more" if rest > 0 else "")


def every_move(analysis: "Analysis") -> Table:
    """Every move in one line."""
    table = grid(
        "turn", "who", "move", "cost", "ends at", "known", "better, and why", right=("turn", "cost", "ends at")
    )
    for scored in analysis.moves:
        cost = "all" if scored.cost is None else f"{scored.cost:g}" if scored.cost else ""
        ends = "" if scored.ahead_after is None else f"{scored.ahead_after:+g}"
        why = [plain(reason.kind) for reason in scored.reasons[:1]]
        table.add_row(
            str(scored.turn),
            plain(analysis.agents[scored.seat]),
            plain(scored.move) or "-",
            cost,
            ends,
            "exactly" if scored.exact else f"depth {scored.depth}" if scored.depth else "on average",
            "; ".join([better(scored), *why] if scored.better else why),
        )
    return table
