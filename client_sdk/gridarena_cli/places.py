"""Where the server is and which token goes with it, when the command line does not say.

A host's commands run on the server's machine: its settings (`gridarena.toml`, environment) name the address and the
database, beside which lies the host's token. A student's commands find neither there and take the environment.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from gridarena.server import Server, find_servers
from gridarena_cli.exits import CliError, Exit
from gridarena_server.config import Config, load

HOST_TOKEN = "GRIDARENA_HOST_TOKEN"
_ANYWHERE = ("0.0.0.0", "::", "[::]")


def reader(server: str | None, token_file: Path | None) -> Server:
    """The server to ask, with whatever token this machine has for it."""
    return find_servers(server or here(load()), token_file=token_file)[0]


def host(server: str | None, file: Path | None) -> Server:
    """The server to govern, with the host's token.

    Raises:
        CliError: there is no token to be found.
    """
    config = load({"database": None if file is None else str(file)})
    token = os.environ.get(HOST_TOKEN)
    if not token:
        token = _host_token(config.host_token_file)
    return find_servers(server or here(config), token=token)[0]


def database(given: Path | None) -> Path:
    """The file a server started here would use."""
    return Path(load({"database": None if given is None else str(given)}).database)


def here(config: Config) -> str:
    """The address under which this machine's own server answers."""
    name = "127.0.0.1" if config.host in _ANYWHERE else config.host
    return f"[{name}]:{config.port}" if ":" in name and not name.startswith("[") else f"{name}:{config.port}"


def read_secret(path: Path) -> str:
    """A file's one line."""
    return path.read_text(encoding="utf-8").strip()


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
        return read_secret(path)
    except FileNotFoundError:
        raise CliError(Exit.TOKEN, f"expected the host's token at {path}: {advice}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise CliError(Exit.TOKEN, f"the host's token at {path} cannot be read ({error}): {advice}") from None
