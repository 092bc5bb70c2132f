"""`tournament void`, `rerun`, `enter`, `withdraw`, `allow`, `log`: what a host does when something goes wrong."""

from typing import Annotated

import typer

from gridarena_cli import options
from gridarena_cli.commands.tournament import Number
from gridarena_cli.options import MOST_ID

Agent = Annotated[str, typer.Argument(metavar="AGENT", help="Its label, as the tables show it.")]


def void(
    match: Annotated[
        int, typer.Argument(metavar="MATCH", min=1, max=MOST_ID, help="A match's number, as `history` lists it.")
    ],
    reason: Annotated[str, typer.Option("--reason", "-r", metavar="TEXT", help="Everybody will read it.")],
    server: options.Server = None,
    database: options.HostDatabase = None,
    as_json: options.Json = False,
) -> None:
    """A match, live or finished, does not count, for good, and is not played again; `rerun` plays it again."""
    from gridarena_cli import changing, places

    changing.void_match(places.host(server, database), match, reason, as_json=as_json)


def rerun(
    tournament: Number,
    lost_by: Annotated[
        str | None,
        typer.Option("--lost-by", metavar="HOW", help="Matches lost like this: missing, absent, abandoned, ..."),
    ] = None,
    agent: Annotated[str | None, typer.Option("--agent", "-a", metavar="LABEL", help="Matches it lost.")] = None,
    match: Annotated[
        list[int] | None,
        typer.Option("--match", "-m", metavar="MATCH", min=1, max=MOST_ID, help="Only these, one or more."),
    ] = None,
    reason: Annotated[
        str | None,
        typer.Option("--reason", "-r", metavar="TEXT", help="Everybody will read it.", show_default=False),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do it; without this, only say what would be done.")] = False,
    server: options.Server = None,
    database: options.HostDatabase = None,
    as_json: options.Json = False,
) -> None:
    """Has matches played again, voiding those that are finished; without --yes only says which ones."""
    from gridarena_cli import changing, places

    choice = changing.Choice(lost_by, agent, tuple(match or ()), reason)
    changing.rerun_matches(places.host(server, database), tournament, choice, yes=yes, as_json=as_json)


def enter(
    tournament: Number,
    agents: Annotated[list[str], typer.Argument(metavar="AGENT...", help="Labels of late joiners, one or more.")],
    server: options.Server = None,
    database: options.HostDatabase = None,
    as_json: options.Json = False,
) -> None:
    """Agents come in late, or come back: they meet everybody, behind what is on the schedule already."""
    from gridarena_cli import changing, places

    changing.enter(places.host(server, database), tournament, tuple(agents), as_json=as_json)


def withdraw(
    tournament: Number,
    agent: Agent,
    void_results: Annotated[
        bool, typer.Option("--void-results", help="Also what it has finished shall not count, for anybody.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    server: options.Server = None,
    database: options.HostDatabase = None,
    as_json: options.Json = False,
) -> None:
    """An agent plays no more: its live matches are void, its unplayed ones dropped; `enter` brings it back."""
    from gridarena_cli import changing, places

    where = places.host(server, database)
    changing.withdraw(where, tournament, agent, void_results=void_results, yes=yes, as_json=as_json)


def allow(
    tournament: Number,
    agent: Agent,
    version: Annotated[
        str | None,
        typer.Option("--version", metavar="VERSION", help="By default the one with which it is connected."),
    ] = None,
    server: options.Server = None,
    database: options.HostDatabase = None,
    as_json: options.Json = False,
) -> None:
    """An agent plays on with another version than it began with."""
    from gridarena_cli import changing, places

    changing.allow(places.host(server, database), tournament, agent, version, as_json=as_json)


def log(
    tournament: Annotated[
        int | None, typer.Argument(metavar="[ID]", min=1, max=MOST_ID, help="Of one tournament; everything by default.")
    ] = None,
    server: options.Server = None,
    database: options.HostDatabase = None,
    as_json: options.Json = False,
) -> None:
    """What the host decided and the server noted, and when."""
    from gridarena_cli import changing, places

    changing.show_log(places.host(server, database), tournament, as_json=as_json)
