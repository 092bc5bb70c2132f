"""`doctor`: what is right and wrong with this machine and its way to the server."""

import typer

from gridarena_cli import options


def doctor(
    server: options.Server = None,
    token_file: options.TokenFile = None,
    database: options.HostDatabase = None,
    as_json: options.Json = False,
) -> None:
    """Checks this machine and its connection, one line each; ends with 1 when something must be repaired."""
    from gridarena_cli import health, places
    from gridarena_cli.exits import Exit

    healthy = health.examine(places.reader(server, token_file), places.database(database), as_json=as_json)
    raise typer.Exit(Exit.OK if healthy else Exit.PROBLEM)
