"""`play`: connects an agent to a server and plays what it is assigned."""

from pathlib import Path
from typing import Annotated

import typer

from gridarena_cli import options


def play(
    agent: Annotated[
        str, typer.Argument(metavar="AGENT", help="greedy, minimax?depth=2, ./mine.py:Mine or package.module:Mine.")
    ],
    name: Annotated[
        str | None,
        typer.Option("--name", metavar="NAME", help="Under which it is ranked in your team.", show_default=False),
    ] = None,
    slots: Annotated[int, typer.Option("--slots", metavar="N", min=1, max=15, help="Matches it plays at once.")] = 1,
    matches: Annotated[
        int | None, typer.Option("--matches", metavar="N", min=1, help="Leave after so many.", show_default=False)
    ] = None,
    seek: Annotated[
        bool, typer.Option("--seek", help="Look for a casual, unrated match, and after it for the next one.")
    ] = False,
    board: Annotated[
        list[str] | None,
        typer.Option("--board", "-b", metavar="NAME", help="Of those shipped; with --seek: what to play on."),
    ] = None,
    game: options.GameOfBoards = None,
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", metavar="KEY=VALUE", help="An option of the game.")
    ] = None,
    time: Annotated[
        float | None,
        typer.Option("--time", "-t", metavar="SECONDS", help="Thinking time of a turn; else whatever the rival wants."),
    ] = None,
    clock: Annotated[str | None, typer.Option("--clock", metavar="KIND", help="hidden or revealed.")] = None,
    sparring: Annotated[
        bool, typer.Option("--sparring", help="Be there for whoever seeks a casual match, whatever is wanted.")
    ] = False,
    inline: Annotated[
        bool, typer.Option("--inline", help="Search in this process: prints and breakpoint() work.")
    ] = False,
    no_fallback: Annotated[bool, typer.Option("--no-fallback", help="No random first move when a turn opens.")] = False,
    logs: Annotated[
        Path | None, typer.Option("--logs", metavar="FOLDER", help="For prints and tracebacks.", show_default=False)
    ] = None,
    join_file: Annotated[
        Path | None,
        typer.Option(
            "--join",
            metavar="FILE",
            help="A join file; by default the one that `gridarena join` has kept.",
            show_default=False,
        ),
    ] = None,
    server: options.Server = None,
    token_file: options.TokenFile = None,
    until_eof: options.UntilEof = False,
) -> None:
    """Connects an agent and plays whatever it is assigned, until Ctrl-C."""
    from gridarena.running import play as play_agent
    from gridarena_cli import places, seeking
    from gridarena_cli.processes import stop_at_eof

    wanted = seeking.Wanted(seek, sparring, board or (), game, option or (), time, clock)
    wish = seeking.wish(wanted)
    if until_eof:
        stop_at_eof()
    play_agent(
        agent,
        places.servers(server, token_file, join_file),
        name=name,
        slots=slots,
        matches=matches,
        seek=wish,
        inline=inline,
        fallback=not no_fallback,
        log_folder=logs,
    )
