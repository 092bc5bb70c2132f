"""Who takes part in one tournament, and with which version: the plan's agents, and what the host changed since.

Agents are numbered in the order in which they came, and keep their number for good: the draw of the boards goes by it,
so that nobody's boards change when somebody enters late or is withdrawn.

An agent's version is frozen at its first match, so that a table compares the same programs throughout. The frozen one
is the version of its first match, or the one the host allowed last; a plan may allow every update from the start.
"""

from collections.abc import Iterable

from gridarena_server.tournament.formats import Entrants


class Field:
    """The agents of a tournament."""

    def __init__(self, agents: Iterable[str], *, allow_updates: bool) -> None:
        self.entrants = Entrants(tuple(agents))
        self._allow_updates = allow_updates
        self._frozen: dict[str, str] = {}

    @property
    def present(self) -> tuple[str, ...]:
        """Everybody who takes part now."""
        return self.entrants.present

    def __contains__(self, agent: str) -> bool:
        """Whether the agent takes part now."""
        return agent in self.entrants.agents and agent not in self.entrants.withdrawn

    def enter(self, agent: str) -> None:
        """The agent takes part from now on; one that was withdrawn is back."""
        agents, withdrawn = self.entrants.agents, self.entrants.withdrawn
        self.entrants = Entrants(agents if agent in agents else (*agents, agent), withdrawn - {agent})

    def withdraw(self, agent: str) -> None:
        """The agent takes part no longer."""
        self.entrants = Entrants(self.entrants.agents, self.entrants.withdrawn | {agent})

    def played(self, agent: str, version: str) -> None:
        """A match was opened; the first one freezes the version."""
        self._frozen.setdefault(agent, version)

    def allow(self, agent: str, version: str) -> None:
        """The agent goes on with this version."""
        self._frozen[agent] = version

    def frozen(self, agent: str) -> str | None:
        """The version the agent has to play with; None before its first match, or where any will do."""
        return None if self._allow_updates else self._frozen.get(agent)

    def admits(self, agent: str, version: str) -> bool:
        """Whether the agent may play with this version."""
        return self.frozen(agent) in (None, version)
