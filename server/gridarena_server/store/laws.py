"""What may be written after what: the constraints of the SQLite schema, said once more for the store without a file.

A fact claims a key that nothing before it may hold, may need one that something before it must hold, and may come never
after others. The conformance suite holds both stores to the same laws.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from gridarena_protocol.records import MatchHeader, MatchResult, Reopening
from gridarena_server.facts import Fact, MatchVoided, PairingAdded, TeamAdded, TokenIssued, TournamentCreated, TurnTaken
from gridarena_server.store.base import DuplicateError, StoreError

Key = tuple[Hashable, ...]


@dataclass(frozen=True, slots=True)
class _Law:
    claims: Key | None = None
    needs: Key | None = None
    never_after: tuple[Key, ...] = ()


class Ledger:
    """Every key ever claimed."""

    def __init__(self) -> None:
        self._held: set[Key] = set()
        self._legs: dict[Key, int] = {}
        """Which match plays a leg of a pairing, by attempt."""

    def enter(self, facts: Sequence[Fact]) -> None:
        """Enters the facts in order, all or none; raises DuplicateError or StoreError."""
        legs: dict[Key, int] = {}
        claimed: list[Key] = []
        try:
            for fact in facts:
                claimed += self._claim(fact, legs)
        except StoreError:
            self._held.difference_update(claimed)
            raise
        self._legs |= legs

    def _claim(self, fact: Fact, legs: dict[Key, int]) -> list[Key]:
        law = _law(fact)
        if law.needs is not None and law.needs not in self._held:
            raise StoreError(f"{fact!r} belongs to something that was never written")
        if law.claims in self._held or not self._held.isdisjoint(law.never_after):
            raise DuplicateError(f"{fact!r} would count twice")
        if isinstance(fact, MatchHeader) and fact.pairing is not None:
            leg = (fact.pairing, fact.leg, fact.attempt)
            other = legs.get(leg, self._legs.get(leg))
            if other is not None and ("void", other) not in self._held:
                raise DuplicateError(f"{fact!r} would count twice: match {other} is this attempt at this leg")
            legs[leg] = fact.match
        if law.claims is None:
            return []
        self._held.add(law.claims)
        return [law.claims]


def _law(fact: Fact) -> _Law:
    match fact:
        case TeamAdded(team=team):
            return _Law(("team", team))
        case TokenIssued(sha256=sha256):
            return _Law(("token", sha256))
        case TournamentCreated(tournament=tournament):
            return _Law(("tournament", tournament))
        case PairingAdded(pairing=pairing, tournament=tournament):
            return _Law(("pairing", pairing), ("tournament", tournament))
        case MatchHeader(match=number):
            return _Law(("match", number))
        case TurnTaken(match=number, record=record):
            return _Law(("turn", number, record.turn), ("match", number), (("result", number), ("void", number)))
        case Reopening(match=number, turn=turn, attempt=attempt):
            claims = ("reopening", number, turn, attempt)
            return _Law(claims, ("match", number), (("result", number), ("void", number)))
        case MatchResult(match=number):
            return _Law(("result", number), ("match", number), (("void", number),))
        case MatchVoided(match=number):
            return _Law(("void", number), ("match", number))
        case _:
            return _Law()
