"""What the host's commands about one team do: add, rotate, remove; and the list of all.

A token is shown once, so wherever it is to go is made ready before the server is asked for it.
"""

from pathlib import Path

from gridarena._client import Client, ask
from gridarena.errors import UnusableFileError
from gridarena.joinfile import JoinFile, read_join_file
from gridarena.joins import ENDING, write_secret
from gridarena.server import Server
from gridarena_cli.exits import CliError, Exit
from gridarena_cli.importing import make_ready
from gridarena_cli.places import new_secret
from gridarena_cli.render import shapes, tables
from gridarena_cli.render.imports import again
from gridarena_cli.terminal import insist, note, plain, put_json, show
from gridarena_protocol.teams import Invitation, TeamToken


def add_team(
    server: Server, name: str, pseudonym: str | None, save: Path | None, out: Path | None, *, as_json: bool
) -> None:
    """A new team, or one that was removed and comes back: its token is printed, or written to a file of the host's."""
    public, real_name = (name, "") if pseudonym is None else (pseudonym, name)
    if save is not None and out is not None:
        raise CliError(Exit.USAGE, "expected --save or --out, not both: a join file has the token in it")
    if save is not None:
        with new_secret(save) as keep:
            invitation, made = ask(server, lambda client: _add(client, public, real_name))
            keep(made.token)
    else:
        _make_room(out, public)
        invitation, made = ask(server, lambda client: _add(client, public, real_name))
        _put(out, invitation, made)
    _tell(invitation, made, save or out, as_json=as_json)


async def _add(client: Client, name: str, real_name: str) -> tuple[Invitation, TeamToken]:
    return await client.invitation(), await client.add_team(name, real_name)


def rotate(server: Server, name: str, out: Path | None, *, as_json: bool) -> None:
    """A new token, and a join file with it."""
    if out is not None:
        teams = ask(server, lambda client: client.teams())
        behind = (team.name for team in teams if team.real_name.casefold() == name.casefold())
        _make_room(out, next(behind, name))
    invitation, made = ask(server, lambda client: _rotate(client, name))
    _put(out, invitation, made)
    if not as_json:
        note(f"Whatever was connected with the old token of {plain(made.name)} is disconnected.")
    _tell(invitation, made, out, as_json=as_json)


async def _rotate(client: Client, name: str) -> tuple[Invitation, TeamToken]:
    return await client.invitation(), await client.rotate_token(name)


def remove(server: Server, name: str, *, yes: bool, as_json: bool) -> None:
    """The team cannot connect any more, after a yes."""
    if not yes:
        insist(
            f"Remove team {plain(name)}? Its agents are disconnected; what they have played stays.",
            because="removing disconnects its agents",
            refused="not removed",
        )
    team = ask(server, lambda client: client.remove_team(name))
    if as_json:
        put_json(shapes.team(team))
    else:
        note(f"Team {plain(team.name)} is removed. It comes back by: gridarena team add {again(team)}")


def list_teams(server: Server, *, as_json: bool) -> None:
    """Prints all teams."""
    teams = ask(server, lambda client: client.teams())
    if as_json:
        put_json({"teams": [shapes.team(team) for team in teams]})
    elif teams:
        show(tables.teams(teams))
    else:
        note("There is no team yet: gridarena team add NAME, or gridarena team import FILE --out FOLDER")


def _tell(invitation: Invitation, made: TeamToken, file: Path | None, *, as_json: bool) -> None:
    name = plain(made.name)
    if as_json:
        place = None if file is None else str(file)
        put_json({"team": made.name, "token": made.token if file is None else None, "file": place})
    elif file is None:
        note(f"Give this to team {name}; it is shown only once:")
        show(made.token)
        note(_way_in(invitation, name))
    else:
        note(f"The token of team {name} is in {file}: give it to them privately.")


def _way_in(invitation: Invitation, name: str) -> str:
    """What a student types who has the token alone, which does not say whom to trust."""
    if invitation.ca or invitation.tls_name:
        return f"The server is encrypted, which takes a join file: gridarena team rotate {name} --out {name}{ENDING}"
    return f"Saved in a file: gridarena play ./mine.py:Mine --server {invitation.addresses[0]} --token-file FILE"


def _make_room(path: Path | None, name: str) -> None:
    """Only the team's own older join file may be written over. Raises CliError before anything has happened."""
    if path is None:
        return
    if path.exists():
        try:
            there = read_join_file(path).team
        except UnusableFileError:
            raise CliError(Exit.USAGE, f"{path} exists and is no join file; name another") from None
        if there.casefold() != name.casefold():
            raise CliError(Exit.USAGE, f"{path} is the join file of {plain(there)}, not of {plain(name)}; name another")
    make_ready(path.parent)


def _put(path: Path | None, invitation: Invitation, made: TeamToken) -> None:
    if path is not None:
        join = JoinFile(made.name, invitation.addresses, made.token, invitation.tls_name, invitation.ca)
        write_secret(path, join.text)
