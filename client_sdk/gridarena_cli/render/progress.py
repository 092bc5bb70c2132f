"""A tournament while it is played: a picture that is drawn over on a terminal, plain lines elsewhere."""

from collections.abc import Iterator
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from gridarena.durations import spoken
from gridarena_cli.render import tables
from gridarena_cli.terminal import least_width, plain
from gridarena_protocol.records import Record
from gridarena_protocol.views import TournamentEvent, TournamentView

LIVE_SHOWN = 8
"""Matches that are named while they are played; more would push the table off a small terminal."""


@dataclass(frozen=True, slots=True)
class _Fitting:
    """Whichever table loses no digits in the width there is; a picture that is drawn over must not be wider."""

    whole: Table
    short: Table

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        yield self.whole if least_width(console, self.whole) <= options.max_width else self.short


def picture(event: TournamentEvent, elapsed_s: float, before: int = 0) -> RenderableType:
    """Bar, who is not here, matches being played and the running table."""
    view = event.tournament
    trouble = [Text(line, style="yellow") for line in troubles(view)]
    table = _Fitting(tables.standings(event.standings), tables.short_standings(event.standings))
    here = Text(f"{len(view.agents) - len(view.missing)} of {len(view.agents)} agents are connected", style="dim")
    return Group(_bar(view, elapsed_s, before), here, *trouble, Text(""), _live(event.live), table)


def troubles(view: TournamentView) -> list[str]:
    """What keeps matches from being opened."""
    lines = ["paused: no further match is opened"] if view.status == "paused" else []
    for what, agents in (("not in the lobby", view.missing), ("held for the host to allow", view.held)):
        if agents:
            lines.append(f"{what}: {plain(', '.join(agents))}")
    return lines


def line(event: TournamentEvent, elapsed_s: float, before: int = 0) -> str:
    """The same in one line; ``before`` matches were finished when the watching began."""
    view = event.tournament
    words = [f"{view.finished} of {view.matches} matches"]
    if view.live:
        words.append(f"{view.live} being played")
    if view.voided:
        words.append(f"{view.voided} void")
    if view.status == "paused":
        words.append("paused")
    left = remaining_s(view, elapsed_s, before)
    if left:
        words.append(f"about {spoken(left)} left")
    if event.standings and event.standings[0].played:
        leader = event.standings[0]
        words.append(f"leading: {plain(leader.agent)} ({leader.score:g} of {leader.played})")
    return ", ".join(words)


def remaining_s(view: TournamentView, elapsed_s: float, before: int = 0) -> float | None:
    """Seconds left at the pace since somebody began to look; None before a match is over since, and in a pause."""
    done = view.finished - before
    return None if done <= 0 or view.status == "paused" else elapsed_s / done * (view.matches - view.finished)


def _bar(view: TournamentView, elapsed_s: float, before: int) -> Table:
    left = remaining_s(view, elapsed_s, before)
    table = Table.grid(padding=(0, 1))
    table.add_row(
        Text(plain(view.name), style="bold"),
        ProgressBar(total=max(1, view.matches), completed=view.finished, width=40),
        f"{view.finished}/{view.matches} matches",
        Text(f"{spoken(left)} left" if left else "", style="cyan"),
        Text(f"{view.voided} void" if view.voided else "", style="red"),
    )
    return table


def _live(records: tuple[Record, ...]) -> RenderableType:
    if not records:
        return Text("no match is being played right now", style="dim")
    table = Table.grid(padding=(0, 2))
    for record in records[:LIVE_SHOWN]:
        header = record.header
        first, second = (plain(agent) for agent in header.agents)
        table.add_row(
            Text(f"match {header.match}", style="dim"),
            f"{first} - {second}",
            plain(header.board),
            Text(str(header.clock), style="dim"),
        )
    if len(records) > LIVE_SHOWN:
        table.add_row(Text("", style="dim"), Text(f"and {len(records) - LIVE_SHOWN} more", style="dim"))
    return table
