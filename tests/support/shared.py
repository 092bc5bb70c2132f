"""Verified positions that live outside the project: the folder named by GRIDARENA_SHARED, else ``../shared``."""

import os
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]


def shared(path: str) -> Path:
    """A shared file or folder; the test is skipped where there is none."""
    root = Path(os.environ.get("GRIDARENA_SHARED") or PROJECT.parent / "shared")
    found = root / path
    if not found.exists():
        pytest.skip(f"{path} is not in {root}: set GRIDARENA_SHARED to the folder of verified positions")
    return found
