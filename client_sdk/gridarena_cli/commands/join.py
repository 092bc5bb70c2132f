"""`join`: keeps the host's file, so that nothing later needs an address or a token."""

from pathlib import Path
from typing import Annotated

import typer

from gridarena_cli import options


def join(
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="The join file you got from the host.", show_default=False)
    ] = None,
    listing: Annotated[bool, typer.Option("--list", help="Show what is kept; the first one counts.")] = False,
    use: Annotated[
        str | None, typer.Option("--use", metavar="NAME", help="Let this one count, as --list names it.")
    ] = None,
    forget: Annotated[str | None, typer.Option("--forget", metavar="NAME", help="Keep this one no longer.")] = None,
    as_json: options.Json = False,
) -> None:
    """Keeps the join file of your team and tries its addresses; from then on no command needs an address or a token."""
    from gridarena_cli import joining
    from gridarena_cli.exits import CliError, Exit

    asked = (file is not None, listing, use is not None, forget is not None)
    if sum(asked) != 1:
        raise CliError(
            Exit.USAGE, "expected one of FILE, --list, --use NAME, --forget NAME (see: gridarena join --help)"
        )
    if file is not None:
        raise typer.Exit(joining.join(file, as_json=as_json))
    if forget is not None:
        joining.forget(forget)
    elif use is not None:
        joining.use(use)
    joining.show_kept(as_json=as_json)
