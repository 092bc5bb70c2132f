"""What gRPC reports, as one line for a person: what was expected, what came, what to do."""

import re

import grpc
import grpc.aio

from gridarena.errors import NOT_OURS, TLS_MISMATCH, UNREACHABLE, ServiceError
from gridarena.server import Server

CODE_KEY = "gridarena-code"
"""Trailing metadata that carries the server's own code."""

_TLS = re.compile(r"ssl|tls|certificate|handshake|wrong_version|verification check", re.IGNORECASE)
_NO_HOST = re.compile(r"dns|name resolution|nodename|getaddrinfo|address lookup|errors resolving", re.IGNORECASE)
_WAYS = {
    "connection refused": "connection refused: is it running, and is the port right?",
    "no route to host": "no route to host: are both in one network? macOS asks once whether the terminal may use it",
    "network is unreachable": "network is unreachable: is this machine online?",
    "timed out": "no answer: a firewall between the two drops the connection, or the address is wrong",
    "timeout": "no answer: a firewall between the two drops the connection, or the address is wrong",
}


def explain(error: grpc.aio.AioRpcError, server: Server) -> ServiceError:
    """The server's own code where it gave one, else what the transport tells."""
    text = error.details() or ""
    for key, value in error.trailing_metadata() or ():
        if key == CODE_KEY:
            code = value if isinstance(value, str) else bytes(value).decode("ascii", "replace")
            return ServiceError(code, f"{server.address}: {text}")
    return _transport(error.code(), text, server)


def interrupted(error: ServiceError, server: Server) -> str:
    """The same of a connection that has worked: neither TLS nor port nor firewall is to blame."""
    if error.code not in (UNREACHABLE, TLS_MISMATCH):
        return str(error)
    return f"the connection to {server.address} was interrupted"


def garbled(server: Server, error: Exception) -> ServiceError:
    """An answer that is not a message of this protocol."""
    return ServiceError(NOT_OURS, f"{server.address} sent what this SDK cannot read ({error}); are both up to date?")


def _transport(status: grpc.StatusCode, text: str, server: Server) -> ServiceError:
    where = server.address
    match status:
        case grpc.StatusCode.UNAVAILABLE | grpc.StatusCode.UNKNOWN | grpc.StatusCode.INTERNAL:
            return _no_connection(text, server)
        case grpc.StatusCode.DEADLINE_EXCEEDED:
            return ServiceError(UNREACHABLE, f"the server at {where} did not answer in time; try again")
        case grpc.StatusCode.UNAUTHENTICATED:
            return ServiceError("bad_token", f"{where} does not accept this token; ask the host for your team's")
        case grpc.StatusCode.UNIMPLEMENTED:
            return ServiceError(NOT_OURS, f"{where} answers, but is not a gridarena server that knows this request")
        case grpc.StatusCode.CANCELLED:
            return ServiceError(UNREACHABLE, f"the connection to {where} was closed")
        case _:
            return ServiceError(status.name.lower(), f"{where}: {_short(text)} ({status.name})")


def _no_connection(text: str, server: Server) -> ServiceError:
    where = server.address
    if _TLS.search(text):
        return ServiceError(TLS_MISMATCH, f"{where}: no secure connection ({_short(text)}); {_tls_advice(server)}")
    if _NO_HOST.search(text):
        host = where.rpartition(":")[0]
        return ServiceError(UNREACHABLE, f"no machine is called {host!r}; check the server's address")
    for sign, meaning in _WAYS.items():
        if sign in text.lower():
            return ServiceError(UNREACHABLE, f"no server answers at {where} ({meaning})")
    return ServiceError(UNREACHABLE, f"the connection to {where} broke ({_short(text)}); {_tls_advice(server)}")


def _tls_advice(server: Server) -> str:
    if not server.encrypted:
        return "if the server uses TLS, use its join file; else is the port a gridarena server's?"
    return "does the server use TLS, with the certificate of this join file?"


def _short(text: str) -> str:
    last = text.rpartition("last error: ")[2]
    return " ".join(last.split())[:160] or "no reason given"
