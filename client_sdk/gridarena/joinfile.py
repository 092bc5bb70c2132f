'''A team's way in, as one text file: addresses in order, whom to trust, the team's token.

TOML under a few lines for whoever opens it. Everything is in the file itself, the certificate too, so that there is one
thing to hand out and nothing to unpack.

    server = ["192.168.1.20:7437"]
    team = "owls"
    token = "ga_..."
    tls_name = "arena.example.org"          where no address is what the certificate is for
    ca = """-----BEGIN CERTIFICATE----- ..."""
'''

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gridarena.errors import UnusableFileError
from gridarena_protocol.options import full_address

LARGEST = 256 * 1024
"""Bytes; more is not a join file."""
_HEADER = """\
# gridarena: how team {team} gets in. Whoever has this file plays as your team: share it with nobody else.
#
#     {join}  once; from then on no command needs an address or a token
#     {play}
#     {doctor}  when something does not work

"""


@dataclass(frozen=True, slots=True)
class JoinFile:
    """What a join file says."""

    team: str
    addresses: tuple[str, ...]
    """"host:port", to be tried in order."""
    token: str = field(default="", repr=False)
    tls_name: str = ""
    """Whom the certificate is for; empty where each address tells, or for plaintext."""
    ca: str = field(default="", repr=False)
    """PEM of who signed it; empty for plaintext, or, beside a ``tls_name``, for an authority that everybody knows."""

    @property
    def text(self) -> str:
        """The file's contents."""
        said = {"server": list(self.addresses), "team": self.team, "token": self.token, "tls_name": self.tls_name}
        lines = [f"{key} = {json.dumps(value)}" for key, value in said.items() if value]
        if self.ca:
            lines.append(f"ca = '''\n{self.ca.strip()}\n'''")
        typed = {"join": f"gridarena join {self.team}.join", "play": "gridarena play ./mine.py:Mine"}
        padded = {
            name: line.ljust(len(typed["join"])) for name, line in (typed | {"doctor": "gridarena doctor"}).items()
        }
        header = _HEADER.format(team=self.team, **padded) if self.team else ""
        return header + "\n".join(lines) + "\n"


def read_join_file(path: Path) -> JoinFile:
    """What a host's join file says.

    Raises:
        UnusableFileError: it cannot be read or lacks something.
    """
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST + 1)
        if len(raw) > LARGEST:
            raise UnusableFileError(f"{path} is not a join file: it is larger than {LARGEST // 1024} KiB")
        data = tomllib.loads(raw.decode("utf-8-sig").replace("\r\n", "\n"))
    except OSError as error:
        raise UnusableFileError(f"expected a join file at {path}: {error.strerror}") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        reason = "not UTF-8 text" if isinstance(error, UnicodeDecodeError) else " ".join(str(error).split())
        raise UnusableFileError(f"{path} is not a join file ({reason}); ask the host for it again") from None
    return _checked(path, data)


def _checked(path: Path, data: Mapping[str, Any]) -> JoinFile:
    names = data.get("server")
    addresses = [names] if isinstance(names, str) else names
    if not isinstance(addresses, list) or not addresses or not all(isinstance(one, str) for one in addresses):
        raise UnusableFileError(f'{path}: expected server = "host:port" or a list of them, got {names!r}')
    texts = {key: data.get(key, "") for key in ("team", "token", "tls_name", "ca")}
    for key, text in texts.items():
        if not isinstance(text, str) or not (text.isprintable() or key == "ca"):
            raise UnusableFileError(f"{path}: expected {key} to be a line of text")
    if texts["ca"] and "-----BEGIN CERTIFICATE-----" not in texts["ca"]:
        raise UnusableFileError(f"{path}: expected ca to be a PEM certificate; ask the host for the file again")
    try:
        return JoinFile(addresses=tuple(map(full_address, addresses)), **texts)
    except ValueError as error:
        raise UnusableFileError(f"{path}: {error}") from None
