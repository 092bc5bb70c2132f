"""`repro`: one turn of a match, once more, here."""

from typing import Annotated

import typer

from gridarena_cli import options


def repro(
    match: options.Match,
    agent: Annotated[str, typer.Argument(metavar="AGENT", help="Who shall think: ./mine.py:Mine, greedy, ...")],
    turn: Annotated[int, typer.Option("--turn", "-k", metavar="TURN", min=1, help="Which turn of the match.")],
    time: Annotated[
        float | None,
        typer.Option("--time", "-t", metavar="SECONDS", help="Thinking time; as in the match by default."),
    ] = None,
    untimed: Annotated[bool, typer.Option("--untimed", help="No time is up before the search comes back.")] = False,
    server: options.Server = None,
    token_file: options.TokenFile = None,
    as_json: options.Json = False,
) -> None:
    """Lets an agent think once more about a turn of a match, in this process: prints and breakpoint() work."""
    from gridarena_cli import places, reproducing

    wish = reproducing.Wish(match, turn, agent, time, untimed=untimed)
    reproducing.reproduce(places.reader(server, token_file), wish, as_json=as_json)
