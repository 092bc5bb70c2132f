"""All matches together: nothing counts twice."""

from gridarena_protocol.log import StoredMatch
from gridarena_server.audit.difference import Difference, of_match


class Ledger:
    """Which match counts for each leg of a pairing; holds a few numbers a match, whatever was played in it."""

    def __init__(self) -> None:
        self._counts: dict[tuple[int, int], tuple[int, int]] = {}
        """By pairing and leg: the attempt and the match."""

    def add(self, stored: StoredMatch, *, void: bool) -> Difference | None:
        """A leg is played again only once the match before is void."""
        if void or stored.pairing is None:
            return None
        leg = (stored.pairing, stored.leg)
        attempt, other = self._counts.setdefault(leg, (stored.attempt, stored.match))
        if other == stored.match:
            return None
        first, second = sorted(((attempt, other), (stored.attempt, stored.match)))
        self._counts[leg] = second
        again = f"match {second[1]} is its leg's attempt {second[0]}"
        return of_match(first[1], None, "void", f"one, since {again}", "none: both would count")
