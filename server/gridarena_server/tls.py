"""The server's certificate: read once, tried out, and asked what it is for.

The trial is a whole TLS handshake in memory, as a client with the join file would make it. It finds at the start what
would otherwise keep sixty students out: a key of another certificate, an authority that did not sign it, a date that is
over. What the certificate says of itself comes out of the same handshake, so nothing here has to parse one.
"""

import ssl
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from gridarena_protocol.options import host_of
from gridarena_server.errors import USAGE, ArenaError

_STEPS = 20
"""A handshake takes four."""


@dataclass(frozen=True, slots=True)
class Tls:
    """What the server proves its identity with, and how a client checks it."""

    certificate: bytes = field(repr=False)
    key: bytes = field(repr=False)
    ca: str = field(repr=False)
    """PEM of who signed it; empty for an authority that every machine knows."""
    names: tuple[str, ...]
    """Hosts and addresses the certificate is for."""
    until: int
    """When it ends, in UTC seconds."""

    def name_for(self, addresses: Iterable[str]) -> str:
        """The name that clients must check instead of the address they call; empty where each address will do."""
        hosts = [host_of(address) for address in addresses]
        if self.ca and all(any(_covers(name, host) for name in self.names) for host in hosts):
            return ""
        return next(
            (host for host in hosts if any(_covers(name, host) for name in self.names)), _concrete(self.names[0])
        )


def load(certificate: Path, key: Path, ca: Path | None = None) -> Tls:
    """Reads and tries a certificate.

    Args:
        certificate: PEM, behind it those in between it and the authority.
        key: PEM, not encrypted.
        ca: PEM of the authority; None where the certificate signs itself, or every machine knows who signed it.

    Raises:
        ArenaError: one line that says what is wrong with which file.
    """
    chain, secret = _read("tls_certificate", certificate), _read("tls_key", key)
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        server.load_cert_chain(certificate, key, password=lambda: "")
    except ssl.SSLError as error:
        what = "does not belong to" if "MISMATCH" in str(error) else "cannot be used with"
        raise ArenaError(f"tls_key: {key} {what} {certificate} ({_reason(error)}): expected PEM files", USAGE) from None
    if ca is not None:
        authority = _read("tls_ca", ca).decode("ascii", "replace")
        return _tried(certificate, server, chain, secret, authority, f"{ca} did not sign it")
    try:
        return _tried(certificate, server, chain, secret, chain.decode("ascii", "replace"), "")
    except ArenaError:
        return _tried(certificate, server, chain, secret, "", "name who signed it with tls_ca")


def _tried(certificate: Path, server: ssl.SSLContext, chain: bytes, key: bytes, ca: str, advice: str) -> Tls:
    client = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    client.check_hostname = False
    try:
        if ca:
            client.load_verify_locations(cadata=ca)
        else:
            client.load_default_certs()
        seen = _meet(server, client)
    except ssl.SSLError as error:
        text = f"tls_certificate: {certificate} convinces no client ({_reason(error)})"
        raise ArenaError(f"{text}: {advice}" if advice else text, USAGE) from None
    names = tuple(str(name) for kind, name in seen.get("subjectAltName", ()) if kind in ("DNS", "IP Address"))
    if not names:
        raise ArenaError(f"tls_certificate: {certificate} names no host: expected a subjectAltName", USAGE)
    return Tls(chain, key, ca, names, int(ssl.cert_time_to_seconds(str(seen["notAfter"]))))


def _meet(server: ssl.SSLContext, client: ssl.SSLContext) -> dict[str, tuple[tuple[str, str], ...]]:
    """Lets both shake hands and returns what the client has learnt of the server. Raises ssl.SSLError."""
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    guest = client.wrap_bio(to_client, to_server)
    sides = (guest, server.wrap_bio(to_server, to_client, server_side=True))
    for step in range(_STEPS):
        try:
            sides[step % 2].do_handshake()
        except ssl.SSLWantReadError:
            continue
    return guest.getpeercert() or {}  # type: ignore[return-value]


def _covers(name: str, host: str) -> bool:
    name, host = name.lower(), host.lower()
    return name == host or (name.startswith("*.") and host.partition(".")[2] == name[2:])


def _concrete(name: str) -> str:
    return f"gridarena{name[1:]}" if name.startswith("*.") else name


def _read(setting: str, path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise ArenaError(f"{setting}: {path} cannot be read: {error.strerror}", USAGE) from None


def _reason(error: ssl.SSLError) -> str:
    return str(getattr(error, "verify_message", "") or error.reason or error)
