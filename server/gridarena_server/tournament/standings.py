"""Tables as pure functions of the log: standings, crosstable, and what matches were like.

A :class:`Tally` is a fold over played rows in ``seq`` order. It can go on where it stopped, and a fold over the whole
log gives the same table, which is what `verify` relies on.

A leaderboard tallies the rated matches of a game and ranks by Elo. A tournament's table tallies all its matches, also
those won because the rival was absent, and ranks by score, then by points on the board: Elo would make it a matter of
which of two matches happened to end first. Its Elo comes from the tournament's own matches alone, so that the table of
a finished tournament never changes again.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from gridarena_protocol.views import CrosstableCell, Standing
from gridarena_server.tournament.elo import Elo
from gridarena_server.tournament.measured import Measurements
from gridarena_server.tournament.ratings import PlayedRow, Ratings

RankBy = Literal["elo", "score"]


@dataclass(slots=True)
class Count:
    """Wins, draws and losses of somebody against somebody, or against all."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    points: int = 0

    def add(self, outcome: float, points: int) -> None:
        """Counts one match; ``outcome`` is 1, 0.5 or 0."""
        self.won += outcome == 1
        self.drawn += outcome == 0.5
        self.lost += outcome == 0
        self.points += points


class Tally:
    """Everything the tables need, after the rows added so far."""

    def __init__(self, elo: Elo, *, rated_only: bool) -> None:
        self.last = 0
        """The ``seq`` of the newest row; rows up to it are ignored, so a row counts once however often it is read."""
        self._rated_only = rated_only
        self._ratings = Ratings(elo)
        self._counts: dict[str, Count] = {}
        self._against: dict[tuple[str, str], Count] = {}
        self.measured = Measurements()

    def add(self, rows: Iterable[PlayedRow]) -> None:
        """Goes on with later rows."""
        for row in rows:
            if row.seq > self.last:
                self.last = row.seq
                if row.result.rated or not self._rated_only:
                    self._add(row)

    def _add(self, row: PlayedRow) -> None:
        self._ratings.add(row)
        for seat, agent in enumerate(row.header.agents):
            winner = row.result.winner
            outcome = 0.5 if winner is None else float(winner == seat)
            points = row.result.points[seat]
            self._counts.setdefault(agent, Count()).add(outcome, points)
            self._against.setdefault((agent, row.header.agents[1 - seat]), Count()).add(outcome, points)
        self.measured.add(row)

    def standings(self, agents: Iterable[str] = (), *, by: RankBy) -> tuple[Standing, ...]:
        """The table, best first; ``agents`` appear even if they have not played. Equals share a rank."""
        rows = [self._row(agent) for agent in {*self._counts, *agents}]
        rows.sort(key=lambda row: (*_merit(row, by), row.agent))
        ranked: list[Standing] = []
        for place, row in enumerate(rows, start=1):
            tied = bool(ranked) and _merit(ranked[-1], by) == _merit(row, by)
            ranked.append(_with_rank(row, ranked[-1].rank if tied else place))
        return tuple(ranked)

    def _row(self, agent: str) -> Standing:
        count = self._counts.get(agent, Count())
        return Standing(
            rank=0,
            agent=agent,
            elo=self._ratings.of(agent),
            played=count.won + count.drawn + count.lost,
            won=count.won,
            drawn=count.drawn,
            lost=count.lost,
            points=count.points,
        )

    def crosstable(self, agents: Sequence[str]) -> tuple[CrosstableCell, ...]:
        """One cell for each ordered pair of agents that have met, by row, then column."""
        cells = []
        for row, agent in enumerate(agents):
            for column, rival in enumerate(agents):
                count = self._against.get((agent, rival))
                if count is not None:
                    cells.append(CrosstableCell(row, column, count.won, count.drawn, count.lost))
        return tuple(cells)


def _merit(row: Standing, by: RankBy) -> tuple[float, float]:
    """What ranks a row, smallest first."""
    return (-row.elo, -row.score) if by == "elo" else (-row.score, -row.points)


def _with_rank(row: Standing, rank: int) -> Standing:
    return Standing(rank, row.agent, row.elo, row.played, row.won, row.drawn, row.lost, row.points)
