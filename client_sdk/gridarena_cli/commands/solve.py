"""`solve`: the exact value of a position."""

from pathlib import Path
from typing import Annotated

import typer

from gridarena_cli import options


def solve(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Which game has to be solved: sudoku, ...")],
    size: Annotated[str | None, typer.Option("--size", metavar="RxC", help="The start position of this size.")] = None,
    board: Annotated[
        str | None, typer.Option("--board", "-b", metavar="FILE|NAME", help="The start position, as `match` takes it.")
    ] = None,
    position: Annotated[
        str | None, typer.Option("--position", metavar="TEXT", help="The position in the game's own text.")
    ] = None,
    option: options.GameOption = None,
    moves: Annotated[
        list[str] | None, typer.Option("--move", "-m", metavar="MOVE", help="A move made from there; may be repeated.")
    ] = None,
    vectors: Annotated[
        Path | None, typer.Option("--vectors", metavar="FILE", help="Check a file of verified positions instead.")
    ] = None,
    as_json: options.Json = False,
) -> None:
    """The value of a position under best play, and every move that keeps it."""
    from gridarena_cli import solving

    if vectors is not None and (size or board or position or option or moves):
        raise typer.BadParameter(
            "--vectors is a file of positions; it goes without --size, --board, --position and --move"
        )
    if vectors is not None:
        solving.check(game, vectors, as_json=as_json)
    else:
        solving.solve(solving.Wanted(game, size, board, position, option or (), moves or ()), as_json=as_json)
