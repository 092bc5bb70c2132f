"""A class list as teachers have it, read into teams: any column order, any spreadsheet, Canvas's group export.

Spreadsheets write semicolons where a comma is the decimal sign, a mark in front of UTF-8, UTF-16 for "Unicode text", an
old code page otherwise, `="007"` to keep a zero, empty rows and columns at the end. All of that is read. What cannot be
read as a team is reported with its line, all of it at once; nothing is guessed.

Team names are ASCII, so that no two look alike. A group's name becomes one where only blanks, punctuation and accents
are in the way ("Équipe 7 & co" is `Equipe-7-co`); other letters need a pseudonym, for which there may be a column.
"""

import csv
import io
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from gridarena_cli.exits import CliError, Exit

LARGEST = 16 * 1024 * 1024
MOST_SAID = 10
"""Wrong lines named in one message."""
_TEAM = ("groupname", "teamname", "team", "group", "displayname", "name")
_PSEUDONYM = ("pseudonym", "alias", "nickname", "shownname", "shownas")
_PERSON = ("studentname", "student", "fullname", "displayname", "name", "member", "members")
_CONTACT = ("email", "emailaddress", "mail", "loginid", "username")
"""Columns by their names without blanks, case and punctuation; the first that is there counts."""
_MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}", re.ASCII)
_LETTERS = str.maketrans(
    {"ß": "ss", "ø": "o", "Ø": "O", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ł": "l", "Ł": "L"}
)
"""Latin letters that are no accented ones."""


@dataclass(slots=True)
class Group:
    """One team of the list."""

    name: str
    """What everybody will read."""
    real_name: str
    """Whom a pseudonym stands for; empty without one."""
    said: str
    """The group's name as the list has it."""
    line: int
    """Where it comes first."""
    rows: int = 0
    members: list[str] = field(default_factory=list)
    contacts: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Roster:
    """What a list says."""

    groups: tuple[Group, ...]
    rows: int
    """Lines that say something, the headings aside."""
    without: tuple[tuple[int, str], ...]
    """Line and person of rows without a group."""
    remarks: tuple[str, ...] = ()
    """What the host should know of how it was read."""


@dataclass(frozen=True, slots=True)
class _Table:
    headings: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    """Line number and cells."""

    def column(self, names: Sequence[str]) -> int | None:
        """The place of the first of these columns that is there."""
        keys = [_key(heading) for heading in self.headings]
        return next((keys.index(name) for name in names if name in keys), None)


def read_roster(path: Path) -> Roster:
    """The teams of a class list.

    Raises:
        CliError: it cannot be read, or some of its teams cannot be; every such line is named.
    """
    text, remarks = _text(path)
    table = _table(path, text)
    team = table.column(_TEAM)
    if team is None:
        there = ", ".join(filter(None, table.headings)) or "none"
        raise CliError(
            Exit.BAD_FILE,
            f"{path}: expected a first line with a column named team, group, group_name or name; its columns: {there}",
        )
    return _grouped(path, table, team, remarks)


def team_name(said: str) -> str | None:
    """A name that boards can show, as near as possible to what a list says; None where letters are in the way."""
    text = unicodedata.normalize("NFKC", said).translate(_LETTERS)
    bare = "".join(char for char in unicodedata.normalize("NFD", text) if unicodedata.category(char) != "Mn")
    if any(not char.isascii() and unicodedata.category(char)[0] not in "PZ" for char in bare):
        return None
    name = re.sub(r"[^A-Za-z0-9._]+", "-", bare, flags=re.ASCII).strip("-._")[:40].rstrip("-._")
    return name if _NAME.fullmatch(name) else None


def _grouped(path: Path, table: _Table, team: int, remarks: tuple[str, ...]) -> Roster:
    pseudonym, contact = table.column(_PSEUDONYM), table.column(_CONTACT)
    person = next((found for name in _PERSON if (found := table.column((name,))) not in (None, team)), None)
    groups: dict[str, Group] = {}
    without: list[tuple[int, str]] = []
    wrong: list[str] = []
    for line, cells in table.rows:
        said = cells[team]
        if not said:
            without.append((line, _cell(cells, person) or _cell(cells, contact) or "nobody named"))
            continue
        try:
            group = _enter(groups, line, said, _cell(cells, pseudonym))
        except ValueError as error:
            wrong.append(f"line {line}: {error}")
            continue
        group.rows += 1
        group.members += filter(None, [_cell(cells, person)])
        group.contacts += filter(None, [_cell(cells, contact)])
    if wrong:
        more = [f"and {len(wrong) - MOST_SAID} more"] if len(wrong) > MOST_SAID else []
        raise CliError(Exit.BAD_FILE, f"{path}: {'; '.join([*wrong[:MOST_SAID], *more])}")
    if not groups:
        raise CliError(Exit.BAD_FILE, f"{path}: expected teams in column {table.headings[team]!r}, but it is empty")
    return Roster(tuple(groups.values()), len(table.rows), tuple(without), remarks)


def _enter(groups: dict[str, Group], line: int, said: str, pseudonym: str) -> Group:
    """The group of a row, made at its first one. Raises ValueError with what is wrong."""
    key = _people(said)
    if key in groups:
        group = groups[key]
        if pseudonym and group.real_name and team_name(pseudonym) != group.name:
            raise ValueError(f"{said!r} has the pseudonym {group.name} in line {group.line} and {pseudonym!r} here")
        return group
    name = team_name(pseudonym or said)
    if name is None:
        odd = next((char for char in pseudonym or said if not char.isascii()), "")
        what = f"{odd!r} ({unicodedata.name(odd, 'unknown')})" if odd else "no letter or digit"
        advice = "choose another" if pseudonym else "give it a plain name, or a pseudonym in a column of that name"
        raise ValueError(f"{pseudonym or said!r} cannot be a team's name ({what}): {advice}")
    for other in groups.values():
        if other.name.casefold() == name.casefold():
            raise ValueError(f"{said!r} and {other.said!r} (line {other.line}) would both be called {name}")
    real_name = (team_name(said) or said) if pseudonym else ""
    groups[key] = Group(name, "" if real_name == name else real_name, said, line)
    return groups[key]


def _people(said: str) -> str:
    return unicodedata.normalize("NFKC", said).casefold()


def _cell(cells: Sequence[str], place: int | None) -> str:
    return "" if place is None else cells[place]


# --- the file ---------------------------------------------------------------------------------------------------------


def _text(path: Path) -> tuple[str, tuple[str, ...]]:
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST + 1)
    except OSError as error:
        raise CliError(Exit.BAD_FILE, f"expected a class list at {path}: {error.strerror}") from None
    if raw[:4] == b"PK\x03\x04":
        raise CliError(Exit.BAD_FILE, f"{path} is a spreadsheet: save it as CSV and import that")
    if len(raw) > LARGEST or (b"\0" in raw and raw[:2] not in (b"\xff\xfe", b"\xfe\xff")):
        raise CliError(Exit.BAD_FILE, f"{path} is no class list: expected CSV text")
    encoding = next((name for mark, name in _MARKS if raw.startswith(mark)), "utf-8")
    try:
        return raw.decode(encoding), ()
    except UnicodeDecodeError:
        remark = f"{path} is not UTF-8; read as Windows-1252: look at the names with accents"
        return raw.decode("cp1252", "replace"), (remark,)


def _table(path: Path, text: str) -> _Table:
    """The table in the dialect that finds the most of the columns we know; the comma where none finds any."""
    lines = text.lstrip("\ufeff").splitlines(keepends=True)
    told = re.fullmatch(r"sep=(.)\s*", lines[0], re.IGNORECASE) if lines else None
    skip = 1 if told else 0
    body = "".join(lines[skip:])
    tables = [_parsed(path, body, delimiter, skip) for delimiter in (told[1] if told else ",;\t|")]
    return max(tables, key=_known)


def _known(table: _Table) -> int:
    return sum(table.column((name,)) is not None for name in {*_TEAM, *_PSEUDONYM, *_PERSON, *_CONTACT})


def _parsed(path: Path, body: str, delimiter: str, skipped: int) -> _Table:
    reader = csv.reader(io.StringIO(body, newline=""), delimiter=delimiter)
    rows = list(_filled(path, reader, skipped))
    if not rows:
        return _Table((), ())
    (_, headings), *others = rows
    width = len(headings)
    padded = ((line, (*cells, *[""] * width)[:width]) for line, cells in others)
    return _Table(headings, tuple((line, cells) for line, cells in padded if any(cells)))


def _filled(path: Path, reader: Iterator[list[str]], skipped: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Rows that hold something, with the number of their last line."""
    try:
        for row in reader:
            cells = tuple(map(_clean, row))
            if any(cells):
                yield reader.line_num + skipped, cells  # type: ignore[attr-defined]
    except csv.Error as error:
        raise CliError(Exit.BAD_FILE, f"{path} is no CSV text: {error}") from None


def _clean(cell: str) -> str:
    """A cell without the blanks around it, and without what a spreadsheet wraps a text that looks like a number in."""
    text = cell.strip().strip("\u200b\ufeff").strip()
    wrapped = re.fullmatch(r'="?([^"]*)"?', text) if text.startswith('="') else None
    return wrapped[1].strip() if wrapped else text


def _key(heading: str) -> str:
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", heading).casefold())
