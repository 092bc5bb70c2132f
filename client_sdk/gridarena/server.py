"""Where a server is and how to be let in: an address, a token, and whom to trust.

A token never needs to stand on a command line, where every user of the machine can read it: it comes from a join file,
given or kept, from a file of its own, or from the environment. It is only ever sent to a server that it was meant for:
a kept join file lends its token to the addresses it names.
"""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from gridarena import joins
from gridarena.errors import AddressError, UnusableFileError
from gridarena.joinfile import JoinFile, read_join_file
from gridarena_protocol.options import full_address

SERVER_VARIABLE = "GRIDARENA_SERVER"
TOKEN_VARIABLE = "GRIDARENA_TOKEN"


@dataclass(frozen=True, slots=True)
class Server:
    """One server as a client needs it."""

    address: str
    """"host:port"."""
    token: str = field(default="", repr=False)
    ca: str = field(default="", repr=False)
    """PEM of who signed its certificate; empty for plaintext, or, beside a ``tls_name``, for whom everybody knows."""
    tls_name: str = ""
    """Whom the certificate is for; empty where the address tells."""

    @property
    def encrypted(self) -> bool:
        """Whether the connection is."""
        return bool(self.ca or self.tls_name)


def parse_address(text: str) -> str:
    """A server's address with its port; "host", "host:port" and "[v6]:port" are understood.

    Raises:
        AddressError: it is none of them.
    """
    try:
        return full_address(text)
    except ValueError as error:
        raise AddressError(str(error)) from None


def find_servers(
    server: str | Sequence[str] | None = None,
    *,
    token: str | None = None,
    token_file: Path | None = None,
    join_file: Path | None = None,
    environment: Mapping[str, str] = os.environ,
) -> tuple[Server, ...]:
    """The servers to try in order: what is given, a join file, the environment, at last the newest kept join file.

    Raises:
        AddressError: no address, or one that cannot be understood.
        UnusableFileError: a file that cannot be used.
    """
    given = [server] if isinstance(server, str) else list(server or ())
    join = None if join_file is None else read_join_file(join_file)
    addresses = given or list(join.addresses if join else ()) or environment.get(SERVER_VARIABLE, "").split()
    known = join or _kept([parse_address(address) for address in addresses], environment)
    addresses = addresses or list(known.addresses if known else ())
    if not addresses:
        raise AddressError(
            f"expected a server: gridarena join FILE keeps the host's join file; or give --server or {SERVER_VARIABLE}"
        )
    if token is None and token_file is not None:
        token = read_token(token_file)
    if token is None and join is None:
        token = environment.get(TOKEN_VARIABLE)
    if known is None:
        return tuple(Server(parse_address(address), token or "") for address in addresses)
    if token is None:
        token = known.token
    return tuple(Server(parse_address(address), token, known.ca, known.tls_name) for address in addresses)


def read_token(path: Path) -> str:
    """The token a file holds, and nothing else.

    Raises:
        UnusableFileError: it cannot be read, or holds more, or something else.
    """
    token = _text(path, "a file that holds the token").strip()
    if not token.isascii() or not token.isprintable() or " " in token:
        raise UnusableFileError(f"expected a token and nothing else in {path}; a join file goes behind --join")
    return token


def _kept(addresses: Sequence[str], environment: Mapping[str, str]) -> JoinFile | None:
    """The newest kept join file, or the newest that names the first of these addresses."""
    if addresses:
        return joins.serving(addresses[0], environment)
    newest = joins.kept(environment)
    return newest[0].read() if newest else None


def _text(path: Path, what: str) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")  # Notepad leaves a mark in front
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8 text"
        raise UnusableFileError(f"expected {what} at {path}: {reason}") from None
