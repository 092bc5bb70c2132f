"""Elo of the agents of one log, updated match by match in the order of the results' ``seq``.

Elo depends on the order of the matches, so the order is fixed by the log and not by the moment at which somebody asks.
A row that was seen before is ignored, so feeding overlapping reads is harmless. A void takes a match out of the middle
of the order: whoever holds the ratings throws them away and feeds the log again.
"""

from typing import Protocol

from gridarena_protocol.records import MatchHeader, MatchResult
from gridarena_server.tournament.elo import Elo, updated


class PlayedRow(Protocol):
    """A finished, not voided match of the log."""

    @property
    def seq(self) -> int:
        """Of the result: the order in which ratings change."""
        ...

    @property
    def header(self) -> MatchHeader:
        """Who met whom."""
        ...

    @property
    def result(self) -> MatchResult:
        """How it ended."""
        ...


def score(result: MatchResult) -> float:
    """What the first seat made of the match: 1, 0.5 or 0."""
    if result.winner is None:
        return 0.5
    return 1.0 if result.winner == 0 else 0.0


class Ratings:
    """Ratings after the rows added so far. An unrated match never counts."""

    def __init__(self, elo: Elo) -> None:
        self._elo = elo
        self._of: dict[str, float] = {}

    def add(self, row: PlayedRow) -> None:
        """Updates both agents; rows come in ``seq`` order, each once."""
        first, second = row.header.agents
        if not row.result.rated or first == second:
            return
        pair = updated(self.of(first), self.of(second), score(row.result), self._elo.k)
        self._of[first], self._of[second] = pair

    def of(self, agent: str) -> float:
        """The agent's rating; the start rating before its first rated match."""
        return self._of.get(agent, self._elo.start)
