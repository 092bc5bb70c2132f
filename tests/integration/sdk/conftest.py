"""The arena that most of these tests play in."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from support.arena import Arena, open_arena
from support.mortal import MortalServer


@pytest.fixture
async def arena(tmp_path: Path) -> AsyncIterator[Arena]:
    """A server on a port of its own, with nothing in it."""
    async with open_arena(tmp_path) as arena:
        yield arena


@pytest.fixture
async def mortal(tmp_path: Path) -> AsyncIterator[MortalServer]:
    """A running server in a process of its own."""
    server = MortalServer(tmp_path)
    await server.start()
    yield server
    await server.kill()
