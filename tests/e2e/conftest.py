"""Servers of their own processes: one that many tests share, and one that a test may stop."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from support.cli import Served, served


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """For tests that bring their own teams and leave the server as it was."""
    with served(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Served]:
    """Fresh, and the test's alone."""
    with served(tmp_path) as running:
        yield running
