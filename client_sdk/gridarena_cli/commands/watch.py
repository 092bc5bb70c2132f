"""`watch` and `replay`: matches to look at, while they are played and afterwards."""

from typing import Annotated

import typer

from gridarena_cli import options
from gridarena_cli.options import MOST_ID


def watch(
    match: Annotated[
        int | None,
        typer.Argument(metavar="[MATCH]", min=1, max=MOST_ID, help="One match; by default whatever is being played."),
    ] = None,
    tournament: Annotated[
        int | None,
        typer.Option(
            "--tournament", "-t", metavar="ID", min=1, max=MOST_ID, help="A tournament: its table, its live matches."
        ),
    ] = None,
    server: options.Server = None,
    token_file: options.TokenFile = None,
    as_json: options.Json = False,
) -> None:
    """Follows a match or a tournament in the terminal until it is over."""
    from gridarena_cli import onlooking, places
    from gridarena_cli.exits import CliError, Exit

    if match is not None and tournament is not None:
        raise CliError(Exit.USAGE, "expected a match or a tournament, got both")
    where = places.reader(server, token_file)
    if tournament is not None:
        onlooking.watch_tournament(where, tournament, as_json=as_json)
    elif match is not None:
        onlooking.watch_match(where, match, as_json=as_json)
    elif as_json:
        raise CliError(Exit.USAGE, "expected a match or a tournament with --json: what has no end has no object")
    else:
        onlooking.watch_all(where)


def replay(
    match: options.Match,
    turn: Annotated[int, typer.Option("--turn", "-k", metavar="TURN", min=0, help="Where to begin.")] = 0,
    server: options.Server = None,
    token_file: options.TokenFile = None,
) -> None:
    """Steps through a match, turn by turn, forwards and back; prints a line a turn where nobody can answer."""
    from gridarena_cli import places, stepping

    stepping.replay(places.reader(server, token_file), match, turn)
