"""`new`: a first agent of one's own."""

from pathlib import Path
from typing import Annotated

import typer


def new(
    folder: Annotated[
        Path, typer.Argument(metavar="NAME", help="The folder to make, after which the agent is called.")
    ],
    game: Annotated[
        str | None,
        typer.Option(
            "--game",
            metavar="NAME",
            help="Which game it plays; by default the one the board is of.",
            show_default=False,
        ),
    ] = None,
    board: Annotated[
        str | None,
        typer.Option("--board", "-b", metavar="FILE|NAME", help="The start position of its test.", show_default=False),
    ] = None,
) -> None:
    """A folder with an agent that plays, its test and what to type next."""
    from gridarena_cli import planning, starting

    starting.new_agent(folder, planning.game_of(game, (board,) if board else ()), board)
