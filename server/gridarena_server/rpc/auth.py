"""Who is calling: one bearer token per team, one for the host, nothing in between.

Tokens hold 256 random bits, so their SHA-256 is all that needs to be kept: guessing is out of reach and a stolen
database gives nobody a token. The lookup goes by the hash, so its timing tells nothing about a token; the comparison
that decides is constant-time all the same. A token never reaches a log, a text or a metadata value of ours.
"""

import hashlib
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from hmac import compare_digest

from gridarena_server.errors import Code, ServiceError

PREFIX = "ga_"
"""So that a leaked token can be found by grep."""
_SCHEME = "bearer "

Metadata = Iterable[tuple[str, str | bytes]]


class Access(Enum):
    """Who may call an rpc."""

    READ = "read"
    """Anybody where records are open, else whoever has a token."""
    KNOWN = "known"
    """Whoever has a token."""
    TEAM = "team"
    HOST = "host"


@dataclass(frozen=True, slots=True)
class Caller:
    """Whose call it is."""

    peer: str
    """The address, for the host's eyes."""
    team: str = ""
    """Empty for the host and for readers without a token."""
    is_host: bool = False


def new_token() -> str:
    """A token nobody can guess."""
    return PREFIX + secrets.token_urlsafe(32)


def digest(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


class Keyring:
    """The valid tokens of one server, as hashes."""

    def __init__(self, host: str, teams: Mapping[str, str], *, open_records: bool) -> None:
        """Takes the SHA-256 of the host's token, and SHA-256 -> team of all others."""
        self._host = host
        self._teams = dict(teams)
        self._open_records = open_records

    def replace(self, team: str, sha256: str) -> None:
        """The team's token is the one of this SHA-256 from now on; an older one stops working."""
        self.revoke(team)
        self._teams[sha256] = team

    def revoke(self, team: str) -> None:
        """The team has no token that works."""
        self._teams = {known: name for known, name in self._teams.items() if name != team}

    def admit(self, metadata: Metadata, access: Access, peer: str) -> Caller:
        """Says whose call it is. Raises ServiceError when the caller may not."""
        try:
            caller = self._caller(metadata, peer)
        except ServiceError:
            if access is Access.READ and self._open_records:
                return Caller(peer)
            raise
        if access is Access.TEAM and caller.is_host:
            raise ServiceError(Code.BAD_TOKEN, "this is the host's token; agents connect with their team's")
        if access is Access.HOST and not caller.is_host:
            raise ServiceError(Code.NOT_HOST)
        return caller

    def _caller(self, metadata: Metadata, peer: str) -> Caller:
        sha256 = digest(_bearer(metadata))
        return Caller(peer, is_host=True) if compare_digest(sha256, self._host) else Caller(peer, self._team(sha256))

    def _team(self, sha256: str) -> str:
        for known, team in self._teams.items():
            if compare_digest(known, sha256):
                return team
        raise ServiceError(Code.BAD_TOKEN)


def _bearer(metadata: Metadata) -> str:
    for key, value in metadata:
        if key == "authorization":
            text = value.decode("ascii", "replace") if isinstance(value, bytes) else value
            if text[: len(_SCHEME)].lower() == _SCHEME:
                return text[len(_SCHEME) :].strip()
            raise ServiceError(Code.BAD_TOKEN, "expected the metadata 'authorization: Bearer ga_...'")
    raise ServiceError(Code.NO_TOKEN)
