"""`tournament create`, `start`, `status`, `pause`, `resume`, `abort`; for what goes wrong meanwhile see `changes`."""

from typing import Annotated

import typer

from gridarena_cli import options
from gridarena_cli.options import MOST_AT_ONCE, MOST_ID

app = typer.Typer(help="Tournaments (host).")

MOST_S = 30 * 86_400
"""Patience that a plan has room for."""
Number = Annotated[int, typer.Argument(metavar="ID", min=1, max=MOST_ID, help="A tournament's number.")]


@app.command()
def create(
    board: Annotated[
        list[str],
        typer.Option("--board", "-b", metavar="FILE|NAME", help="A start position; more than one may be given."),
    ],
    more_boards: Annotated[
        list[str] | None,
        typer.Argument(metavar="[FILE|NAME]...", help="More start positions, so that --board boards/*.txt works."),
    ] = None,
    game: options.GameOfBoards = None,
    option: Annotated[
        list[str] | None,
        typer.Option("--option", "-o", metavar="KEY=VALUE", help="An option of the game, for all its boards."),
    ] = None,
    time: Annotated[
        list[float] | None,
        typer.Option(
            "--time",
            "-t",
            metavar="SECONDS",
            help="Thinking time of a turn, 1 by default; several make several clocks.",
        ),
    ] = None,
    clock: Annotated[
        str, typer.Option("--clock", metavar="KIND", help="hidden (seats are not told), revealed or untimed.")
    ] = "hidden",
    agents: Annotated[
        str | None,
        typer.Option(
            "--agents", metavar="A,B,...", help="Who plays; by default everybody who has connected and plays the game."
        ),
    ] = None,
    rounds: Annotated[
        int,
        typer.Option("--rounds", metavar="N", min=1, max=10_000, help="Pairs of matches per pairing, board and clock."),
    ] = 1,
    boards_per_pairing: Annotated[
        int,
        typer.Option(
            "--boards-per-pairing",
            metavar="K",
            min=0,
            help="Each two agents play K of the boards, drawn so that everybody gets all of them evenly; 0: all.",
        ),
    ] = 0,
    seed: Annotated[
        int | None,
        typer.Option("--seed", metavar="N", min=0, max=2**31 - 1, help="Of that draw; printed where it is not given."),
    ] = None,
    concurrency: Annotated[
        int,
        typer.Option(
            "--concurrency", metavar="N", min=0, max=MOST_AT_ONCE, help="Matches at once; 0 leaves it to the server."
        ),
    ] = 0,
    illegal: Annotated[
        str, typer.Option("--illegal", metavar="RULE", help="lose (the course's rule) or ignore.")
    ] = "lose",
    away: Annotated[
        float, typer.Option("--away", min=0, max=MOST_S, metavar="SECONDS", help="Patience with an absent seat.")
    ] = 60,
    join: Annotated[
        float, typer.Option("--join", min=1, max=MOST_S, metavar="SECONDS", help="Patience at the start.")
    ] = 60,
    allow_updates: Annotated[
        bool,
        typer.Option("--allow-updates", help="Agents may change their version; else the first match freezes it."),
    ] = False,
    name: Annotated[
        str | None, typer.Option("--name", metavar="NAME", help="What it is called.", show_default=False)
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask, however long it will take.")] = False,
    server: options.Server = None,
    database: options.HostDatabase = None,
    as_json: options.Json = False,
) -> None:
    """Plans a round robin in pairs with swapped seats, and says what it will cost; `start` begins it."""
    from gridarena_cli import hosting, places, planning

    boards = (*board, *(more_boards or ()))
    wish = planning.Wish(
        game=planning.game_of(game, boards, option or ()),
        boards=boards,
        options=tuple(option or ()),
        times_s=tuple(time or ()),
        clock=clock,
        agents=None if agents is None else tuple(agents.split(",")),
        rounds=rounds,
        boards_per_pairing=boards_per_pairing,
        seed=seed,
        concurrency=concurrency,
        illegal=illegal,
        away_s=away,
        join_s=join,
        allow_updates=allow_updates,
        name=name,
    )
    hosting.create_tournament(places.host(server, database), wish, yes=yes, as_json=as_json)


@app.command()
def start(
    tournament: Number,
    wait: Annotated[bool, typer.Option("--wait", "-w", help="Show how it goes until it is over.")] = False,
    server: options.Server = None,
    database: options.HostDatabase = None,
    as_json: options.Json = False,
) -> None:
    """Begins to play."""
    from gridarena_cli import hosting, places

    hosting.start_tournament(places.host(server, database), tournament, wait=wait, as_json=as_json)


@app.command()
def status(
    tournament: Annotated[
        int | None, typer.Argument(metavar="[ID]", min=1, max=MOST_ID, help="One tournament; all of them by default.")
    ] = None,
    watch: Annotated[
        bool, typer.Option("--watch", "-w", help="Show how it goes, and who is missing, until it is over.")
    ] = False,
    server: options.Server = None,
    token_file: options.TokenFile = None,
    as_json: options.Json = False,
) -> None:
    """How tournaments stand; with a number who is here and who is missing, its table and who beat whom."""
    from gridarena_cli import hosting, onlooking, places
    from gridarena_cli.exits import CliError, Exit

    if not watch:
        hosting.tournament_status(places.reader(server, token_file), tournament, as_json=as_json)
    elif tournament is None:
        raise CliError(Exit.USAGE, "expected a number with --watch: gridarena tournament status 1 --watch")
    else:
        onlooking.watch_tournament(places.reader(server, token_file), tournament, as_json=as_json)


@app.command()
def pause(
    tournament: Number,
    server: options.Server = None,
    database: options.HostDatabase = None,
    as_json: options.Json = False,
) -> None:
    """Opens no further match; those being played go on to their end, and nobody's time to join runs."""
    from gridarena_cli import hosting, places

    hosting.pause_tournament(places.host(server, database), tournament, as_json=as_json)


@app.command()
def resume(
    tournament: Number,
    server: options.Server = None,
    database: options.HostDatabase = None,
    as_json: options.Json = False,
) -> None:
    """Opens matches again; whoever is missing has the whole time to join once more."""
    from gridarena_cli import hosting, places

    hosting.resume_tournament(places.host(server, database), tournament, as_json=as_json)


@app.command()
def abort(
    tournament: Number,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    server: options.Server = None,
    database: options.HostDatabase = None,
    as_json: options.Json = False,
) -> None:
    """Ends a tournament for good; matches being played become void, finished ones keep counting."""
    from gridarena_cli import hosting, places

    hosting.abort_tournament(places.host(server, database), tournament, yes=yes, as_json=as_json)
