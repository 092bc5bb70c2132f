"""A database file looked at from outside, by plain SQLite."""

import sqlite3
from pathlib import Path

from gridarena_server.store.queries import TABLES


def damage(path: Path) -> list[str]:
    """What SQLite's own full check finds; empty when all is well."""
    db = sqlite3.connect(path)
    try:
        return [text for (text,) in db.execute("PRAGMA integrity_check") if text != "ok"]
    finally:
        db.close()


def seqs(path: Path) -> list[int]:
    """The numbers of all facts, sorted."""
    db = sqlite3.connect(path)
    try:
        return sorted(seq for table in TABLES for (seq,) in db.execute(f"SELECT seq FROM {table}"))
    finally:
        db.close()
