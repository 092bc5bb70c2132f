"""`lab train-neat`: trains a network of `report-neat`."""

from pathlib import Path
from typing import Annotated

import typer

from gridarena_cli import options


def train_neat(
    size: Annotated[str, typer.Argument(metavar="RxC", help="Block rows x block columns: 2x2, 2x3.")],
    phase: Annotated[
        int, typer.Option("--phase", metavar="N", min=1, max=2, help="1: know empty cells. 2: play whole games.")
    ] = 2,
    generations: Annotated[
        int | None,
        typer.Option("--generations", metavar="N", min=1, help="At most; 2000 in phase 1, 20 in phase 2."),
    ] = None,
    population: Annotated[
        int | None, typer.Option("--population", metavar="N", min=4, help="Networks at once; 150 or 50 by default.")
    ] = None,
    games: Annotated[
        int, typer.Option("--games", metavar="N", min=2, help="Phase 2: games of a network with each rival, even.")
    ] = 10,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Of everything that is drawn.")] = 1,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="The network; its picture stands beside it.")
    ] = None,
    as_json: options.Json = False,
) -> None:
    """Trains a network for report-neat by NEAT, and plots its fitness by generation; needs the extra [neat]."""
    from gridarena_cli import training

    wish = training.Wish(size, phase, generations, population, games, seed, output)
    training.train_neat(wish, as_json=as_json)
