"""A server for the tests that only look."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from support.cli import Served, served


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    """A fresh server of its own process."""
    with served(tmp_path) as running:
        yield running
