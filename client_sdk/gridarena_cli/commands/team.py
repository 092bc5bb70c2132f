"""`team add`, `team import`, `team list`, `team rotate`, `team remove`: who may connect."""

from pathlib import Path
from typing import Annotated

import typer

from gridarena_cli import options

app = typer.Typer(help="Teams and their tokens (host).", no_args_is_help=False)

Name = Annotated[str, typer.Argument(metavar="NAME", help="A team's name, or the real name behind its pseudonym.")]
Out = Annotated[
    Path | None, typer.Option("--out", metavar="FILE", help="Write the team's join file there, readable by you alone.")
]


@app.command()
def add(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Letters, digits, '.', '-' and '_'.")],
    pseudonym: Annotated[
        str | None,
        typer.Option("--pseudonym", metavar="NAME", help="What everybody reads instead; only you see the other name."),
    ] = None,
    out: Out = None,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Write the token alone there, readable by you alone.")
    ] = None,
    server: options.Server = None,
    database: options.HostDatabase = None,
    as_json: options.Json = False,
) -> None:
    """A new team; its token is shown this once. A team that was removed comes back with a new token."""
    from gridarena_cli import places, teaming

    teaming.add_team(places.host(server, database), name, pseudonym, save, out, as_json=as_json)


@app.command("import")
def import_teams(
    roster: Annotated[
        Path, typer.Argument(metavar="ROSTER", help="CSV with a column team, group or name; Canvas's group export.")
    ],
    out: Annotated[Path, typer.Option("--out", metavar="FOLDER", help="Where the join files go, one for each team.")],
    rotate: Annotated[
        bool, typer.Option("--rotate", help="New tokens for teams that are known already; the old ones are dead.")
    ] = False,
    server: options.Server = None,
    database: options.HostDatabase = None,
    as_json: options.Json = False,
) -> None:
    """A team and a join file for every group of a class list; teams that are known keep their tokens."""
    from gridarena_cli import importing, places

    importing.import_teams(places.host(server, database), roster, out, rotate=rotate, as_json=as_json)


@app.command("list")
def list_teams(
    server: options.Server = None, database: options.HostDatabase = None, as_json: options.Json = False
) -> None:
    """All teams, who is behind a pseudonym, and the agents they have connected."""
    from gridarena_cli import places, teaming

    teaming.list_teams(places.host(server, database), as_json=as_json)


@app.command()
def rotate(
    name: Name,
    out: Out = None,
    server: options.Server = None,
    database: options.HostDatabase = None,
    as_json: options.Json = False,
) -> None:
    """A new token for a team; the old one is dead at once and what was connected with it is disconnected."""
    from gridarena_cli import places, teaming

    teaming.rotate(places.host(server, database), name, out, as_json=as_json)


@app.command()
def remove(
    name: Name,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    server: options.Server = None,
    database: options.HostDatabase = None,
    as_json: options.Json = False,
) -> None:
    """A team leaves: it can no longer connect, its agents are withdrawn; what they have played stays."""
    from gridarena_cli import places, teaming

    teaming.remove(places.host(server, database), name, yes=yes, as_json=as_json)
