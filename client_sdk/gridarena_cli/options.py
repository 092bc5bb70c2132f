"""Options that several commands share, so that they are called and explained the same everywhere.

No option takes a token: a command line can be read by every user of the machine. Tokens come from files or from the
environment.
"""

from pathlib import Path
from typing import Annotated

import typer

MOST_ID = 2**63 - 1
"""Larger numbers than any database gives."""
MOST_AT_ONCE = 10_000
"""Matches; more than any server plays at once."""

OfTournament = Annotated[
    int | None,
    typer.Option("--tournament", "-t", metavar="ID", min=1, max=MOST_ID, help="Of one tournament only."),
]
Server = Annotated[
    str | None,
    typer.Option(
        "--server",
        metavar="HOST:PORT",
        envvar="GRIDARENA_SERVER",
        help="Where the server is; this machine by default.",
        show_default=False,
    ),
]
TokenFile = Annotated[
    Path | None,
    typer.Option("--token-file", metavar="FILE", help="A file that holds the token (else GRIDARENA_TOKEN)."),
]
HostDatabase = Annotated[
    Path | None,
    typer.Option(
        "--database",
        metavar="FILE",
        envvar="GRIDARENA_DATABASE",
        help="The server's database: the host token lies beside it (else GRIDARENA_HOST_TOKEN).",
        show_default=False,
    ),
]

Json = Annotated[bool, typer.Option("--json", help="One JSON object on standard output, nothing else.")]
Game = Annotated[
    str | None,
    typer.Option(
        "--game", metavar="NAME", help="Which game; by default that of the newest tournament.", show_default=False
    ),
]
GameOfBoards = Annotated[
    str | None,
    typer.Option(
        "--game", metavar="NAME", help="Which game; by default the one the boards are of.", show_default=False
    ),
]
GameOption = Annotated[
    list[str] | None, typer.Option("--option", "-o", metavar="KEY=VALUE", help="An option of the game.")
]
UntilEof = Annotated[bool, typer.Option("--until-eof", hidden=True)]


def _match(text: str) -> str:
    if text.isascii() and text.isdecimal() and 0 < int(text) <= MOST_ID:
        return text
    if not Path(text).is_file():
        raise typer.BadParameter(
            f"expected a match's number, as `history` lists it, or a file that holds one, got {text!r}"
        )
    return text


Match = Annotated[
    str,
    typer.Argument(metavar="MATCH", callback=_match, help="A match's number, as `history` lists it, or its file."),
]
