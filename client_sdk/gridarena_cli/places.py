"""Where the server is and which token goes with it, when the command line does not say.

A host's commands run on the server's machine: its settings (`gridarena.toml`, environment) name the database, beside
which the server has left its token and, in a file like a join file, the address it got. A student's commands find
neither there and take the environment, or the join file that was kept.
"""

import os
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from gridarena.errors import UnusableFileError
from gridarena.joinfile import JoinFile, read_join_file
from gridarena.joins import kept, write_secret
from gridarena.server import SERVER_VARIABLE, Server, find_servers, read_token
from gridarena_cli.exits import CliError, Exit
from gridarena_server.config import Config, load
from gridarena_server.tls import Tls

HOST_TOKEN = "GRIDARENA_HOST_TOKEN"
CONNECT_S = 1.0
"""How long an address may take to accept a connection, where there is another one."""


def servers(server: str | None, token_file: Path | None, join_file: Path | None = None) -> tuple[Server, ...]:
    """The servers to try in order, with whatever token this machine has for them; at last this machine's own."""
    given = server.split() if server else None
    if given or join_file or SERVER_VARIABLE in os.environ or kept():
        return find_servers(given, token_file=token_file, join_file=join_file)
    config = load()
    own = local(config)
    (found,) = find_servers(own.address, token_file=token_file)
    return (replace(found, token=found.token or _own_token(config), ca=own.ca, tls_name=own.tls_name),)


def reader(server: str | None, token_file: Path | None) -> Server:
    """The server to ask: of several addresses the first that anybody listens at."""
    return first_that_listens(servers(server, token_file))


def first_that_listens(found: Sequence[Server]) -> Server:
    """The first where a connection can be made, or simply the first: asking it will say what is the matter."""
    for one in found if len(found) > 1 else ():
        name, _, port = one.address.rpartition(":")
        try:
            socket.create_connection((name.strip("[]"), int(port)), CONNECT_S).close()
        except OSError:
            continue
        return one
    return found[0]


def host(server: str | None, file: Path | None) -> Server:
    """The server to govern, with the host's token.

    Raises:
        CliError: there is no token to be found.
    """
    config = load({"database": None if file is None else str(file)})
    token = os.environ.get(HOST_TOKEN)
    if server and token:
        return find_servers(server.split(), token=token)[0]
    token = token or _host_token(config.host_token_file)
    own = local(config)
    found = find_servers(server.split() if server else own.address, token=token)[0]
    return replace(found, ca=found.ca or own.ca, tls_name=found.tls_name or own.tls_name)


def local(config: Config) -> Server:
    """This machine's own server: as it said when it last started here, else as the settings say."""
    path = address_file(config)
    if path is not None and path.is_file():
        said = read_join_file(path)
        return Server(said.addresses[0], "", said.ca, said.tls_name)
    return Server(here(config))


def _own_token(config: Config) -> str:
    """The host's token on the host's machine: a host reads what is closed to others, without a flag."""
    path = config.host_token_file
    try:
        return "" if path is None else read_token(path)
    except UnusableFileError:
        return ""


def leave_address(config: Config, address: str, tls: Tls | None) -> None:
    """Writes down, beside the database, where commands on this machine find the server and what they need for TLS."""
    path = address_file(config)
    if path is not None:
        said = (
            JoinFile("", (address,)) if tls is None else JoinFile("", (address,), "", tls.name_for([address]), tls.ca)
        )
        write_secret(path, said.text)


def address_file(config: Config) -> Path | None:
    """Where that lies."""
    return None if config.in_memory else Path(f"{config.database}.address")


def database(given: Path | None) -> Path:
    """The file a server started here would use."""
    return Path(load({"database": None if given is None else str(given)}).database)


def here(config: Config) -> str:
    """The address under which this machine's own server answers."""
    name = "127.0.0.1" if config.everywhere else config.host
    return f"[{name}]:{config.port}" if ":" in name and not name.startswith("[") else f"{name}:{config.port}"


@contextmanager
def new_secret(path: Path) -> Iterator[Callable[[str], None]]:
    """A new file that its owner alone can read, open before the secret is asked for: it may be shown only once.

    When the block fails, the file is gone again.

    Raises:
        CliError: there is a file already, or none can be made.
    """
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise CliError(Exit.USAGE, f"{path} exists already; name a new file") from None
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            yield lambda secret: file.writelines([secret, "\n"])
    except BaseException:
        path.unlink()
        raise


def _host_token(path: Path | None) -> str:
    advice = f"serve first, name the server's file with --database, or set {HOST_TOKEN}"
    if path is None:
        raise CliError(Exit.TOKEN, f"a server that keeps nothing has no token file: set {HOST_TOKEN}")
    try:
        return read_token(path)
    except UnusableFileError as error:
        raise CliError(Exit.TOKEN, f"the host's token: {error}; {advice}") from None
