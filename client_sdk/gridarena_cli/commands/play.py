"""`play`: connects an agent to a server and plays what it is assigned."""

from pathlib import Path
from typing import Annotated

import typer

from gridarena_cli import options


def play(
    agent: Annotated[
        str | None,
        typer.Argument(metavar="AGENT", help="greedy, minimax?depth=2, ./mine.py:Mine or package.module:Mine."),
    ] = None,
    name: Annotated[
        str | None,
        typer.Option("--name", metavar="NAME", help="Under which it is ranked in your team.", show_default=False),
    ] = None,
    slots: Annotated[int, typer.Option("--slots", metavar="N", min=1, max=15, help="Matches it plays at once.")] = 1,
    matches: Annotated[
        int | None, typer.Option("--matches", metavar="N", min=1, help="Leave after so many.", show_default=False)
    ] = None,
    each: Annotated[
        Path | None,
        typer.Option(
            "--each",
            metavar="FOLDER",
            help="Instead of AGENT: every folder, zip and .py file in it as an agent of its own.",
            show_default=False,
        ),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs",
            "-j",
            metavar="N",
            min=1,
            help="With --each: matches at once; by default one fewer than cores.",
            show_default=False,
        ),
    ] = None,
    memory: Annotated[
        str | None,
        typer.Option(
            "--memory",
            metavar="SIZE",
            help="With --each: what a turn of a course agent may take, as 2G; by default a share of what is free.",
            show_default=False,
        ),
    ] = None,
    seek: Annotated[
        bool, typer.Option("--seek", help="Look for a casual, unrated match, and after it for the next one.")
    ] = False,
    board: Annotated[
        list[str] | None,
        typer.Option("--board", "-b", metavar="NAME", help="Of those shipped; with --seek: what to play on."),
    ] = None,
    game: options.GameOfBoards = None,
    option: options.GameOption = None,
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
            help="A join file, by default the one that `gridarena join` has kept; with --each also a folder of them.",
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

    if each is not None:
        sought = board or game or option or time is not None or clock is not None
        if agent is not None or name or slots > 1 or matches or seek or sparring or inline or sought:
            raise typer.BadParameter("--each goes with --jobs, --memory, --no-fallback, --logs and where to connect")
        if until_eof:
            stop_at_eof()
        from gridarena_cli.attending import play_each

        play_each(
            each,
            jobs,
            memory,
            server=server,
            token_file=token_file,
            join=join_file,
            logs=logs,
            fallback=not no_fallback,
        )
        return
    if agent is None or jobs or memory:
        raise typer.BadParameter("expected an AGENT, or --each FOLDER, with which --jobs and --memory go")
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
