"""Where a server is and how to be let in: an address, a token, and the file that holds both.

A token never needs to stand on a command line, where every user of the machine can read it: it may come from a file or
from the environment. A join file is TOML: ``server = "host:port"`` (or a list, tried in order), ``token``, and where
the server uses TLS ``ca``, the path of its certificate beside the file.
"""

import os
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from gridarena.errors import AddressError, UnusableFileError
from gridarena_protocol.options import full_address

SERVER_VARIABLE = "GRIDARENA_SERVER"
TOKEN_VARIABLE = "GRIDARENA_TOKEN"


@dataclass(frozen=True, slots=True)
class Server:
    """One server as a client needs it."""

    address: str
    """"host:port"."""
    token: str = field(default="", repr=False)
    ca: bytes | None = field(default=None, repr=False)
    """PEM certificate to trust; None for a plaintext connection."""


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
    """The servers to try in order: what is given counts before the join file, and that before the environment.

    Raises:
        AddressError: no address, or one that cannot be understood.
        UnusableFileError: a file that cannot be used.
    """
    joined = read_join_file(join_file) if join_file is not None else ()
    given = [server] if isinstance(server, str) else list(server or ())
    addresses = given or [one.address for one in joined] or environment.get(SERVER_VARIABLE, "").split()
    if not addresses:
        raise AddressError(f"expected a server's address: give --server HOST:PORT or set {SERVER_VARIABLE}")
    if token is None and token_file is not None:
        token = _text(token_file, "a file that holds the token").strip()
    if token is None:
        token = joined[0].token if joined else environment.get(TOKEN_VARIABLE, "")
    ca = joined[0].ca if joined else None
    return tuple(Server(parse_address(address), token, ca) for address in addresses)


def read_join_file(path: Path) -> tuple[Server, ...]:
    """The servers a host's join file names.

    Raises:
        UnusableFileError: it cannot be read or lacks something.
    """
    try:
        data = tomllib.loads(_text(path, "a join file"))
    except tomllib.TOMLDecodeError as error:
        raise UnusableFileError(f"{path} is not a join file ({error}); ask the host for it again") from None
    names, token, ca = data.get("server"), data.get("token", ""), data.get("ca")
    addresses = [names] if isinstance(names, str) else names
    if not isinstance(addresses, list) or not addresses or not all(isinstance(one, str) for one in addresses):
        raise UnusableFileError(f'{path}: expected server = "host:port" or a list of them, got {names!r}')
    if not isinstance(token, str) or not isinstance(ca, str | None):
        raise UnusableFileError(f"{path}: expected token and ca to be texts")
    certificate = None if ca is None else _text(path.parent / ca, "the server's certificate").encode()
    return tuple(Server(parse_address(one), token, certificate) for one in addresses)


def _text(path: Path, what: str) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8 text"
        raise UnusableFileError(f"expected {what} at {path}: {reason}") from None
