"""The arena that most of these tests play in."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from support.arena import Arena, open_arena


@pytest.fixture
async def arena(tmp_path: Path) -> AsyncIterator[Arena]:
    """A server on a port of its own, with nothing in it."""
    async with open_arena(tmp_path) as arena:
        yield arena
