"""What `export` does: the log read once, a row written for each thing in it; nothing is held but the tables.

JSON lines say everything as it is. CSV is for spreadsheets, which take a cell that begins like a formula for one: such
texts get an apostrophe in front (see ``render/sheet``), numbers do not.
"""

import asyncio
import csv
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import TextIOWrapper
from pathlib import Path
from typing import Any, TextIO

from gridarena_cli import logbook
from gridarena_cli.exits import CliError, Exit
from gridarena_cli.meter import Tell, meter
from gridarena_cli.render import records
from gridarena_cli.render.sheet import MARK, cell
from gridarena_cli.terminal import note
from gridarena_protocol.log import LogHead, LogTable, StoredMatch
from gridarena_server.audit.audit import Audit, Verdict
from gridarena_server.audit.difference import Difference
from gridarena_server.audit.rows import UnsoundError, read

KINDS = tuple(records.COLUMNS)
FORMATS = ("jsonl", "csv")
STEP = 16
"""Matches between two looks at the progress."""

Row = Mapping[str, Any]
Put = Callable[[Row], object]


@dataclass(frozen=True, slots=True)
class Wish:
    """What the host typed."""

    what: str
    form: str | None
    out: Path | None
    tournament: int | None
    bom: bool


def export(wish: Wish, server: str | None, database: Path | None) -> None:
    """Writes what was wished for.

    Raises:
        CliError: words that mean nothing, or a file that exists already.
    """
    if wish.what not in KINDS:
        raise CliError(Exit.USAGE, f"expected {', '.join(KINDS[:-1])} or {KINDS[-1]}, got {wish.what!r}")
    form = wish.form or ("csv" if wish.out is not None and wish.out.suffix.lower() == ".csv" else "jsonl")
    if form not in FORMATS:
        raise CliError(Exit.USAGE, f"expected --format jsonl or csv, got {form!r}")
    if wish.what == "ratings" and wish.tournament is not None:
        raise CliError(Exit.USAGE, "ratings are of all tournaments together: the standings of one have its Elo")
    with _stream(wish.out) as stream, meter() as tell:
        put = _sheet(stream, wish) if form == "csv" else _lines(stream, records.COLUMNS[wish.what])
        rows = asyncio.run(_write(wish, server, database, put, tell))
    note(f"{rows:,} {wish.what} written" + (f" to {wish.out}" if wish.out is not None else ""))


async def _write(wish: Wish, server: str | None, database: Path | None, put: Put, tell: Tell) -> int:
    audit, total, done, rows = Audit(), 0, 0, 0
    async with logbook.opened(server, database, wish.tournament) as source:
        async for entry in source.log:
            if isinstance(entry, LogHead):
                total = entry.matches
            if wish.what in records.TABLES:
                audit.add(entry)
            elif isinstance(entry, StoredMatch):
                for row in _rows(wish.what, entry):
                    put(row)
                    rows += 1
            done += isinstance(entry, StoredMatch)
            if done % STEP == 1:
                tell(f"{done:,} of {total:,} matches", done / max(1, total))
    for table in _sound(audit.verdict()) if wish.what in records.TABLES else ():
        for row in records.table(wish.what, table):
            put(row)
            rows += 1
    return rows


def _sound(verdict: Verdict) -> tuple[LogTable, ...]:
    if verdict.first is not None:
        raise _damaged(verdict.first)
    return verdict.tables


def _damaged(difference: Difference) -> CliError:
    return CliError(Exit.DATABASE_UNUSABLE, f"{difference}; see: gridarena verify")


def _rows(what: str, stored: StoredMatch) -> Iterator[Row]:
    try:
        sound = read(stored)
    except UnsoundError as unsound:
        raise _damaged(unsound.difference) from None
    return records.match(stored, sound) if what == "matches" else records.turns(stored, sound)


def _lines(stream: TextIO, columns: Sequence[str]) -> Put:
    return lambda row: stream.write(json.dumps({name: row[name] for name in columns}, ensure_ascii=False) + "\n")


def _sheet(stream: TextIO, wish: Wish) -> Put:
    columns = records.COLUMNS[wish.what]
    if wish.bom:
        stream.write(MARK)
    writer = csv.writer(stream)
    writer.writerow(columns)
    return lambda row: writer.writerow([_cell(row[column]) for column in columns])


def _cell(value: object) -> object:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return cell(value) if isinstance(value, str) else value


@contextmanager
def _stream(out: Path | None) -> Iterator[TextIO]:
    """Standard output, or a new file that is gone again when the writing fails."""
    if out is None:
        if isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(newline="")  # lines end as they are written, on Windows too
        yield sys.stdout
        return
    try:
        file = out.open("x", encoding="utf-8", newline="")
    except FileExistsError:
        raise CliError(Exit.USAGE, f"{out} exists already; name a new file") from None
    try:
        with file:
            yield file
    except BaseException:
        out.unlink()
        raise
