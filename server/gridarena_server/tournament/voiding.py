"""Takes matches out of every table, whether they are still being played or long over.

A live match is voided by the referee, when nothing of it is being written; one that is over by a fact right here,
together with the decision that says so. Whoever asks for a table afterwards gets one without it.
"""

from collections.abc import Callable, Sequence

from gridarena_protocol.records import MatchHeader
from gridarena_server.facts import HostEvent, MatchVoided
from gridarena_server.tournament.office import Office
from gridarena_server.tournament.tables import Tables


class Voiding:
    """Voids matches and tells everybody."""

    def __init__(self, office: Office, tables: Tables, told: Callable[[MatchHeader, MatchVoided], None]) -> None:
        self._office = office
        self._tables = tables
        self._told = told
        self._void: set[int] = set()
        """Matches that ended void since the start."""

    def note(self, match: int) -> None:
        """A match ended void."""
        self._void.add(match)

    async def carry_out(self, header: MatchHeader, reason: str) -> None:
        """Voids one match for which the host's decision is written down already."""
        await self._office.opener.void_live(header.match, reason)
        if header.match not in self._void:
            await self.finished([header], reason, [])

    async def finished(self, headers: Sequence[MatchHeader], reason: str, decisions: Sequence[HostEvent]) -> None:
        """Voids matches that are over, all or none, together with the decisions to do so."""
        at = self._office.clock.utc_ms()
        voids = [MatchVoided(header.match, reason, at) for header in headers]
        await self._office.log.append(*decisions, *voids)
        for decision in decisions:
            self._office.opener.decided(decision)
        self._tables.forget()
        for header, void in zip(headers, voids, strict=True):
            self._told(header, void)
