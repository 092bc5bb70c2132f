"""`conformance`: whether a game can be refereed, stored and replayed."""

from typing import Annotated

import typer

from gridarena_cli import options


def conformance(
    game: Annotated[str, typer.Argument(metavar="GAME", help="An installed game's name, or package:Game.")],
    start: Annotated[
        list[str] | None,
        typer.Option(
            *("--start", "-s"),
            metavar="FILE|NAME|TEXT",
            help="A start position to try, small ones first; those shipped with the game by default.",
        ),
    ] = None,
    option: options.GameOption = None,
    playouts: Annotated[
        int, typer.Option("--playouts", metavar="N", min=1, help="Random matches for each law and position.")
    ] = 1,
    seed: Annotated[int, typer.Option("--seed", metavar="N", min=0, help="Of the random matches.")] = 1,
    as_json: options.Json = False,
) -> None:
    """Tries the laws every game must keep; ends with 1 when one is broken."""
    from gridarena_cli import conforming

    conforming.check(conforming.Trial(game, tuple(start or ()), tuple(option or ()), playouts, seed), as_json=as_json)
