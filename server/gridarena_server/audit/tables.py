"""Standings and ratings, folded again from the results in the order in which they came.

A server's table is compared as of the moment at which it was made, which it names by the newest result or void it
knew; so a tournament can be verified while it is being played.
"""

from collections.abc import Iterable
from dataclasses import dataclass, fields

from gridarena_protocol.log import LogTable
from gridarena_protocol.records import MatchHeader, MatchResult
from gridarena_protocol.views import Standing
from gridarena_server.audit.difference import Difference
from gridarena_server.tournament.elo import Elo
from gridarena_server.tournament.standings import Tally

SAME = 1e-6
"""Two ratings that differ by less are equal: logarithms are not the same to the last bit on every machine."""

Key = tuple[str, int | None]


@dataclass(frozen=True, slots=True)
class Counted:
    """A result that counts."""

    seq: int
    header: MatchHeader
    result: MatchResult


class Tables:
    """Every table, computed again; where the server has said its own, as of the same moment."""

    def __init__(self, elo: Elo, served: Iterable[LogTable] = ()) -> None:
        self._elo = elo
        self._served = {(table.game, table.tournament): table for table in served}
        self._tallies: dict[Key, Tally] = {}

    def add(self, row: Counted, void_seq: int | None) -> None:
        """Counts a result in its game's ratings and in its tournament's table."""
        header = row.header
        for key in {(header.game, None), (header.game, header.tournament)}:
            served = self._served.get(key)
            if served is None and self._served:
                continue
            until = served.until if served is not None else row.seq
            if row.seq <= until and (void_seq is None or (served is not None and void_seq > until)):
                self._tally(key).add([row])

    def all(self) -> list[LogTable]:
        """The tables, ratings of games first."""
        keys = self._served or self._tallies
        return [self._table(key) for key in sorted(keys, key=lambda key: (key[1] or 0, key[0]))]

    def difference(self) -> Difference | None:
        """The first row of a server's table that is another one when it is computed again."""
        for key, served in self._served.items():
            computed = self._table(key)
            for place, (expected, said) in enumerate(zip(computed.rows, served.rows, strict=True), 1):
                found = _differs(expected, said)
                if found is not None:
                    where = f"{name(computed)}, row {place} ({said.agent})"
                    return Difference(where, found, str(_value(expected, found)), str(_value(said, found)))
        return None

    def _table(self, key: Key) -> LogTable:
        game, tournament = key
        served = self._served.get(key)
        agents = [row.agent for row in served.rows] if served is not None else []
        tally = self._tally(key)
        rows = tally.standings(agents, by="elo" if tournament is None else "score")
        return LogTable(game, tournament, served.until if served is not None else tally.last, rows)

    def _tally(self, key: Key) -> Tally:
        return self._tallies.setdefault(key, Tally(self._elo, rated_only=key[1] is None))


def name(table: LogTable) -> str:
    """What a table is called."""
    return f"ratings of {table.game}" if table.tournament is None else f"standings of tournament {table.tournament}"


def _differs(expected: Standing, said: Standing) -> str | None:
    """The first field that does."""
    for field in ("agent", *(field.name for field in fields(Standing) if field.name not in ("agent", "elo"))):
        if getattr(expected, field) != getattr(said, field):
            return field
    return None if abs(expected.elo - said.elo) < SAME else "elo"


def _value(row: Standing, field: str) -> object:
    return getattr(row, field)
