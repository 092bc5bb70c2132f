"""The server's certificate: read once, tried out, and asked what it is for.

The trial is a whole TLS handshake in memory, as a client with the join file would make it. It finds at the start what
would otherwise keep sixty students out: a key of another certificate, an authority that did not sign it, a date that is
over. What the certificate says of itself comes out of the same handshake, so nothing here has to parse one.
"""

import re
import ssl
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from gridarena_protocol.options import host_of
from gridarena_server.errors import USAGE, ArenaError

_PEM = re.compile(r"-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----", re.DOTALL)
_WRONG_AUTHORITY = (18, 19, 20, 21)
"""OpenSSL's numbers for: signed by itself, by an unknown one, or by one that is not here."""
_Seen = dict[str, tuple[tuple[str, str], ...]]
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
    signed_by, advice = [_certificates(chain), ""], "name who signed it with tls_ca"
    if ca is not None:
        signed_by, advice = [_certificates(_read("tls_ca", ca))], f"{ca} did not sign it"
        if not signed_by[0]:
            raise ArenaError(f"tls_ca: expected a PEM certificate in {ca}", USAGE)
    authority, seen = _tried(certificate, server, signed_by, advice)
    names = tuple(str(name) for kind, name in seen.get("subjectAltName", ()) if kind in ("DNS", "IP Address"))
    if not names:
        raise ArenaError(f"tls_certificate: {certificate} names no host: expected a subjectAltName", USAGE)
    return Tls(chain, secret, authority, names, int(ssl.cert_time_to_seconds(str(seen["notAfter"]))))


def _tried(certificate: Path, server: ssl.SSLContext, signed_by: Sequence[str], advice: str) -> tuple[str, _Seen]:
    """The first of these authorities that a client believes, and what the client then sees; "" is the machine's own."""
    authority, *others = signed_by
    try:
        return authority, _meet(server, _client(authority))
    except ssl.SSLError as error:
        foreign, reason = getattr(error, "verify_code", 0) in _WRONG_AUTHORITY, _reason(error)
    if foreign and others:
        return _tried(certificate, server, others, advice)
    text = f"tls_certificate: no client believes {certificate} ({reason})"
    raise ArenaError(f"{text}: {advice}" if foreign else text, USAGE)


def _client(authority: str) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    if authority:
        context.load_verify_locations(cadata=authority)
    else:
        context.load_default_certs()
    return context


def _meet(server: ssl.SSLContext, client: ssl.SSLContext) -> _Seen:
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


def _certificates(pem: bytes) -> str:
    """The certificates of a file and nothing else of it: many keep their key in the same one."""
    return "\n".join(_PEM.findall(pem.decode("ascii", "replace")))


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
