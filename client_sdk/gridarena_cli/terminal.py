"""What reaches a person's terminal or a script's pipe, and how.

Everything that came over the network goes through :func:`plain` first: a team's name or an agent's line of thought
must not be able to move a cursor, change a colour or reverse a line. Colours follow `NO_COLOR` and vanish in pipes, by
rich's own doing. Streams are UTF-8 on Windows too, where a pipe would otherwise be in an old code page and break on the
first table. JSON is written as ASCII, so that no reader needs to know about encodings at all.
"""

import json
import sys
import unicodedata
from typing import TYPE_CHECKING, Any, TextIO

from gridarena_cli.exits import CliError, Exit

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

_ENDLESS = 10_000
"""Columns in which every table fits."""
_SHORT = 8
"""Columns that a name may be folded to."""
PIPE_WIDTH = 120
"""Columns assumed where nobody looks: rich's own 80 would fold tables."""


def utf8(*streams: TextIO) -> None:
    """Streams write UTF-8 and never fail on a character, whatever the machine's code page."""
    for stream in streams:
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="replace")


def plain(text: str) -> str:
    """Text without anything that steers a terminal: control and formatting characters become spaces or vanish."""
    return "".join(" " if unicodedata.category(char) in ("Cc", "Zl", "Zp") else char for char in text if _shows(char))


def _shows(char: str) -> bool:
    return unicodedata.category(char) not in ("Cf", "Cs")


def console(*, stderr: bool = False) -> "Console":
    """A console as wide as the terminal, or wide enough for a table in a pipe."""
    from rich.console import Console

    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() else PIPE_WIDTH
    return Console(file=stream, width=width, highlight=False, markup=False, emoji=False)


def show(*renderables: Any) -> None:  # noqa: ANN401 -- whatever rich can draw
    """Draws on standard output. A table that is too wide runs on in the next line instead of losing digits."""
    for one in renderables:
        screen = console()
        screen.width = max(screen.width, least_width(screen, one))
        screen.print(one, crop=False)


def least_width(screen: "Console", renderable: Any) -> int:  # noqa: ANN401 -- as show
    """Of a table: every column that must not fold as wide as it is, the others at least as wide as a short word."""
    from rich.measure import Measurement
    from rich.table import Table

    if not isinstance(renderable, Table):
        return 0
    wide = screen.options.update(max_width=_ENDLESS)
    least = Measurement.get(screen, wide, renderable).maximum
    for column in renderable.columns:
        if not column.no_wrap:
            widest = max(Measurement.get(screen, wide, cell).maximum for cell in (column.header, *column.cells))
            least -= max(0, widest - _SHORT)
    return least


def show_line(text: "Text") -> None:
    """One line on standard output, however long: it folds at the terminal's edge and stays one line in a pipe."""
    console().print(text, soft_wrap=True)


def note(text: str) -> None:
    """One line for people on standard error, at once, so that standard output stays what was asked for."""
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def put_json(value: object) -> None:
    """One JSON object in one line on standard output."""
    sys.stdout.write(json.dumps(value, ensure_ascii=True) + "\n")
    sys.stdout.flush()


def insist(question: str, *, because: str, refused: str) -> None:
    """Goes on only after a yes.

    Args:
        question: What is asked.
        because: Why it must be, said where there is nobody to ask.
        refused: What has not happened after a no.

    Raises:
        CliError: there was a no, or nobody to ask.
    """
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise CliError(Exit.USAGE, f"{because} and nobody is here to ask: add --yes")
    sys.stderr.write(f"{question} [y/N] ")
    sys.stderr.flush()
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        raise CliError(Exit.REFUSED, refused)
