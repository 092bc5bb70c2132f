"""What the host's commands about one team do: add, rotate, remove; and the list of all.

A token is shown once, so wherever it is to go is made ready before the server is asked for it.
"""

from pathlib import Path

from gridarena._client import Client, ask
from gridarena.errors import UnusableFileError
from gridarena.joinfile import JoinFile, read_join_file
from gridarena.joins import write_secret
from gridarena.server import Server
from gridarena_cli.exits import CliError, Exit
from gridarena_cli.importing import make_ready
from gridarena_cli.places import new_secret
from gridarena_cli.render import shapes, tables
from gridarena_cli.terminal import confirm, note, plain, put_json, show
from gridarena_protocol.teams import Invitation, Team, TeamToken


def add_team(
    server: Server, name: str, pseudonym: str | None, save: Path | None, out: Path | None, *, as_json: bool
) -> None:
    """A new team, or one that was removed and comes back: its token is printed, or written to a file of the host's."""
    public, real_name = (name, "") if pseudonym is None else (pseudonym, name)
    if save is not None and out is not None:
        raise CliError(Exit.USAGE, "expected --save or --out, not both: a join file has the token in it")
    path = save or out
    if path is None:
        _tell(server, ask(server, lambda client: client.add_team(public, real_name)), None, as_json=as_json)
        return
    with new_secret(path) as keep:
        invitation, made = ask(server, lambda client: _add(client, public, real_name))
        keep(made.token if out is None else join_of(invitation, made).text.rstrip())
    _tell(server, made, path, as_json=as_json)


async def _add(client: Client, name: str, real_name: str) -> tuple[Invitation, TeamToken]:
    return await client.invitation(), await client.add_team(name, real_name)


def rotate(server: Server, name: str, out: Path | None, *, as_json: bool) -> None:
    """A new token; the join file of the old one may be written over, no other file."""
    if out is not None:
        _refuse_strangers(out)
        make_ready(out.parent)
    invitation, made = ask(server, lambda client: _rotate(client, name))
    if out is not None:
        write_secret(out, join_of(invitation, made).text)
    if not as_json:
        note(f"Whatever was connected with the old token of {plain(made.name)} is disconnected.")
    _tell(server, made, out, as_json=as_json)


async def _rotate(client: Client, name: str) -> tuple[Invitation, TeamToken]:
    return await client.invitation(), await client.rotate_token(name)


def remove(server: Server, name: str, *, yes: bool, as_json: bool) -> None:
    """The team cannot connect any more, after a yes."""
    if not yes:
        answer = confirm(f"Remove team {plain(name)}? Its agents are disconnected; what they have played stays.")
        if answer is None:
            raise CliError(Exit.USAGE, "removing disconnects its agents and nobody is here to ask: add --yes")
        if not answer:
            raise CliError(Exit.REFUSED, "not removed")
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


def again(team: Team) -> str:
    """What to type behind `team add` for a team that is known already."""
    if not team.real_name:
        return plain(team.name)
    return f'"{plain(team.real_name)}" --pseudonym {plain(team.name)}'


def join_of(invitation: Invitation, made: TeamToken) -> JoinFile:
    """A team's way in."""
    return JoinFile(made.name, invitation.addresses, made.token, invitation.tls_name, invitation.ca)


def _tell(server: Server, made: TeamToken, file: Path | None, *, as_json: bool) -> None:
    name = plain(made.name)
    if as_json:
        place = None if file is None else str(file)
        put_json({"team": made.name, "token": made.token if file is None else None, "file": place})
    elif file is None:
        note(f"Give this to team {name}; it is shown only once:")
        show(made.token)
        note(f"Saved in a file: gridarena play ./mine.py:Mine --server {server.address} --token-file FILE")
    else:
        note(f"The token of team {name} is in {file}: give it to them privately.")


def _refuse_strangers(path: Path) -> None:
    if not path.exists():
        return
    try:
        read_join_file(path)
    except UnusableFileError:
        raise CliError(Exit.USAGE, f"{path} exists and is no join file; name another") from None
