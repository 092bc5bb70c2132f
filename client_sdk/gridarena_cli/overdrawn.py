"""One line of a terminal that is drawn over while something goes on; nothing where nobody looks."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Self

from rich.console import RenderableType

from gridarena_cli.terminal import console

if TYPE_CHECKING:
    from rich.live import Live


class Overdrawn:
    """The line, as long as the block lasts."""

    def __init__(self, line: Callable[[], RenderableType], *, wanted: bool = True) -> None:
        """``line`` is asked four times a second for what to show, within the block only."""
        self._line_of = line
        self._terminal = console(stderr=True)
        self._live: Live | None = None
        self.seen = wanted and self._terminal.is_terminal
        """Somebody may be looking: there is a terminal."""

    def __enter__(self) -> Self:
        if self.seen:
            from rich.live import Live

            live = Live(console=self._terminal, transient=True, get_renderable=self._line_of, refresh_per_second=4)
            live.start()
            self._live = live
        return self

    def __exit__(self, *failure: object) -> None:
        if self._live is not None:
            self._live.stop()
