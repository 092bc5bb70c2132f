"""How an import went: for scripts, as a table, and in the lines that a host should read."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.table import Table
from rich.text import Text

from gridarena.joins import ENDING
from gridarena_cli.render.sheet import cell, sheet
from gridarena_cli.render.tables import grid
from gridarena_cli.roster import Group, Roster
from gridarena_cli.terminal import plain
from gridarena_protocol.options import host_of, is_loopback
from gridarena_protocol.teams import ImportedTeam, Invitation, Outcome, Team

LIST = "teams.csv"
HEADINGS = ("team", "group", "file", "members", "contacts")
MOST_SAID = 20
"""Rows without a group named one by one."""
OUTCOMES: tuple[Outcome, ...] = ("new", "kept", "rotated", "removed")


@dataclass(frozen=True, slots=True)
class Handed:
    """What became of one team of a list, and where its join file lies."""

    team: ImportedTeam
    group: Group
    file: Path | None
    """None where the token is kept and no file with it is there."""


def shape(handed: Iterable[Handed], roster: Roster, invitation: Invitation) -> dict[str, Any]:
    """What an import did with every team, and what it could not use."""
    teams = [
        {
            "team": one.team.name,
            "real_name": one.team.real_name,
            "group": one.group.said,
            "outcome": one.team.outcome,
            "file": None if one.file is None else str(one.file),
            "members": one.group.members,
        }
        for one in handed
    ]
    return {
        "teams": teams,
        "rows": roster.rows,
        "without": [{"line": line, "person": person} for line, person in roster.without],
        "remarks": list(roster.remarks),
        "addresses": list(invitation.addresses),
        "encrypted": _encrypted(invitation),
    }


def table(handed: Iterable[Handed]) -> Table:
    """The same for people, without the names of students."""
    drawn = grid("team", "group", "rows", "outcome", "file", right=("rows",))
    for one in handed:
        name, group = Text(plain(one.team.name), style="bold"), plain(one.team.real_name or one.group.said)
        file = "" if one.file is None else one.file.name
        drawn.add_row(name, group, str(one.group.rows), one.team.outcome, file)
    return drawn


def list_of(handed: Sequence[Handed], earlier: Iterable[Sequence[str]] = ()) -> str:
    """Who belongs to which team, for whoever hands the files out; there is no token in it.

    Of an earlier list the rows of other teams stay.
    """
    these = {cell(one.team.name).casefold() for one in handed}
    rows = [row for row in earlier if row[0].casefold() not in these]
    rows += [
        (
            one.team.name,
            one.team.real_name or one.group.said,
            "" if one.file is None else one.file.name,
            "; ".join(one.group.members),
            "; ".join(one.group.contacts),
        )
        for one in handed
    ]
    return sheet(HEADINGS, rows)


def told(handed: Sequence[Handed], roster: Roster, invitation: Invitation, folder: Path) -> list[str]:
    """What a host should know of an import."""
    counted = Counter(one.team.outcome for one in handed)
    numbers = ", ".join(f"{counted[outcome]} {outcome}" for outcome in OUTCOMES if counted[outcome])
    lines = [f"{len(handed)} teams of {roster.rows} rows: {numbers}.", *roster.remarks]
    if counted["kept"]:
        lines.append(
            "Teams that were known keep their tokens (--rotate gives new ones); their files say today's addresses."
        )
    lines += [f"line {line}: {plain(person)} is in no group" for line, person in roster.without[:MOST_SAID]]
    if len(roster.without) > MOST_SAID:
        lines.append(f"and {len(roster.without) - MOST_SAID} more rows without a group")
    lines += [line for one in handed for line in _remarks(one, folder)]
    lines += _about_server(invitation)
    lines.append(f"Each team gets its own file of {folder}, privately; {folder / LIST} says who belongs to which.")
    lines.append(f"A student types: gridarena join {handed[0].team.name}{ENDING}")
    return lines


def again(team: Team | ImportedTeam) -> str:
    """What to type behind `team add` for a team that is known already."""
    if not team.real_name:
        return plain(team.name)
    return f'"{plain(team.real_name)}" --pseudonym {plain(team.name)}'


def _remarks(one: Handed, folder: Path) -> list[str]:
    team = one.team
    if team.outcome == "removed":
        return [f"{team.name} was removed and stays so: gridarena team add {again(team)} brings it back"]
    lines = []
    if team.name.casefold() != one.group.name.casefold():
        lines.append(f"{plain(one.group.said)} keeps the name {team.name}: what it has played stands under it")
    if one.file is None:
        advice = f"gridarena team rotate {team.name} --out {folder / team.name}{ENDING}"
        lines.append(f"{team.name} keeps its token, which is in no file of {folder}; for a new one: {advice}")
    return lines


def _about_server(invitation: Invitation) -> list[str]:
    addresses = ", ".join(invitation.addresses)
    if all(is_loopback(host_of(address)) for address in invitation.addresses):
        return [
            f"warning: the files say {addresses}, which only this machine can reach; "
            "serve with --host 0.0.0.0 and import again: tokens stay, addresses change"
        ]
    kind = "encrypted" if _encrypted(invitation) else "not encrypted: whoever listens on the network can read tokens"
    return [f"The files say {addresses} ({kind})."]


def _encrypted(invitation: Invitation) -> bool:
    return bool(invitation.ca or invitation.tls_name)
