"""`verify`: the whole log, computed again."""

from pathlib import Path
from typing import Annotated

import typer

from gridarena_cli import options


def verify(
    server: options.Server = None,
    database: Annotated[
        Path | None,
        typer.Option(
            "--database",
            metavar="FILE",
            envvar="GRIDARENA_DATABASE",
            help="A database: asks the server that has it open, and reads the file itself where none has.",
            show_default=False,
        ),
    ] = None,
    tables: Annotated[
        bool, typer.Option("--tables", help="Print the standings and ratings that were computed again.")
    ] = False,
    as_json: options.Json = False,
) -> int:
    """Computes every hash, result, table and rating again, and names the first line that differs; ends with 12 then."""
    from gridarena_cli import verifying

    return verifying.verify(server, database, show_tables=tables, as_json=as_json)
