"""Work that begins at once: a coroutine run on its caller's stack as far as it comes without waiting.

A task begins a pass of the event loop after somebody asks for it. For a message of fifty bytes that pass takes longer
than everything between a verdict and its bytes, twice a turn. Tasks can begin at once from Python 3.12 on; this is the
part of them that Python 3.11 lacks, for work that waits for nothing but futures.
"""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any


class Errand:
    """One coroutine under way. Its caller hears of the end by ``done``, which may be called before ``run`` returns."""

    __slots__ = ("_awaited", "_done", "_work")

    def __init__(self, work: Coroutine[Any, Any, None], done: Callable[[BaseException | None], None]) -> None:
        """Takes the work, which ``run`` begins, and whom to tell what it raised; None is a good end."""
        self._work = work
        self._done = done
        self._awaited: asyncio.Future[Any] | None = None

    def run(self, _: object = None) -> None:
        """Goes on until the work has to wait; comes back by itself when that is over."""
        try:
            self._awaited = self._work.send(None)
        except StopIteration:
            self._done(None)
        except (Exception, asyncio.CancelledError) as error:  # noqa: BLE001  whoever runs it is not to blame
            self._done(error)
        else:
            self._awaited.add_done_callback(self.run)

    def cancel(self) -> None:
        """What the work waits for is given up: it sees a CancelledError in the next pass of the loop."""
        if self._awaited is not None:
            self._awaited.cancel()
