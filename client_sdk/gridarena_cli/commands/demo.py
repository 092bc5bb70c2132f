"""`demo`: everything at once, to see what this is."""

from pathlib import Path
from typing import Annotated

import typer

from gridarena_cli import options

BOARDS = "empty-2x2,random-2x3,empty-2x3,random-3x3"
AGENTS = "random,greedy,minimax,skip"


def demo(
    boards: Annotated[
        str, typer.Option("--boards", metavar="A,B,...", help="Start positions, by name or file.")
    ] = BOARDS,
    agents: Annotated[str, typer.Option("--agents", metavar="A,B,...", help="Installed agents.")] = AGENTS,
    time: Annotated[float, typer.Option("--time", metavar="SECONDS", help="Thinking time of a turn.")] = 0.1,
    rounds: Annotated[
        int, typer.Option("--rounds", metavar="N", min=1, help="Pairs of matches per pairing and board.")
    ] = 1,
    database: Annotated[
        Path | None,
        typer.Option("--database", metavar="FILE", help="A new file for the records.", show_default=False),
    ] = None,
    as_json: options.Json = False,
) -> None:
    """A server, four agents and a tournament between them, each a process of its own, over gRPC on this machine."""
    from gridarena_cli import showcase

    wish = showcase.Show(tuple(boards.split(",")), tuple(agents.split(",")), time, rounds, database)
    showcase.run(wish, as_json=as_json)
