"""How far some long work is: what it is at, its share and the time left on a terminal; plain lines elsewhere."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from gridarena_cli.render.progress import duration
from gridarena_cli.terminal import console, note

Tell = Callable[[str, float], None]
"""Takes what is being done and the share that is behind, from 0 to 1."""


@contextmanager
def meter() -> Iterator[Tell]:
    """Shows what it is told, on standard error."""
    shown = console(stderr=True)
    if not shown.is_terminal:
        yield lambda what, share: note(f"{share:4.0%}  {what}")
        return
    began = time.monotonic()
    with shown.status("starting ...") as status:

        def update(what: str, share: float) -> None:
            spent = time.monotonic() - began
            left = f", about {duration(spent / share * (1 - share))} left" if share else ""
            status.update(f"{share:4.0%}  {what}{left}")

        yield update
