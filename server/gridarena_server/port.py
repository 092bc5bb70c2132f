"""Binds the server's port, or says in one line why not.

A plain socket is asked first: gRPC only tells that it failed, and writes a line of its own to standard error.
"""

import errno
import os
import socket

import grpc
import grpc.aio

from gridarena_server.config import Config
from gridarena_server.errors import PORT_IN_USE, USAGE, ArenaError
from gridarena_server.tls import Tls


def bind(server: grpc.aio.Server, config: Config, tls: Tls | None) -> int:
    """The port that was bound; nobody is answered before the server starts. Raises ArenaError."""
    host = config.host.strip("[]")
    try:
        _probe(host, config.port)
        if tls is None:
            return server.add_insecure_port(config.address)
        credentials = grpc.ssl_server_credentials([(tls.key, tls.certificate)])
        return server.add_secure_port(config.address, credentials)
    except socket.gaierror:
        raise ArenaError(f"host: expected an address of this machine, got {host!r}", USAGE) from None
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            text = f"port {config.port} is in use on {host}: is a server running already? choose another with --port"
            raise ArenaError(text, PORT_IN_USE) from error
        raise ArenaError(f"cannot listen on {host}, port {config.port}: {error.strerror}", USAGE) from error
    except RuntimeError as error:
        raise ArenaError(f"cannot listen on {host}, port {config.port}", USAGE) from error


def _probe(host: str, port: int) -> None:
    """Raises OSError when somebody listens on an address of the host, or when none can be listened on."""
    problems = []
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    for family, _, _, _, address in found:
        try:
            _try(family, address)
        except OSError as error:
            problems.append(error)
    for problem in problems:
        if problem.errno == errno.EADDRINUSE or len(problems) == len(found):
            raise problem


def _try(family: int, address: tuple[object, ...]) -> None:
    """Listens and lets go again; what is left of old connections is no hindrance."""
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        if os.name == "posix":  # on Windows this option would let two listen
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(address)
