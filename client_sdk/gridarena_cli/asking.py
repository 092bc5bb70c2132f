"""What the reading commands do: ask over gRPC, then draw or write JSON. The database file is never opened here."""

from dataclasses import replace
from pathlib import Path

from rich.text import Text

from gridarena._client import ask
from gridarena.ending import look
from gridarena.server import Server
from gridarena_cli import saved
from gridarena_cli.exits import CliError, Exit
from gridarena_cli.render import analysis as analysis_view
from gridarena_cli.render import match as match_view
from gridarena_cli.render import shapes, tables
from gridarena_cli.render.replay import board_after
from gridarena_cli.terminal import note, plain, put_json, show, show_line
from gridarena_games.errors import GameError
from gridarena_protocol.records import Record
from gridarena_protocol.views import LeaderboardQuery, MatchesQuery


def leaderboard(server: Server, game: str | None, tournament: int | None, *, as_json: bool) -> None:
    """Prints the ratings of one game, or the table of a tournament."""
    table = ask(server, lambda client: client.leaderboard(LeaderboardQuery(game or "", tournament)))
    if as_json:
        put_json(shapes.leaderboard(table))
    elif table.rows:
        game = plain(table.game)
        if tournament is None:
            show(tables.leaderboard(table.rows, game))
        else:
            show(tables.standings(table.rows, f"{game}, tournament {tournament}"))
    else:
        note("No agent has connected yet.")


def history(server: Server, query: MatchesQuery, *, mine: bool, as_json: bool) -> None:
    """Prints one page of matches."""
    if mine:
        query = replace(query, team=_own_team(server))
    page = ask(server, lambda client: client.matches(query))
    if as_json:
        put_json(shapes.history(query.agent, page, team=query.team))
        return
    if not page.matches:
        note("No such match has been played yet.")
        return
    if query.team:
        show(tables.own_history(query.team, page.matches))
    else:
        show(tables.history(query.agent, page.matches) if query.agent else tables.matches(page.matches))
    for line in tables.sentences(page.matches):
        show_line(Text(line))
    if page.next_before is not None:
        note(f"Older ones: --before {page.next_before}. One match: gridarena show {page.matches[0].header.match}")


def find_match(server: Server, match: str) -> Record:
    """The match of this number, or the one in this file."""
    return ask(server, lambda client: client.match(int(match))) if match.isdecimal() else saved.read(Path(match))


def _own_team(server: Server) -> str:
    """The team whose token this is. Raises CliError for the host's."""
    team = ask(server, lambda client: client.who_am_i()).team
    if not team:
        raise CliError(
            Exit.TOKEN, "--mine is about a team, and this token is the host's: gridarena join FILE keeps a team's"
        )
    return team


def show_match(server: Server, match: str, turn: int | None, *, analysis: bool, as_json: bool) -> None:
    """Prints a whole match or one turn of it, where it is wanted with what each move cost."""
    record = find_match(server, match)
    if turn is not None and turn > len(record.turns):
        raise CliError(Exit.NOT_FOUND, f"match {match} has turns 1 to {len(record.turns)}, not {turn}")
    costs = None
    if analysis:  # with the whole lab behind it, which takes longer to import than the rest of the command
        from gridarena_cli.judging import judged

        costs = judged(record)
    if as_json:
        shape = shapes.whole_match(record) if turn is None else shapes.one_turn(record, turn, _board(record, turn))
        put_json(shape if costs is None else {**shape, "analysis": shapes.analysis(costs)})
    elif turn is None:
        show(*match_view.whole(record), *(() if costs is None else (analysis_view.every_move(costs),)))
    else:
        show(*match_view.single(record, record.turns[turn - 1]))
        show(*(() if costs is None else analysis_view.of_turn(costs, turn)))


def show_why(server: Server, match: str, *, as_json: bool) -> None:
    """Prints why a match ended, and what shows more of it."""
    record = find_match(server, match)
    if as_json:
        put_json(shapes.why(record, match))
        return
    show_line(match_view.why(record))
    if shapes.status(record) != "live":
        note(f"See: {look(match, record.result)}")


def _board(record: Record, turns: int) -> str | None:
    try:
        return str(board_after(record.header, record.turns[:turns]))
    except GameError:
        return None
