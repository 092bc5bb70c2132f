"""What `serve` does around the server: says where it is once it answers, and keeps its log readable.

Until the server answers it may be compiling kernels, which no thread can be talked out of; Ctrl-C then ends the process
at once, which is safe because nothing has been promised yet.
"""

import asyncio
import logging
import os
import signal
from importlib.metadata import version
from pathlib import Path
from types import FrameType

from gridarena_cli.exits import Exit
from gridarena_cli.places import here
from gridarena_cli.processes import stop_at_eof
from gridarena_cli.terminal import note, put_json
from gridarena_server.app import Server
from gridarena_server.config import Config
from gridarena_server.run import run_server
from gridarena_server.store.place import warnings


def serve(config: Config, *, as_json: bool, until_eof: bool) -> None:
    """Runs the server until it is asked to stop."""
    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s", level=logging.WARNING)
    signal.signal(signal.SIGINT, _leave)
    if until_eof:
        stop_at_eof()
    if not as_json:
        note("Starting ...")

    def on_ready(server: Server) -> None:
        if as_json:
            put_json(ready(server))
        else:
            for line in welcome(server):
                note(line)

    asyncio.run(run_server(config, on_ready))
    if not as_json:
        note("Stopped. Whatever was unfinished goes on at the next start.")


def ready(server: Server) -> dict[str, str | None]:
    """Where the server is and where its things lie."""
    token_file = server.config.host_token_file
    return {
        "address": address(server),
        "database": _absolute(server.config),
        "host_token_file": None if token_file is None else str(token_file.absolute()),
    }


def welcome(server: Server) -> list[str]:
    """The same for a person, with what a host should know of the place."""
    config = server.config
    lines = [f"gridarena {version('gridarena')} listens at {address(server)}", f"records: {_absolute(config)}"]
    if config.host_token_file is None:
        lines.append(f"host token (kept nowhere): {server.host_token}")
    else:
        lines.append(f"host token: {config.host_token_file.absolute()}")
        lines += [f"warning: {text}" for text in warnings(Path(config.database))]
    if not config.records_are_open:
        lines.append("Reading needs a token.")
    lines.append("Ctrl-C stops it.")
    return lines


def address(server: Server) -> str:
    """Where a client on this machine finds it."""
    return f"{here(server.config).rpartition(':')[0]}:{server.port}"


def _absolute(config: Config) -> str:
    return config.database if config.in_memory else str(Path(config.database).absolute())


def _leave(number: int, frame: FrameType | None) -> None:
    os._exit(Exit.INTERRUPTED)
