"""How far some long work is: what it is at, its share and the time left on a terminal; plain lines elsewhere."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from gridarena.durations import spoken
from gridarena_cli.terminal import console, note

STEP = 0.05
"""Plain lines are no closer than this share of the whole."""

Tell = Callable[[str, float], None]
"""Takes what is being done and the share that is behind, from 0 to 1."""


@contextmanager
def meter() -> Iterator[Tell]:
    """Shows what it is told, on standard error."""
    shown = console(stderr=True)
    began = time.monotonic()
    if not shown.is_terminal:
        yield _Lines(began).tell
        return
    with shown.status("starting ...") as status:

        def update(what: str, share: float) -> None:
            status.update(_line(what, share, time.monotonic() - began))

        yield update


class _Lines:
    """A plain line for every share that is new, but not one for each of a hundred small steps."""

    def __init__(self, began: float) -> None:
        self._began = began
        self._said = 0.0

    def tell(self, what: str, share: float) -> None:
        if not self._said or share >= min(1, self._said + STEP):
            self._said = share
            note(_line(what, share, time.monotonic() - self._began))


def _line(what: str, share: float, spent_s: float) -> str:
    left = f", about {spoken(spent_s / share * (1 - share))} left" if 0 < share < 1 else ""
    return f"{share:4.0%}  {what}{left}"
