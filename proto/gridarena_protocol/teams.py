"""Teams as the host sees them, and what a team must know to be let in, as plain dataclasses.

A team's `name` is what everybody reads: boards, labels, match headers. Where that is a pseudonym, the `real_name`
behind it is for the host alone and travels in answers to the host's token only, so no reader has to hide it.
"""

from dataclasses import dataclass
from typing import Literal

HOUSE = "house"
"""The server's own team: its agents play casual matches with whoever looks for one, and no tournament unless named."""

Outcome = Literal["new", "kept", "rotated", "removed"]
"""What an import did with a team; one that was removed before stays so."""


@dataclass(frozen=True, slots=True)
class NewTeam:
    """A team that is to be added, or known again."""

    name: str
    real_name: str = ""
    """Empty where the name is no pseudonym."""


@dataclass(frozen=True, slots=True)
class Team:
    """A team and the agents it has connected."""

    name: str
    agents: tuple[str, ...]
    added_at: int
    real_name: str = ""
    removed: bool = False
    """It cannot connect; what it has played stays."""
    games: tuple[tuple[str, ...], ...] = ()
    """What each of the agents plays, in their order; an empty one is not known."""


@dataclass(frozen=True, slots=True)
class TeamToken:
    """A team's new token; the only time it is seen."""

    name: str
    token: str


@dataclass(frozen=True, slots=True)
class TeamImport:
    """Teams to be added, all or none; known ones keep their token unless all are to get a new one."""

    teams: tuple[NewTeam, ...]
    rotate: bool = False


@dataclass(frozen=True, slots=True)
class ImportedTeam:
    """What became of one team of an import."""

    name: str
    real_name: str
    outcome: Outcome
    token: str
    """Of a new or rotated team, the only time it is seen; else empty."""
    sha256: str
    """Of the valid token; empty for a removed team."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """What a join file says of the server."""

    addresses: tuple[str, ...]
    """"host:port", to be tried in order."""
    tls_name: str = ""
    """Whom the certificate is for, where no address tells."""
    ca: str = ""
    """PEM of who signed it. Empty for plaintext, or, beside a ``tls_name``, for an authority that everybody knows."""


@dataclass(frozen=True, slots=True)
class Identity:
    """Whose token it is."""

    team: str
    """Empty: the host's."""
    agents: tuple[str, ...]
    """Labels of the agents that the team has connected."""
