"""`team add`, `team list`: who may connect."""

from pathlib import Path
from typing import Annotated

import typer

from gridarena_cli import options

app = typer.Typer(help="Teams and their tokens (host).", no_args_is_help=False)


@app.command()
def add(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Letters, digits, '.', '-' and '_'.")],
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Write the token there, readable by you alone.")
    ] = None,
    server: options.Server = None,
    database: options.HostDatabase = None,
    as_json: options.Json = False,
) -> None:
    """A new team; its token is shown this once."""
    from gridarena_cli import hosting, places

    hosting.add_team(places.host(server, database), name, save, as_json=as_json)


@app.command("list")
def list_teams(
    server: options.Server = None, database: options.HostDatabase = None, as_json: options.Json = False
) -> None:
    """All teams and the agents they have connected."""
    from gridarena_cli import hosting, places

    hosting.list_teams(places.host(server, database), as_json=as_json)
