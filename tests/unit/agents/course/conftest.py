"""One generation of the course's modules at a time."""

from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

from support.course_modules import course_modules

Modules = dict[str, ModuleType]


@pytest.fixture(params=["classic", "v14"])
def modules(request: pytest.FixtureRequest) -> Iterator[Modules]:
    """Either generation."""
    with course_modules(request.param) as found:
        yield found


@pytest.fixture
def classic() -> Iterator[Any]:
    """The classic module ``sudoku``."""
    with course_modules("classic") as found:
        yield found["sudoku"]


@pytest.fixture
def v14() -> Iterator[Any]:
    """The v14 module ``sudoku``."""
    with course_modules("v14") as found:
        yield found["sudoku"]
