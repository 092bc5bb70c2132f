"""Tables are folded again as of the moment that a server's table was made."""

from dataclasses import replace

from gridarena_protocol.log import LogTable
from gridarena_server.audit.tables import Counted, Tables
from gridarena_server.tournament.elo import Elo
from gridarena_server.tournament.standings import Tally
from support import facts


def counted(seq: int, **changes: object) -> Counted:
    played = facts.header(seq, tournament=3)
    return Counted(seq, played, facts.result(played, [], **changes))


ROWS = [counted(4), counted(6, winner=1), counted(9)]


def served(until: int, tournament: int | None = 3) -> LogTable:
    """What a server shows after the rows up to a moment."""
    tally = Tally(Elo(), rated_only=tournament is None)
    tally.add(row for row in ROWS if row.seq <= until)
    return LogTable("sudoku", tournament, until, tally.standings(by="score" if tournament else "elo"))


def audited(*tables: LogTable, void: int | None = None) -> Tables:
    again = Tables(Elo(), tables)
    for row in ROWS:
        again.add(row, void if row.seq == 6 else None)
    return again


def test_an_older_table_is_compared_as_of_then() -> None:
    """What ended, or became void, later does not count for it."""
    assert audited(served(6)).difference() is None
    assert audited(served(6), void=7).difference() is None
    assert audited(served(9), void=12).difference() is None
    assert audited(served(9), void=8).difference() is not None


def test_a_row_that_differs_is_named_with_its_field() -> None:
    """A rating that was changed, a point too many."""
    good = served(9)
    first = good.rows[0]
    for field, value in (("elo", first.elo + 0.1), ("points", first.points + 1)):
        bad = replace(good, rows=(replace(first, **{field: value}), *good.rows[1:]))
        found = audited(bad).difference()
        assert found is not None
        assert (found.where, found.what) == (f"standings of tournament 3, row 1 ({first.agent})", field)
        assert (found.expected, found.stored) == (str(getattr(first, field)), str(value))
    almost = replace(good, rows=(replace(first, elo=first.elo + 1e-9), *good.rows[1:]))
    assert audited(almost).difference() is None


def test_without_a_servers_tables_all_are_made() -> None:
    """Ratings of the game first, then the tournament."""
    assert audited().all() == [served(9, None), served(9)]
