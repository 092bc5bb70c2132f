"""Long work finds out first whether its outcome can be kept."""

from pathlib import Path

from gridarena_cli.exits import CliError, Exit


def ensure_writable(file: Path, what: str) -> None:
    """Says now what would be said after hours; a file that was not there is not there afterwards.

    Raises:
        CliError: it cannot be written; ``what`` it is stands in the line.
    """
    new = not file.exists()
    try:
        file.open("a", encoding="utf-8").close()
        if new:
            file.unlink()
    except OSError as error:
        raise CliError(Exit.BAD_FILE, f"{what} cannot be written to {file}: {error.strerror}") from None
