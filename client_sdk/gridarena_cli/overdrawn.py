"""One line of a terminal that is drawn over while something goes on; nothing where nobody looks."""

from collections.abc import Callable
from typing import Self

from rich.console import RenderableType

from gridarena_cli.terminal import console


class Overdrawn:
    """The line, as long as the block lasts."""

    def __init__(self, line: Callable[[], RenderableType], *, wanted: bool = True) -> None:
        """``line`` is asked four times a second for what to show."""
        terminal = console(stderr=True)
        self._live = None
        if wanted and terminal.is_terminal:
            from rich.live import Live

            self._live = Live(console=terminal, transient=True, get_renderable=line, refresh_per_second=4)

    def __enter__(self) -> Self:
        if self._live is not None:
            self._live.start()
        return self

    def __exit__(self, *failure: object) -> None:
        if self._live is not None:
            self._live.stop()

    @property
    def seen(self) -> bool:
        """Somebody may be looking: there is a terminal."""
        return self._live is not None
