"""Which failures are known, and what each one ends the command with.

Looked at only after something failed, so it may import what it likes. The numbers of the server's codes are the SDK's,
so that `gridarena play` and a student's own `python mine.py` end alike.
"""

import typer

from gridarena.errors import ArenaError
from gridarena.errors import ServiceError as ToldByServer
from gridarena_cli.exits import CliError, Exit
from gridarena_games.errors import GameError, InvalidSetupError, UnknownGameError
from gridarena_server.errors import ArenaError as ServerStopped
from gridarena_server.errors import ServiceError
from gridarena_server.store.base import StoreError


def explain(error: Exception) -> CliError | None:
    """The one line and the number for a known failure; None for a mistake of ours."""
    match error:
        case CliError():
            return error
        case ServiceError():
            return CliError(Exit(ToldByServer(error.code, error.text).exit_code), error.text)
        case ArenaError() | ServerStopped():
            return CliError(Exit(error.exit_code), str(error))
        case StoreError():
            return CliError(Exit.DATABASE_UNUSABLE, str(error))
        case UnknownGameError():
            return CliError(Exit.NOT_FOUND, str(error))
        case InvalidSetupError():
            return CliError(Exit.BAD_FILE, str(error))
        case GameError():
            return CliError(Exit.PROBLEM, str(error))
        case OSError():
            return CliError(Exit.PROBLEM, _os_line(error))
    return _usage(error)


def _usage(error: Exception) -> CliError | None:
    """What typer complains of; its error classes have moved between versions, so they are found by their heir."""
    click_error = typer.BadParameter.__mro__[2]
    if not isinstance(error, click_error):
        return None
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "gridarena"
    message = " ".join(getattr(error, "format_message")().split())  # noqa: B009 -- the class has no public name
    return CliError(Exit.USAGE, f"{message} (see: {command} --help)")


def _os_line(error: OSError) -> str:
    where = f"{error.filename}: " if error.filename else ""
    return f"{where}{error.strerror or error}"
