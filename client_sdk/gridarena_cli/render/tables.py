"""Views as tables for people. Every cell that came over the network goes through `plain`."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime

from rich import box
from rich.table import Table
from rich.text import Text

from gridarena.ending import sentence
from gridarena_cli.render.document import Sheet
from gridarena_cli.render.shapes import status
from gridarena_cli.terminal import plain
from gridarena_protocol.records import Record
from gridarena_protocol.teams import Team
from gridarena_protocol.views import Crosstable, HostAct, Standing, TournamentView

_RESULT_STYLE = {"won": "green", "lost": "red", "drew": "yellow"}


def grid(*headings: str, right: Iterable[str] = (), title: str | None = None) -> Table:
    """An empty table in the one look all commands share; headings in ``right`` hold numbers."""
    table = Table(
        box=box.SIMPLE_HEAD,
        title=title,
        title_justify="left",
        title_style="bold",
        header_style="bold",
        collapse_padding=True,
        pad_edge=False,
    )
    numbers = set(right)
    for heading in headings:
        is_number = heading in numbers
        table.add_column(heading, justify="right" if is_number else "left", no_wrap=is_number, overflow="fold")
    return table


def sheet(part: Sheet) -> Table:
    """A report's table on the terminal."""
    table = grid(*part.headings, right=part.right)
    table.columns[0].no_wrap = True
    for row in part.rows:
        table.add_row(*map(plain, row))
    return table


def leaderboard(rows: Iterable[Standing], title: str | None = None) -> Table:
    """Ratings, best first."""
    numbers = ("rank", "Elo", "played", "won", "drawn", "lost", "points")
    table = grid("rank", "agent", *numbers[1:], right=numbers, title=title)
    for row in rows:
        counts = (row.played, row.won, row.drawn, row.lost, row.points)
        table.add_row(str(row.rank), Text(plain(row.agent), style="bold"), f"{row.elo:.0f}", *map(str, counts))
    return table


def standings(rows: Iterable[Standing], title: str | None = None) -> Table:
    """A tournament's table: by score, then points, and beside it what the ratings make of it."""
    numbers = ("rank", "score", "played", "won", "drawn", "lost", "points", "Elo")
    table = grid("rank", "agent", *numbers[1:], right=numbers, title=title)
    for row in rows:
        counts = (row.played, row.won, row.drawn, row.lost, row.points)
        table.add_row(*_place(row), *map(str, counts), f"{row.elo:.0f}")
    return table


def short_standings(rows: Iterable[Standing]) -> Table:
    """What matters of it, for a narrow window."""
    table = grid("rank", "agent", "score", "played", right=("rank", "score", "played"))
    for row in rows:
        table.add_row(*_place(row), str(row.played))
    return table


def _place(row: Standing) -> tuple[str, Text, str]:
    return str(row.rank), Text(plain(row.agent), style="bold"), f"{row.score:g}"


def history(agent: str, records: Iterable[Record]) -> Table:
    """One agent's matches, newest first, from its own side."""
    table = _matches("rival", "seat", "result", "points", right=("match", "seat", "points"))
    for record in records:
        agents = record.header.agents
        seat = agents.index(agent) if agent in agents else 0
        own = (plain(agents[1 - seat]), str(seat), _own_result(record, seat), _own_points(record, seat))
        table.add_row(*_which(record), *own, _end(record), _what(record))
    return table


def own_history(team: str, records: Iterable[Record]) -> Table:
    """A team's matches, newest first, from the side of whichever of its agents played."""
    table = _matches("agent", "rival", "result", "points", right=("match", "points"))
    for record in records:
        agents = record.header.agents
        seat = 0 if agents[0].partition("/")[0] == team else 1
        own = (plain(agents[seat]), plain(agents[1 - seat]), _own_result(record, seat), _own_points(record, seat))
        table.add_row(*_which(record), *own, _end(record), _what(record))
    return table


def matches(records: Iterable[Record]) -> Table:
    """Matches of anybody, newest first."""
    table = _matches("seat 0", "seat 1", "points", right=("match", "points"))
    for record in records:
        first, second = (plain(agent) for agent in record.header.agents)
        table.add_row(*_which(record), first, second, _own_points(record, 0), _end(record), _what(record))
    return table


def sentences(records: Iterable[Record]) -> Iterator[str]:
    """Why each match ended that was not simply played to its end; too long for a table."""
    for record in records:
        if _end(record) not in ("completed", "live"):
            yield f"match {record.header.match}: {why(record)}"


def tournaments(views: Sequence[TournamentView]) -> Table:
    """All tournaments a server has; who is missed where somebody is."""
    numbers = ("id", "matches", "finished", "live", "voided")
    over = ("finished", "aborted")
    missed = ["" if view.status in over else plain(", ".join(view.missing)) for view in views]
    last = ("not in the lobby",) if any(missed) else ()
    table = grid("id", "name", "game", "status", *numbers[1:], *last, right=numbers)
    for view, missing in zip(views, missed, strict=True):
        counts = (view.matches, view.finished, view.live, view.voided)
        cells = (str(view.id), plain(view.name), plain(view.game), view.status, *map(str, counts))
        table.add_row(*cells, *((missing,) if last else ()))
    return table


def crosstable(table: Crosstable) -> Table:
    """Each agent (row) against each other (column): won, drawn, lost."""
    drawn = grid("won/drawn/lost", *(plain(agent) for agent in table.agents))
    cells = {(cell.row, cell.column): f"{cell.won}/{cell.drawn}/{cell.lost}" for cell in table.cells}
    for row, agent in enumerate(table.agents):
        words = [cells.get((row, column), "-" if row == column else "") for column in range(len(table.agents))]
        drawn.add_row(Text(plain(agent), style="bold"), *words)
    return drawn


def teams(views: Iterable[Team]) -> Table:
    """Teams and what they have connected; who is behind a pseudonym, and who was removed, where there is somebody."""
    views = tuple(views)
    hidden, removed = any(view.real_name for view in views), any(view.removed for view in views)
    extra = (*(("real name",) if hidden else ()), *(("status",) if removed else ()))
    table = grid("team", "added", "agents seen", *extra)
    for view in views:
        real_name = (plain(view.real_name),) if hidden else ()
        gone = ("removed" if view.removed else "",) if removed else ()
        agents = plain(", ".join(view.agents))
        table.add_row(Text(plain(view.name), style="bold"), when(view.added_at), agents, *real_name, *gone)
    return table


def when(utc_ms: int) -> str:
    """An instant in the reader's own time zone."""
    return datetime.fromtimestamp(utc_ms / 1000, UTC).astimezone().strftime("%Y-%m-%d %H:%M")


def clock_time(utc_ms: int) -> str:
    """The time of day in the reader's own time zone, with the date where that is not today."""
    at, now = datetime.fromtimestamp(utc_ms / 1000).astimezone(), datetime.now().astimezone()
    return at.strftime("%H:%M:%S" if at.date() == now.date() else "%Y-%m-%d %H:%M:%S")


def log(acts: Iterable[HostAct]) -> Table:
    """What was decided and noted, oldest first."""
    table = grid("when", "what", "tournament", "match", "text", right=("tournament", "match"))
    for act in acts:
        numbers = ("" if number is None else str(number) for number in (act.tournament, act.match))
        table.add_row(clock_time(act.at), plain(act.kind), *numbers, plain(act.text))
    for column in table.columns[:2]:
        column.no_wrap = True
    return table


def why(record: Record) -> str:
    """One sentence: how the match ended, or that it has not."""
    return plain(sentence(record))


def _matches(*headings: str, right: Iterable[str]) -> Table:
    table = grid("match", "when", *headings, "end", "board and clock", right=right)
    for column in table.columns:
        column.no_wrap = column.header in ("match", "when", "points", "result", "end")
    return table


def _which(record: Record) -> tuple[str, str]:
    return str(record.header.match), when(record.header.started_at).partition("-")[2]


def _what(record: Record) -> str:
    header = record.header
    return f"{plain(header.board) or 'a board'}, {header.clock}"


def _end(record: Record) -> str:
    """In a word."""
    if record.void is not None or record.result is None:
        return status(record)
    return record.result.termination


def _own_result(record: Record, seat: int) -> Text:
    if record.result is None:
        return Text(status(record), style="dim")
    word = "drew" if record.result.winner is None else "won" if record.result.winner == seat else "lost"
    return Text(word, style=_RESULT_STYLE[word])


def _own_points(record: Record, seat: int) -> str:
    if record.result is None:
        return ""
    points = record.result.points
    return f"{points[seat]} : {points[1 - seat]}"
