"""What an examination of a machine or of an agent finds: one line each, in three levels.

A *problem* must be repaired and ends the command with 1, a *warning* will bite one day.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Level = Literal["ok", "warning", "problem"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of a report."""

    check: str
    """What was looked at, in one word."""
    level: Level
    text: str


def sound(findings: Iterable[Finding]) -> bool:
    """True when nothing must be repaired."""
    return all(finding.level != "problem" for finding in findings)
