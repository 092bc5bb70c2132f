"""The entry point: every way to fail becomes one line on standard error and a number of :class:`Exit`.

A traceback on a user's terminal is a bug, so this is the one place that catches everything. It imports as little as it
can before it may fail: `gridarena --help` must answer at once on an old laptop, and Ctrl-C is quiet from the start.
"""

import os
import sys
from collections.abc import Sequence

from gridarena_cli.exits import CliError, Exit
from gridarena_cli.terminal import note, plain, utf8


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and says how it ended; never raises."""
    utf8(sys.stdout, sys.stderr)
    words = list(sys.argv[1:] if arguments is None else arguments)
    debug = "--debug" in words
    words = [word for word in words if word != "--debug"]
    try:
        return _run(words)
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    except BrokenPipeError:
        _forget_stdout()
        return Exit.PROBLEM
    except Exception as error:  # noqa: BLE001 -- the boundary: whatever came, a person reads one line
        return _report(error, debug=debug)


def _run(words: list[str]) -> int:
    import typer

    from gridarena_cli.app import app

    command = typer.main.get_command(app)
    try:
        code = command(args=words or ["--help"], prog_name="gridarena", standalone_mode=False)
    except typer.Abort:
        return Exit.INTERRUPTED
    sys.stdout.flush()
    return code if isinstance(code, int) else Exit.OK


def _report(error: Exception, *, debug: bool) -> int:
    if debug:
        import traceback

        traceback.print_exception(error)
    failure = _known(error)
    if failure is None:
        kind = type(error).__name__
        hint = "" if debug else " (run it again with --debug for the details a bug report needs)"
        failure = CliError(Exit.BUG, f"this is a mistake in gridarena: {kind}: {error}{hint}")
    note(f"gridarena: {plain(str(failure)).strip()}")
    return failure.exit_code


def _known(error: Exception) -> CliError | None:
    try:
        from gridarena_cli.failures import explain
    except ImportError as missing:
        return CliError(Exit.PROBLEM, f"this installation is broken ({missing}); install gridarena anew")
    return explain(error)


def _forget_stdout() -> None:
    """Nobody reads any more (`gridarena history | head`): keeps the interpreter from complaining while it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
