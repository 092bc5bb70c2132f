"""A report's lines, for people and for scripts; `doctor` and `check` look alike."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from rich.text import Text

from gridarena.findings import Finding, sound
from gridarena_cli.terminal import plain

_STYLE = {"ok": "green", "warning": "yellow", "problem": "bold red"}


def line(finding: Finding) -> Text:
    """Level, what was looked at, what was found."""
    level = Text(f"{finding.level:<9}", style=_STYLE[finding.level])
    return level + Text(f"{finding.check:<10}{plain(finding.text)}")


def shape(findings: Sequence[Finding]) -> dict[str, Any]:
    """All of it, and whether something must be repaired."""
    return {"ok": sound(findings), "findings": [asdict(finding) for finding in findings]}
