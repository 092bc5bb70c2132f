"""`export`: the records, for programs and spreadsheets."""

from pathlib import Path
from typing import Annotated

import typer

from gridarena_cli import options


def export(
    what: Annotated[str, typer.Argument(metavar="WHAT", help="matches, turns, standings or ratings.")],
    form: Annotated[
        str | None,
        typer.Option(
            "--format",
            "-f",
            metavar="FORMAT",
            help="jsonl (a JSON object a line) or csv; by default what the name of the file ends with, else jsonl.",
            show_default=False,
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="A new file; standard output by default.")
    ] = None,
    tournament: options.OfTournament = None,
    bom: Annotated[
        bool, typer.Option("--bom/--no-bom", help="CSV begins with the mark by which Excel knows UTF-8.")
    ] = True,
    server: options.Server = None,
    database: options.HostDatabase = None,
) -> None:
    """Writes matches, turns, standings or ratings as JSON lines or CSV, as they come from the server."""
    from gridarena_cli import exporting

    exporting.export(exporting.Wish(what, form, out, tournament, bom), server, database)
