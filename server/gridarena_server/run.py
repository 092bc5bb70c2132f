"""Runs a server until it is asked to stop: politely the first time, at once the second.

Signals arrive the same way on every system: a plain handler that hands the request to the loop. (The loop's own
``add_signal_handler`` does not exist on Windows; the referee's heartbeat wakes the loop every few milliseconds, so
nothing is lost by doing without.) Leaving at once is safe at any time, for nothing is acknowledged that is not on the
disk.
"""

import asyncio
import contextlib
import gc
import os
import signal
from collections.abc import Callable, Iterator
from functools import partial
from types import FrameType

from gridarena_server.app import Server, serve
from gridarena_server.config import Config

INTERRUPTED = 130
"""Exit code of leaving at once."""


async def run_server(config: Config, on_ready: Callable[[Server], None]) -> None:
    """Serves until SIGINT, SIGTERM, Ctrl-Break or the host's Drain; a second signal ends the process at once.

    ``on_ready`` is called once the port answers; until then signals do what they did before. Raises ArenaError when
    the server cannot start.
    """
    async with contextlib.AsyncExitStack() as stack:
        server = await stack.enter_async_context(serve(config))
        spare_the_collector()
        with _signals(partial(server.request_drain, "the host stops the server")):
            on_ready(server)
            await server.drained()
            await stack.aclose()


def spare_the_collector() -> None:
    """What is loaded by now stays for good; looking through it again and again would only make turns late.

    What a turn leaves behind is freed by counting references; the collector is for rare cycles and may take its time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


@contextlib.contextmanager
def _signals(first: Callable[[], object]) -> Iterator[None]:
    """Calls ``first`` on the loop at the first signal."""
    loop = asyncio.get_running_loop()
    asked = False

    def stop(number: int, frame: FrameType | None) -> None:
        nonlocal asked
        if asked:
            os._exit(INTERRUPTED)
        asked = True
        loop.call_soon_threadsafe(first)

    names = ("SIGINT", "SIGTERM", "SIGBREAK")
    numbers = [number for name in names if (number := getattr(signal, name, None)) is not None]
    before = {number: signal.signal(number, stop) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
