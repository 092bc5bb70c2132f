"""`leaderboard`, `history`, `show`: everything that only asks, always over gRPC."""

from typing import Annotated

import typer

from gridarena_cli import options
from gridarena_cli.options import MOST_ID


def leaderboard(
    game: options.Game = None,
    tournament: options.OfTournament = None,
    server: options.Server = None,
    token_file: options.TokenFile = None,
    as_json: options.Json = False,
) -> None:
    """The ratings, best first."""
    from gridarena_cli import asking, places

    asking.leaderboard(places.reader(server, token_file), game, tournament, as_json=as_json)


def history(
    agent: Annotated[
        str | None, typer.Option("--agent", "-a", metavar="LABEL", help="Of one agent, from its own side.")
    ] = None,
    mine: Annotated[bool, typer.Option("--mine", "-m", help="Of your team's agents, from their side.")] = False,
    tournament: options.OfTournament = None,
    before: Annotated[
        int | None, typer.Option("--before", metavar="MATCH", min=1, max=MOST_ID, help="Older than this match.")
    ] = None,
    limit: Annotated[int, typer.Option("--limit", "-n", metavar="N", min=1, max=1000, help="At most so many.")] = 30,
    server: options.Server = None,
    token_file: options.TokenFile = None,
    as_json: options.Json = False,
) -> None:
    """Matches that were played or are being played, newest first."""
    from gridarena_cli import asking, places
    from gridarena_protocol.views import MatchesQuery

    query = MatchesQuery(tournament=tournament, agent=agent, before=before, limit=limit)
    asking.history(places.reader(server, token_file), query, mine=mine, as_json=as_json)


def show(
    match: options.Match,
    turn: Annotated[
        int | None, typer.Option("--turn", "-k", metavar="TURN", min=1, help="Only this turn, in detail.")
    ] = None,
    why: Annotated[bool, typer.Option("--why", "-w", help="Only the sentence that says why it ended.")] = False,
    analysis: Annotated[
        bool, typer.Option("--analysis", help="And what each move cost, as `analyse` finds it.")
    ] = False,
    server: options.Server = None,
    token_file: options.TokenFile = None,
    as_json: options.Json = False,
) -> None:
    """One match: the board, every turn, why it ended."""
    from gridarena_cli import asking, places

    if why and (turn is not None or analysis):
        raise typer.BadParameter("--why is one sentence; leave it out for --turn or --analysis")
    if why:
        asking.show_why(places.reader(server, token_file), match, as_json=as_json)
    else:
        asking.show_match(places.reader(server, token_file), match, turn, analysis=analysis, as_json=as_json)
