"""`board new`, `board show`, `board grade`: start positions."""

from pathlib import Path
from typing import Annotated

import typer

from gridarena_cli import options

app = typer.Typer(help="Start positions.")

Names = Annotated[
    list[str], typer.Argument(metavar="FILE|NAME...", help="Names, files, or suite: all that are shipped.")
]


@app.command()
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What kind and size: hard-3x3, random-2x4, ...")],
    seed: Annotated[
        int | None, typer.Option("--seed", "-s", metavar="N", min=0, max=999_999_999, help="Drawn where none is given.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write it to a new file, in the game's own text.")
    ] = None,
    game: options.GameOfBoards = None,
    as_json: options.Json = False,
) -> None:
    """A new start position; the name it prints is the same position on every machine."""
    from gridarena_cli import boards, planning

    boards.new(planning.game_of(game, (name,)), name, seed, out, as_json=as_json)


@app.command()
def show(
    names: Names, game: options.GameOfBoards = None, option: options.GameOption = None, as_json: options.Json = False
) -> None:
    """Draws start positions."""
    from gridarena_cli import boards, planning

    boards.show_all(planning.game_of(game, names, option or ()), names, option or (), as_json=as_json)


@app.command()
def grade(
    names: Names, game: options.GameOfBoards = None, option: options.GameOption = None, as_json: options.Json = False
) -> None:
    """Says how hard start positions are, and the numbers behind it."""
    from gridarena_cli import boards, planning

    boards.grade_all(planning.game_of(game, names, option or ()), names, option or (), as_json=as_json)
