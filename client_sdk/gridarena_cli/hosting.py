"""What the host's commands about tournaments do, over gRPC with the host token, which lies beside the database."""

from rich.text import Text

from gridarena._client import Client, ask
from gridarena.durations import spoken
from gridarena.server import Server
from gridarena_cli.planning import Wish, plan
from gridarena_cli.render import shapes, tables
from gridarena_cli.render.attendance import attendance, strangers
from gridarena_cli.terminal import insist, note, plain, put_json, show, show_line
from gridarena_protocol.teams import Team
from gridarena_protocol.views import Crosstable, Entrants, Estimate, Plan, Standings, TournamentView

ASK_ABOVE_H = 4.0
"""A plan that may take longer than this is only created after a yes."""
MATRIX_SHOWN = 12
"""Agents whose matrix fits on a screen."""


def create_tournament(server: Server, wish: Wish, *, yes: bool, as_json: bool) -> None:
    """Says what the plan costs and who is unknown, asks where it costs a lot, creates it and says how to start it."""
    wanted, costs, teams = ask(server, lambda client: _estimate(client, wish))
    if not as_json:
        for line in describe(wanted, costs):
            show_line(Text(line))
        for line in strangers(wanted.agents, teams):
            note(line)
    if costs.hours_most > ASK_ABOVE_H and not yes:
        hours = f"it may take {costs.hours_most:.1f} hours"
        insist(f"{hours.capitalize()}. Create it?", because=hours, refused="not created")
    created, view = ask(server, lambda client: _create(client, wanted))
    if as_json:
        put_json(shapes.created(wanted, created))
        return
    if view.missing:
        note(f"Not in the lobby yet: {plain(', '.join(view.missing))}")
    note(f"Tournament {created.tournament} is created. Begin: gridarena tournament start {created.tournament}")


async def _estimate(client: Client, wish: Wish) -> tuple[Plan, Estimate, tuple[Team, ...]]:
    teams = await client.teams()
    wanted = plan(wish, teams)
    return wanted, await client.estimate_tournament(wanted), teams


async def _create(client: Client, wanted: Plan) -> tuple[Estimate, TournamentView]:
    created = await client.create_tournament(wanted)
    assert created.tournament is not None  # it has just got its number
    return created, (await client.entrants(created.tournament)).tournament


def describe(wanted: Plan, costs: Estimate) -> list[str]:
    """A plan and its price in a few lines."""
    boards = ", ".join(board.name for board in wanted.boards)
    clocks = ", ".join(str(clock) for clock in wanted.clocks)
    likely, most = spoken(costs.hours_likely * 3600), spoken(costs.hours_most * 3600)
    basis = f"as in {costs.measured:,} earlier matches" if costs.measured else "a guess, nothing was played yet"
    draw = []
    if wanted.drawn < len(wanted.boards):
        draw = [f"drawn     {wanted.drawn} of the boards for each two agents, by --seed {wanted.seed}"]
    return [
        f"agents    {len(wanted.agents)}: {plain(', '.join(wanted.agents))}",
        f"boards    {len(wanted.boards)}: {plain(boards)}",
        *draw,
        f"clocks    {clocks}",
        f"matches   {costs.matches:,}, in pairs with swapped seats",
        f"turns     likely {costs.turns_likely:,}, at most about {costs.turns_most:,}",
        f"time      likely {likely} ({basis}), at most about {most} (if every turn is used up)",
    ]


def tournament_status(server: Server, tournament: int | None, *, as_json: bool) -> None:
    """Prints all tournaments, or one: who is here, its table, its matrix."""
    if tournament is None:
        views = ask(server, lambda client: client.tournaments())
        if as_json:
            put_json({"tournaments": [shapes.tournament(view) for view in views]})
        elif views:
            show(tables.tournaments(views))
        else:
            note("There is no tournament yet: gridarena tournament create --board NAME")
        return
    entrants, standings, cross = ask(server, lambda client: _tables(client, tournament))
    if as_json:
        put_json(shapes.tournament_table(standings, cross, entrants))
        return
    view = standings.tournament
    show(tables.tournaments([view]))
    if view.status not in ("finished", "aborted"):
        for line in attendance(entrants):
            show_line(Text(line))
    show(tables.standings(standings.rows))
    if len(cross.agents) <= MATRIX_SHOWN:
        show(tables.crosstable(cross))
    else:
        note(f"Who made what of whom: --json, for {len(cross.agents)} agents do not fit on a screen.")
    if view.status == "running":
        note(f"As it goes on: gridarena tournament status {tournament} --watch")


async def _tables(client: Client, tournament: int) -> tuple[Entrants, Standings, Crosstable]:
    return await client.entrants(tournament), await client.standings(tournament), await client.crosstable(tournament)


def start_tournament(server: Server, tournament: int, *, wait: bool, as_json: bool) -> None:
    """Begins to play, and shows how it goes where that is wanted."""
    view = ask(server, lambda client: client.start_tournament(tournament))
    if not as_json:
        note(f"Tournament {tournament} has begun: {view.matches} matches.")
        if view.missing:
            note(f"Not in the lobby yet, their matches wait: {plain(', '.join(view.missing))}")
    if wait:
        from gridarena_cli.watching import watch_to_the_end

        event = watch_to_the_end(server, tournament, quiet=as_json)
        if as_json:
            put_json(shapes.tournament(event.tournament))
        else:
            show(tables.standings(event.standings))
    elif as_json:
        put_json(shapes.tournament(view))
    else:
        note(f"See how it goes: gridarena tournament status {tournament}")


def pause_tournament(server: Server, tournament: int, *, as_json: bool) -> None:
    """Opens no further match."""
    view = ask(server, lambda client: client.pause_tournament(tournament))
    if as_json:
        put_json(shapes.tournament(view))
        return
    going_on = f"; what is being played ({view.live}) goes on to its end" if view.live else ""
    note(f"Tournament {tournament} is paused after {view.finished} of {view.matches} matches{going_on}.")
    note(f"Go on: gridarena tournament resume {tournament}")


def resume_tournament(server: Server, tournament: int, *, as_json: bool) -> None:
    """Opens matches again."""
    view = ask(server, lambda client: client.resume_tournament(tournament))
    if as_json:
        put_json(shapes.tournament(view))
        return
    note(f"Tournament {tournament} goes on: {view.finished} of {view.matches} matches are finished.")
    if view.missing:
        note(f"Not in the lobby, their matches wait: {plain(', '.join(view.missing))}")


def abort_tournament(server: Server, tournament: int, *, yes: bool, as_json: bool) -> None:
    """Ends a tournament for good, after a yes."""
    if not yes:
        insist(f"Abort tournament {tournament} for good?", because="aborting is for good", refused="not aborted")
    view = ask(server, lambda client: client.abort_tournament(tournament))
    if as_json:
        put_json(shapes.tournament(view))
    else:
        note(f"Tournament {tournament} is aborted; {view.finished} finished matches keep counting.")
