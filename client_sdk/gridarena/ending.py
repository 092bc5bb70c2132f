"""How a match ended, in words: the referee's sentence, and the command that shows the place where it was decided.

The SDK, `play`, `match`, `show` and `history` all take it from here, so that a student reads the same everywhere.
"""

from pathlib import Path

from gridarena_protocol.records import MatchResult, Record

BY_A_TURN = ("missing", "illegal", "taboo")
"""Terminations that the last turn alone decided."""


def sentence(record: Record) -> str:
    """Why the match ended, or that it has not."""
    if record.void is not None:
        return f"void, counts for nobody: {record.void}"
    return record.result.reason if record.result is not None else "still being played"


def look(match: int | str | Path, result: MatchResult | None) -> str:
    """The command that shows it; with the turn where one turn decided. ``match`` is its number or its file."""
    name = f'"{match}"' if " " in str(match) else str(match)
    turn = f" --turn {result.turns}" if result is not None and result.termination in BY_A_TURN else ""
    return f"gridarena show {name}{turn}"
