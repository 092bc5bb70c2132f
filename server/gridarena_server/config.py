"""The server's settings: flags before environment before ``gridarena.toml`` before the defaults.

Each setting is a field of :class:`Config`; its environment variable is the field's name in capitals behind
``GRIDARENA_``, its place in the file the table ``[server]``. Variables that are no setting are left alone, for others
use the prefix too; an unknown name in the file is an error, for it is a typing mistake.
"""

import math
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import get_args, get_type_hints

from gridarena_protocol.options import DEFAULT_PORT, full_address, is_loopback
from gridarena_server.errors import USAGE, ArenaError

FILE = "gridarena.toml"
PREFIX = "GRIDARENA_"
IN_MEMORY = ":memory:"

Value = str | int | float | bool
_WORDS = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}
_EXPECTED: Mapping[type, str] = {int: "a whole number", float: "a number", bool: "yes or no", str: "a text"}


@dataclass(frozen=True, slots=True)
class Config:
    """Everything a host may choose."""

    host: str = "127.0.0.1"
    """Where to listen; the default is reachable from this machine only."""
    port: int = DEFAULT_PORT
    """0 lets the system choose."""
    database: str = "gridarena.db"
    """A file, or ":memory:" for a server that forgets."""
    insecure_lan: bool = False
    """Listen beyond this machine although tokens travel readable for everybody on the network."""
    tls_certificate: str | None = None
    """PEM file of a certificate: connections are encrypted, and insecure_lan is not needed."""
    tls_key: str | None = None
    """PEM file of its key."""
    tls_ca: str | None = None
    """PEM file of who signed it, where neither itself nor an authority that every machine knows."""
    announce: str | None = None
    """Addresses for join files, in order, where those that this machine finds of itself are not right."""
    open_records: bool | None = None
    """Leaderboard, matches and the like need no token; by default only while nobody else can reach the server."""
    concurrency: int = 8
    """Matches at once, in all tournaments together."""
    sparring_after_s: float = 3.0
    """How long a seeker of a casual match waits for another one before a sparring agent steps in."""
    elo_k: float = 32.0
    """The most one match moves a rating."""
    elo_start: float = 1500.0
    """The rating of an agent that has not played."""
    handshake_s: float = 5.0
    """How long a stream may take for its first message."""
    ping_every_s: float = 5.0
    """How often the lobby asks an agent whether it is alive."""
    silent_after_s: float = 15.0
    """How long an agent may leave a ping unanswered."""
    write_s: float = 15.0
    """How long a reader may take to read."""
    streams_per_team: int = 64
    """Streams a team, or a reader's machine, may hold at once."""
    streams: int = 4096
    """Calls of everybody together."""
    flood_burst: int = 200
    """Messages of a seat that are read at once in a turn."""
    flood_per_s: float = 200.0
    """Messages of a seat that are read in a second beyond that."""
    drain_s: float = 30.0
    """How long a stopping server waits for turns that are open; a turn cut off is opened again after the restart."""

    def __post_init__(self) -> None:
        if not 0 <= self.port < 65536:
            raise ArenaError(f"port: expected 0 to 65535, got {self.port}", USAGE)
        for name in ("concurrency", "streams_per_team", "streams", "flood_burst"):
            if getattr(self, name) < 1:
                raise ArenaError(f"{name}: expected at least 1, got {getattr(self, name)}", USAGE)
        for name in ("sparring_after_s", "handshake_s", "ping_every_s", "silent_after_s", "write_s", "flood_per_s"):
            if not 0 < getattr(self, name) < math.inf:
                raise ArenaError(f"{name}: expected more than 0, got {getattr(self, name)}", USAGE)
        if (self.tls_certificate is None) != (self.tls_key is None) or (self.tls_ca and not self.encrypted):
            raise ArenaError("expected tls_certificate and tls_key together, and tls_ca only beside them", USAGE)
        try:
            _ = [full_address(one) for one in self.announced]
        except ValueError as error:
            raise ArenaError(f"announce: {error}", USAGE) from None
        if not is_loopback(self.host) and not self.insecure_lan and not self.encrypted:
            raise ArenaError(
                f"listening on {self.host} would send tokens readable over the network; "
                "say insecure_lan (--insecure-lan) if everybody there may be trusted, or give a TLS certificate",
                USAGE,
            )

    @property
    def encrypted(self) -> bool:
        """Whether connections are."""
        return self.tls_certificate is not None

    @property
    def everywhere(self) -> bool:
        """Whether it listens on all addresses of this machine."""
        return self.host.strip("[]") in ("0.0.0.0", "::", "")

    @property
    def announced(self) -> tuple[str, ...]:
        """The host's own addresses for join files."""
        return tuple((self.announce or "").replace(",", " ").split())

    @property
    def records_are_open(self) -> bool:
        """Whether readers need no token."""
        return is_loopback(self.host) if self.open_records is None else self.open_records

    @property
    def address(self) -> str:
        """What to bind."""
        host = f"[{self.host}]" if ":" in self.host and not self.host.startswith("[") else self.host
        return f"{host}:{self.port}"

    @property
    def in_memory(self) -> bool:
        """True when nothing is kept."""
        return self.database == IN_MEMORY

    @property
    def host_token_file(self) -> Path | None:
        """Where the host's token lies; beside the database."""
        return self._beside(".host-token")

    @property
    def key_file(self) -> Path | None:
        """Where the key of the tickets lies; beside the database."""
        return self._beside(".key")

    def _beside(self, ending: str) -> Path | None:
        return None if self.in_memory else Path(self.database + ending)


def load(
    flags: Mapping[str, Value | None] | None = None,
    *,
    file: Path | None = None,
    environment: Mapping[str, str] = os.environ,
) -> Config:
    """The settings as they count; a flag that is None was not given.

    Args:
        flags: by field name.
        file: the settings file; by default ``gridarena.toml`` in the working directory, where there is one.
        environment: the process's variables.

    Raises:
        ArenaError: one line that says which setting makes no sense.
    """
    chosen: dict[str, Value] = _from_file(file)
    types = _types()
    for name in types:
        text = environment.get(PREFIX + name.upper())
        if text is not None:
            chosen[name] = _read(PREFIX + name.upper(), text, types[name])
    chosen |= {name: value for name, value in (flags or {}).items() if value is not None}
    return Config(**chosen)  # type: ignore[arg-type]


def _types() -> dict[str, type]:
    hints = get_type_hints(Config)
    return {field.name: _plain(hints[field.name]) for field in fields(Config)}


def _plain(hint: type) -> type:
    """The type itself, or of "T | None" the T."""
    return next(iter(get_args(hint)), hint)


def _from_file(file: Path | None) -> dict[str, Value]:
    path = file or Path(FILE)
    if file is None and not path.exists():
        return {}
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8-sig")).get("server", {})  # Notepad leaves a mark in front
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ArenaError(f"{path} cannot be read: {error}", USAGE) from error
    types = _types()
    unknown = sorted(set(table) - set(types))
    if unknown:
        raise ArenaError(f"{path}: [server] has no setting {unknown[0]!r}; there are {', '.join(types)}", USAGE)
    return {name: _read(f"{path}: {name}", value, types[name]) for name, value in table.items()}


def _read(where: str, value: object, kind: type) -> Value:
    if kind is float and type(value) is int:
        return float(value)
    if type(value) is kind:
        return value  # type: ignore[return-value]
    try:
        if isinstance(value, str):
            return _WORDS[value.strip().lower()] if kind is bool else kind(value)
    except (ValueError, KeyError):
        pass
    raise ArenaError(f"{where}: expected {_EXPECTED[kind]}, got {value!r}", USAGE)
