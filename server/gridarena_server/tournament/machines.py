"""How much a machine can take that several agents share.

Whoever plays a whole class on one machine would otherwise have as many searches at once as there are matches, each with
a fraction of a core. Of the two seats of a match one thinks at a time: a match of two agents of a machine counts once.
Where nobody of a match has been here since the server started, it may be any machine's, and counts for each until then.
"""

from collections import Counter
from collections.abc import Iterable

from gridarena_server.tournament.lobby import Lobby


class Machines:
    """Counts the matches of every shared machine."""

    def __init__(self, lobby: Lobby, live: Iterable[Iterable[str]] = ()) -> None:
        """Begins with the matches that are being played, each given by its agents."""
        self._lobby = lobby
        self._busy: Counter[str] = Counter()
        self._anywhere = 0
        """Matches of which nobody has been here yet."""
        for agents in live:
            self.take(agents)

    def room(self, agents: Iterable[str]) -> bool:
        """One more match of these agents is not too much for any of their machines."""
        return all(self._busy[machine] + self._anywhere < slots for machine, slots in self._shared(agents).items())

    def take(self, agents: Iterable[str]) -> None:
        """A match of these agents begins."""
        names = tuple(agents)
        self._busy.update(self._shared(names).keys())
        self._anywhere += all(self._lobby.last_seen_ns(name) is None and not self._lobby.get(name) for name in names)

    def most(self, agents: Iterable[str]) -> int | None:
        """How many matches of these agents there can be at once; None: no machine sets a bound."""
        names = list(agents)
        shared = self._shared(names)
        alone = any((member := self._lobby.get(agent)) is None or not member.machine for agent in names)
        return None if alone else sum(shared.values())

    def _shared(self, agents: Iterable[str]) -> dict[str, int]:
        members = [member for agent in agents if (member := self._lobby.get(agent)) is not None]
        return {member.machine: member.machine_slots for member in members if member.machine}
