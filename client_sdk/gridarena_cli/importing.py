"""What `team import` does: a class list becomes teams, and each team a join file.

A second import is the way to repair a first one: known teams keep name and token, and a join file that lies there with
a valid token gets the addresses that the server has today. What the files say of the server comes from the server
itself, which knows on which port and network it is.
"""

import csv
import hashlib
import tempfile
from pathlib import Path

from gridarena._client import Client, ask
from gridarena.errors import UnusableFileError
from gridarena.joinfile import JoinFile, read_join_file
from gridarena.joins import ENDING, write_secret
from gridarena.server import Server
from gridarena_cli.exits import CliError, Exit
from gridarena_cli.render import imports
from gridarena_cli.render.imports import Handed
from gridarena_cli.render.sheet import rows_of
from gridarena_cli.roster import read_roster
from gridarena_cli.terminal import note, put_json, show
from gridarena_protocol.teams import ImportedTeam, Invitation, NewTeam, TeamImport


def import_teams(server: Server, roster_file: Path, folder: Path, *, rotate: bool, as_json: bool) -> None:
    """Makes a team of every group of a class list, and a join file for each."""
    roster = read_roster(roster_file)
    make_ready(folder)
    earlier = _earlier(folder / imports.LIST)
    wanted = TeamImport(tuple(NewTeam(group.name, group.real_name) for group in roster.groups), rotate)
    invitation, done = ask(server, lambda client: _import(client, wanted))
    handed = [
        Handed(team, group, _hand_out(folder, team, invitation))
        for team, group in zip(done, roster.groups, strict=True)
    ]
    write_secret(folder / imports.LIST, imports.list_of(handed, earlier))
    if as_json:
        put_json(imports.shape(handed, roster, invitation))
        return
    show(imports.table(handed))
    for line in imports.told(handed, roster, invitation, folder):
        note(line)


def _earlier(file: Path) -> list[list[str]]:
    """The rows of an earlier import's list, none where there is none. Raises CliError where it is something else."""
    try:
        headings, *rows = rows_of(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return []
    except (OSError, ValueError, csv.Error):
        headings, rows = [], []
    if headings != list(imports.HEADINGS):
        raise CliError(
            Exit.BAD_FILE,
            f"{file}: expected the list of an earlier import, whose other teams are to stay: move this file away",
        )
    return rows


async def _import(client: Client, wanted: TeamImport) -> tuple[Invitation, tuple[ImportedTeam, ...]]:
    return await client.invitation(), await client.import_teams(wanted)


def _hand_out(folder: Path, team: ImportedTeam, invitation: Invitation) -> Path | None:
    """Writes a team's file; one that is there with the valid token gets what the server says of itself today."""
    path = folder / f"{team.name}{ENDING}"
    token = team.token or _still_valid(path, team.sha256)
    if token is None:
        return None
    join = JoinFile(team.name, invitation.addresses, token, invitation.tls_name, invitation.ca)
    write_secret(path, join.text)
    return path


def _still_valid(path: Path, sha256: str) -> str | None:
    """The token of an older file, where it is the one the server knows."""
    try:
        token = read_join_file(path).token
    except UnusableFileError:
        return None
    return token if hashlib.sha256(token.encode()).hexdigest() == sha256 else None


def make_ready(folder: Path) -> None:
    """The folder is there and can be written before anybody's token depends on it. Raises CliError."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return
    except OSError as error:
        raise CliError(Exit.BAD_FILE, f"{folder}: expected a folder for join files: {error.strerror}") from None
