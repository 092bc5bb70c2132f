"""Brings a database's schema up to date, or refuses to touch it.

Each step runs in one transaction together with its own record, so that a kill in between leaves either both or neither.
A database that a newer gridarena has migrated is refused, for this one does not know what its tables mean; so is one
whose recorded step is not the step we know under that number.
"""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files

import aiosqlite

from gridarena_server.store.base import StoreError

_NAME = re.compile(r"(\d{4})_\w+\.sql")

_MIGRATION_TABLE = """
CREATE TABLE IF NOT EXISTS migration (
    number   INTEGER PRIMARY KEY,
    name     TEXT NOT NULL,
    checksum TEXT NOT NULL,
    at       TEXT NOT NULL
)
"""


@dataclass(frozen=True, slots=True)
class Migration:
    """One step of the schema."""

    number: int
    name: str
    sql: str

    @property
    def checksum(self) -> str:
        """SHA-256 of the step's text; a checkout with other line ends is the same step."""
        return hashlib.sha256(self.sql.replace("\r\n", "\n").encode()).hexdigest()

    @property
    def script(self) -> str:
        """The step and its own record as one transaction. Nothing in it comes from outside this distribution."""
        return (
            f"BEGIN IMMEDIATE;\n{_MIGRATION_TABLE};\n{self.sql}\n"
            f"INSERT INTO migration VALUES ({self.number}, '{self.name}', '{self.checksum}', datetime('now'));\n"
            "COMMIT;"
        )


def shipped() -> list[Migration]:
    """The steps of this distribution in order."""
    texts = {file.name: file for file in files("gridarena_migrations").iterdir() if _NAME.fullmatch(file.name)}
    return [Migration(int(name[:4]), name, texts[name].read_text(encoding="utf-8")) for name in sorted(texts)]


async def migrate(db: aiosqlite.Connection, migrations: Sequence[Migration]) -> list[Migration]:
    """Takes the steps a database has not had and returns them; raises StoreError before it changes anything."""
    recorded = await _recorded(db)
    _refuse_strangers(recorded, migrations)
    missing = [migration for migration in migrations if migration.number not in recorded]
    for migration in missing:
        await db.executescript(migration.script)
    return missing


async def refuse_other(db: aiosqlite.Connection, migrations: Sequence[Migration]) -> None:
    """Raises StoreError unless the database has exactly these steps; for who may only read."""
    recorded = await _recorded(db)
    _refuse_strangers(recorded, migrations)
    newest = max((migration.number for migration in migrations), default=0)
    if max(recorded, default=0) < newest:
        raise StoreError(
            f"the database has schema {max(recorded, default=0)}, this gridarena reads {newest}: "
            "serve it once, which brings it up to date"
        )


async def _recorded(db: aiosqlite.Connection) -> dict[int, str]:
    if not await db.execute_fetchall("SELECT 1 FROM sqlite_master WHERE name = 'migration'"):
        return {}
    return dict(map(tuple, await db.execute_fetchall("SELECT number, checksum FROM migration")))


def _refuse_strangers(recorded: dict[int, str], migrations: Sequence[Migration]) -> None:
    newest = max((migration.number for migration in migrations), default=0)
    if max(recorded, default=0) > newest:
        raise StoreError(
            f"the database has schema {max(recorded)}, this gridarena knows {newest}: "
            "it was written by a newer version; update gridarena or name another database"
        )
    for migration in migrations:
        if recorded.get(migration.number, migration.checksum) != migration.checksum:
            raise StoreError(
                f"the database's schema step {migration.number} is not {migration.name} of this gridarena: "
                "it was made by a version that was never released; name another database"
            )
