"""Tables for spreadsheets, which take a cell that begins like a formula for one, whoever wrote it."""

import csv
import io
from collections.abc import Iterable, Sequence

from gridarena_cli.terminal import plain

MARK = "\ufeff"
"""Stands in front of a file by which spreadsheets know UTF-8."""
_STARTS = ("=", "+", "-", "@")


def cell(text: str) -> str:
    """A text as a spreadsheet shows it: never computed, never steering a terminal."""
    clean = plain(text)
    return f"'{clean}" if clean.lstrip().startswith(_STARTS) else clean


def sheet(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """CSV with a mark in front, by which spreadsheets know UTF-8."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(headings)
    writer.writerows([cell(one) for one in row] for row in rows)
    return MARK + text.getvalue()


def rows_of(text: str) -> list[list[str]]:
    """The rows of a :func:`sheet`, its headings first; empty ones do not count."""
    return [row for row in csv.reader(io.StringIO(text.removeprefix(MARK))) if row]
