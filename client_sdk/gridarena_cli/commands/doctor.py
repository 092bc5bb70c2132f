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
    from gridarena.errors import UnusableFileError
    from gridarena.joins import kept
    from gridarena_cli import health, places
    from gridarena_cli.exits import Exit
    from gridarena_server.config import load

    try:
        asked = places.reader(server, token_file)
    except UnusableFileError:
        if token_file is not None or not kept():
            raise
        asked = places.local(load())  # a kept join file is damaged, which is one of the findings
    healthy = health.examine(asked, places.database(database), as_json=as_json)
    raise typer.Exit(Exit.OK if healthy else Exit.PROBLEM)
