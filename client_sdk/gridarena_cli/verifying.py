"""What `verify` does: reads the log from the server, or from the file while no server runs, and audits it."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

from rich.text import Text

from gridarena_cli import logbook
from gridarena_cli.exits import Exit
from gridarena_cli.meter import Tell, meter
from gridarena_cli.render import shapes, tables
from gridarena_cli.terminal import note, plain, put_json, show, show_line
from gridarena_protocol.log import LogTable
from gridarena_server.audit.audit import Audit, Verdict
from gridarena_server.audit.tables import name

STEP = 16
"""Matches between two looks at the progress."""


def verify(server: str | None, database: Path | None, *, show_tables: bool, as_json: bool) -> int:
    """Prints what was computed again and the first line that differs."""
    with meter() as tell:
        source, verdict = asyncio.run(_audit(server, database, tell))
    if as_json:
        put_json(shapes.verified(verdict, source))
    else:
        _say(verdict, source, verdict.tables if show_tables else ())
    return Exit.OK if verdict.first is None else Exit.DIFFERS


async def _audit(server: str | None, database: Path | None, tell: Tell) -> tuple[str, Verdict]:
    audit = Audit()
    async with logbook.opened(server, database) as source:
        async for entry in source.log:
            audit.add(entry)
            if audit.head is not None and audit.matches % STEP == 1:
                share = audit.matches / max(1, audit.head.matches)
                tell(f"{audit.matches:,} of {audit.head.matches:,} matches, {audit.turns:,} turns", share)
        return source.name, audit.verdict()


def _say(verdict: Verdict, source: str, wanted: Sequence[LogTable]) -> None:
    for table in wanted:
        show_line(Text(plain(name(table))))
        show(tables.leaderboard(table.rows, table.game) if table.tournament is None else tables.standings(table.rows))
    beside = f" ({verdict.void} void, {verdict.live} live)" if verdict.void or verdict.live else ""
    note(f"Read from {plain(source)}: {verdict.matches:,} matches{beside}, {verdict.turns:,} turns.")
    for game in verdict.unplayed:
        note(f"{plain(game)} is not installed here: its matches were hashed, but not played again.")
    if verdict.first is None:
        show_line(Text(_all_well(verdict)))
        return
    show_line(Text(plain(str(verdict.first))))
    if verdict.differing > 1:
        note(f"That is the first; in {verdict.differing:,} matches something differs.")


def _all_well(verdict: Verdict) -> str:
    tables_ = f"{len(verdict.tables)} table{'s' * (len(verdict.tables) != 1)}"
    return f"Everything is as it was written: every hash, every result, no fact missing, {tables_} computed again."
