"""Independently computed figures of ratings and sequential tests, in the shared folder."""

import json
from typing import Any

from support.shared import shared


def rating_vectors(name: str) -> Any:
    """One part of the file; the test is skipped where there is none."""
    return json.loads(shared("vectors/rating_vectors.json").read_text(encoding="utf-8"))[name]
