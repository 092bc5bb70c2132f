"""`analyse`: what every move of a match cost, and why."""

from typing import Annotated

import typer

from gridarena_cli import options


def analyse(
    match: options.Match,
    nodes: Annotated[
        int, typer.Option("--nodes", metavar="N", min=10_000, help="What may be spent on a move; never a time.")
    ] = 200_000,
    server: options.Server = None,
    token_file: options.TokenFile = None,
    as_json: options.Json = False,
) -> None:
    """Judges every move of a finished match: the costliest ones of each seat, what was better, and why."""
    from gridarena_cli import analysing, places

    analysing.analyse(places.reader(server, token_file), match, nodes, as_json=as_json)
