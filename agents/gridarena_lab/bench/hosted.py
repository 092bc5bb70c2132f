"""A measured process as its load generator sees it: started, asked, ended."""

import asyncio
import contextlib
import json
import sys
from types import TracebackType
from typing import Any, Self

from gridarena.errors import ArenaError
from gridarena_lab.bench.seats import Ticketed

LONGEST_LINE = 64 * 1024 * 1024
"""Bytes of one answer."""
PATIENCE_S = 10.0
"""How long a child may take to end by itself."""
READY_S = 120.0
"""Kernels may have to be compiled first."""


class Hosted:
    """A child process that runs one of :mod:`gridarena_lab.bench.host`'s servers; use it with ``async with``."""

    def __init__(self, *arguments: str) -> None:
        self._arguments = arguments
        self.greeting: dict[str, Any] = {}
        """What the child said when it was ready."""

    async def __aenter__(self) -> Self:
        self._child = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "gridarena_lab.bench.host",
            *self._arguments,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LONGEST_LINE,
            start_new_session=sys.platform != "win32",  # a terminal's Ctrl-C is for the parent, who then ends the child
        )
        try:
            self.greeting = await self._answer()
        except BaseException:
            await self._kill()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pipe().close()
        if error is None:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._child.wait(), PATIENCE_S)
        await self._kill()

    async def _kill(self) -> None:
        """A measurement that was broken off has nothing to lose."""
        if self._child.returncode is None:
            self._child.kill()
        await self._child.wait()

    async def open_matches(self, count: int, clock: str, budget_ms: int | None) -> list[Ticketed]:
        """So many live matches, waiting for their seats."""
        wish = {"matches": count, "clock": clock, "budget_ms": budget_ms}
        self._pipe().write(json.dumps(wish).encode() + b"\n")
        answer = await self._answer()
        return [Ticketed(match, (first, second), game) for match, (first, second), game in answer]

    def _pipe(self) -> asyncio.StreamWriter:
        assert self._child.stdin is not None
        return self._child.stdin

    async def _answer(self) -> Any:  # noqa: ANN401 - a line of JSON
        assert self._child.stdout is not None
        line = await asyncio.wait_for(self._child.stdout.readline(), READY_S)
        if not line:
            raise ArenaError("the measured process ended early; its error output says why")
        return json.loads(line)
