"""A match in a file: what `show --json` prints, and what `match` keeps of a match that no server has.

Whoever takes a match's number takes such a file as well, so that a student looks into an offline match with the same
commands.
"""

import json
from dataclasses import fields
from pathlib import Path

from gridarena._plain import build
from gridarena.errors import UnusableFileError
from gridarena.running import LOGS
from gridarena_cli.render import shapes
from gridarena_protocol.records import Record, chain


def keep(record: Record, number: int, folder: Path | None = None) -> Path:
    """Writes a match beside the logs (or there), over the one that was kept under this number."""
    path = (folder or Path(LOGS)) / f"match-{number}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(shapes.whole_match(record)) + "\n", encoding="utf-8")
    return path


def read(path: Path) -> Record:
    """The match in this file.

    Raises:
        UnusableFileError: it holds none.
    """
    try:
        shape = json.loads(path.read_text(encoding="utf-8-sig"))  # Notepad leaves a mark in front
        record = build(Record, {field.name: shape[field.name] for field in fields(Record)})
        chain(record.header, record.turns)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        why = error.strerror if isinstance(error, OSError) else f"{type(error).__name__}: {error}"
        raise UnusableFileError(
            f"expected a match in {path}, as `gridarena show MATCH --json` prints it: {why}"
        ) from None
    return record
