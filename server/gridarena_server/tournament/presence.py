"""Who can play now, who is waited for, and who is here without playing.

An agent may be in the lobby and yet never attach to its matches: a broken program, or one whose machine blocks the
second connection. Each such match costs its rival a slot for the whole time to join. So an agent that has just lost by
``absent`` is *silent*: its matches come last and one at a time, until it finishes one, or says Hello anew. One that is
silent :data:`GONE_AFTER` times in a row counts as not here, and loses the rest when its time to join is over, which
costs nobody a slot.
"""

from gridarena_protocol.records import MatchHeader, MatchResult
from gridarena_server.clock import Clock
from gridarena_server.facts import BOTH_AWAY, MatchVoided
from gridarena_server.tournament.lobby import Lobby
from gridarena_server.tournament.progress import Progress

MS = 1_000_000
"""Nanoseconds."""
GONE_AFTER = 3
"""Matches in a row that an agent in the lobby did not come to."""


class Presence:
    """What the lobby and the latest matches say about agents; forgotten with the server."""

    def __init__(self, lobby: Lobby, clock: Clock) -> None:
        self._lobby = lobby
        self._clock = clock
        self._silences: dict[str, int] = {}
        """How many matches in a row an agent did not come to."""
        self._silent_ns: dict[str, int] = {}
        """When the latest of them ended."""

    def here(self, agent: str, game: str) -> bool:
        """In the lobby, able to play the game, and not silent for too long."""
        member = self._lobby.get(agent)
        return member is not None and game in member.games and self._silences.get(agent, 0) < GONE_AFTER

    def held(self, progress: Progress, agent: str) -> bool:
        """Here, but with another version than it has to play with."""
        member = self._lobby.get(agent)
        return member is not None and not progress.field.admits(agent, member.version)

    def able(self, progress: Progress, agent: str) -> bool:
        """Can be given a match of the tournament."""
        return self.here(agent, progress.plan.game) and not self.held(progress, agent)

    def slots(self, agent: str) -> int:
        """How many matches the agent plays at once; 0 when it is not here."""
        member = self._lobby.get(agent)
        return 0 if member is None else member.slots

    def deserted(self, progress: Progress) -> bool:
        """Nobody of the tournament is in the lobby, so there is nobody whom the others keep waiting."""
        return all(self._lobby.get(agent) is None for agent in progress.field.present)

    def awaited(self, progress: Progress) -> dict[str, int]:
        """The absent agents of a tournament and how many nanoseconds they have left; 0 or less: they are out.

        The time to join counts from the latest of tournament start or resumption, server start, the agent's entry, its
        last being seen, and the coming of the first after a while without anybody, during which it stands still. Who is
        here with the wrong version is not absent: the host decides.
        """
        now_ns = self._clock.now_ns()
        patience_ns = progress.plan.rules.join_ms * MS
        if self.deserted(progress):
            return dict.fromkeys(progress.field.present, patience_ns)
        left: dict[str, int] = {}
        for agent in progress.field.present:
            if not self.here(agent, progress.plan.game):
                seen = (self._lobby.last_seen_ns(agent), self._silent_ns.get(agent), progress.entered_ns.get(agent))
                since_ns = max([progress.since_ns, *(at for at in seen if at is not None)])
                left[agent] = since_ns + patience_ns - now_ns
        return left

    # --- silence ------------------------------------------------------------------------------------------------------

    def silent(self, agent: str) -> bool:
        """Did not come to its latest match although it was in the lobby."""
        return agent in self._silences

    def hello(self, agent: str) -> None:
        """The agent has connected anew: whatever was is forgotten."""
        self._silences.pop(agent, None)

    def ended(self, header: MatchHeader, end: MatchResult | MatchVoided) -> None:
        """A match that the referee opened is over; tells who came to it and who did not."""
        for agent, came in zip(header.agents, _came(end), strict=True):
            if came:
                self.hello(agent)
            elif came is False and self._lobby.get(agent) is not None:
                self._silences[agent] = self._silences.get(agent, 0) + 1
                self._silent_ns[agent] = self._clock.now_ns()


def _came(end: MatchResult | MatchVoided) -> tuple[bool | None, bool | None]:
    """Whether each seat came to the match; None: nobody can tell."""
    if isinstance(end, MatchVoided):
        return (False, False) if end.reason == BOTH_AWAY else (None, None)
    if end.termination == "absent":
        return end.winner == 0, end.winner == 1
    return True, True
