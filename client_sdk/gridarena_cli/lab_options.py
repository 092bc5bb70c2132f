"""Options that the lab's commands share."""

from pathlib import Path
from typing import Annotated

import typer

Boards = Annotated[
    list[str] | None,
    typer.Option(
        *("--board", "-b"),
        metavar="FILE|NAME",
        help="A start position, one or more; the game's usual one by default; suite: all that are shipped.",
    ),
]
Budgets = Annotated[
    list[str] | None,
    typer.Option(
        "--budget",
        metavar="BUDGET",
        help="What a turn may cost, one or more: 0.1s (time), 1000n (nodes or simulations; the default), untimed.",
    ),
]
Seed = Annotated[int, typer.Option("--seed", "-s", metavar="N", help="Of everything random.")]
Opening = Annotated[
    int | None,
    typer.Option("--opening", metavar="MOVES", min=0, help="Random moves at the start, others for every pair."),
]
Within = Annotated[
    str | None,
    typer.Option("--within", metavar="TIME", help="Play what fits into 20m, 6h, ...: whole rounds of every cell."),
]
Jobs = Annotated[
    int | None,
    typer.Option(
        *("--jobs", "-j"), metavar="N", min=1, max=256, help="Games at once; as many as there are cores by default."
    ),
]
Driver = Annotated[
    str,
    typer.Option("--driver", metavar="KIND", help="auto, wire (loopback gRPC) or direct (no clock)."),
]
Out = Annotated[
    Path | None,
    typer.Option("--out", metavar="FOLDER", help="Where it is kept; by default named by the plan, in gridarena-lab."),
]
Name = Annotated[
    str | None, typer.Option("--name", metavar="NAME", help="What the experiment is called.", show_default=False)
]
