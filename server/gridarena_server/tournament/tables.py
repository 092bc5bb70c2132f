"""Leaderboard, standings and crosstable, kept up to date by reading the log from where it was last read.

Nothing is pushed in here: whoever asks causes a read of the results that are new, in ``seq`` order, so what is
answered is always a pure function of the log. A void takes a match out of the middle, so all tallies are forgotten
and folded again at the next question. A read that was under way then adds to a tally that nobody keeps.
"""

from gridarena_server.tournament.elo import Elo
from gridarena_server.tournament.ports import Log
from gridarena_server.tournament.standings import Tally


class Tables:
    """Tallies of games and tournaments."""

    def __init__(self, log: Log, elo: Elo) -> None:
        self._log = log
        self._elo = elo
        self._games: dict[str, Tally] = {}
        self._tournaments: dict[int, Tally] = {}

    async def game(self, game: str) -> Tally:
        """All rated matches of a game."""
        tally = self._games.setdefault(game, Tally(self._elo, rated_only=True))
        tally.add(await self._log.played(game=game, after=tally.last))
        return tally

    async def tournament(self, tournament: int) -> Tally:
        """All matches of a tournament."""
        tally = self._tournaments.setdefault(tournament, Tally(self._elo, rated_only=False))
        tally.add(await self._log.played(tournament=tournament, after=tally.last))
        return tally

    def forget(self) -> None:
        """A match that may have been counted is void."""
        self._games.clear()
        self._tournaments.clear()
