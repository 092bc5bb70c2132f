"""`match`: two agents, offline, through the very same referee."""

from pathlib import Path
from typing import Annotated, cast

import typer

from gridarena_cli import options


def match(
    first: Annotated[str, typer.Argument(metavar="AGENT", help="Who moves first: greedy, ./mine.py:Mine, ...")],
    second: Annotated[str, typer.Argument(metavar="AGENT", help="Who moves second.")],
    board: Annotated[
        str | None,
        typer.Option(
            *("--board", "-b"),
            metavar="FILE|NAME",
            help="The start position, the game's usual one by default; suite: each of those shipped.",
            show_default=False,
        ),
    ] = None,
    game: options.GameOfBoards = None,
    option: options.GameOption = None,
    time: Annotated[
        float | None,
        typer.Option("--time", "-t", metavar="SECONDS", help="Thinking time of a turn; 0.1 unless untimed."),
    ] = None,
    clock: Annotated[str, typer.Option("--clock", metavar="KIND", help="hidden, revealed or untimed.")] = "hidden",
    games: Annotated[
        int,
        typer.Option("--games", "-n", metavar="N", min=1, help="Matches on a board."),
    ] = 2,
    swap: Annotated[
        bool, typer.Option("--swap/--no-swap", help="The seats are swapped after each match; --no-swap leaves them.")
    ] = True,
    jobs: Annotated[
        int,
        typer.Option("--jobs", "-j", metavar="N", min=1, max=15, help="Matches at once; no more than cores are fair."),
    ] = 1,
    driver: Annotated[
        str, typer.Option("--driver", metavar="KIND", help="wire (loopback gRPC) or direct (untimed only).")
    ] = "wire",
    inline: Annotated[
        bool, typer.Option("--inline", help="Search in this process: prints and breakpoint() work.")
    ] = False,
    log: Annotated[
        Path | None,
        typer.Option("--log", metavar="FILE", help="Every turn in a file: .html or .txt.", show_default=False),
    ] = None,
    turns: Annotated[bool, typer.Option("--turns", help="Show every turn of every match.")] = False,
    as_json: options.Json = False,
) -> None:
    """Two agents play on this machine; no server has to be started."""
    from gridarena.boards import usual_board
    from gridarena_cli import offline, planning
    from gridarena_lab.match import Driver

    pairs = option or ()
    known = planning.game_of(game, (board,) if board else (), pairs)
    present = planning.person_plays(first, second, jobs)
    if present and time is None:
        clock = "untimed"
    times = (time,) if time is not None else () if clock == "untimed" else (0.1,)
    contest = offline.Contest(
        (first, second),
        planning.read_boards(known, (board or usual_board(known),), pairs),
        known,
        planning.clocks(clock, times)[0],
        games,
        cast(Driver, driver),
        inline=inline,
        drawn=not (inline or present),
        swap=swap,
        jobs=jobs,
    )
    offline.play(contest, whole=turns, as_json=as_json, log=log)
