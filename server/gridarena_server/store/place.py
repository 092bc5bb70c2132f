"""Where a database should not lie and what should not open it: warnings for ``gridarena doctor``, never refusals.

A folder that a program synchronises copies database and log at different moments, and may put an older copy back. WAL
needs shared memory, which file servers do not offer. SQLite 3.7.0 to 3.51.2 can damage a WAL database that several
connections write and checkpoint; the server has one that does, so only another program beside it is a danger.
"""

import re
import sqlite3
from pathlib import Path, PurePath

import psutil

_SYNCED = {
    "OneDrive": re.compile(r"onedrive( ?- ?.+)?"),
    "Dropbox": re.compile(r"dropbox( \(.+\))?"),
    "iCloud": re.compile(r"icloud ?drive|mobile documents|com~apple~clouddocs"),
    "Google Drive": re.compile(r"google ?drive( ?[-(] ?.+)?|googledrive-.+|my drive"),
}
_FILE_SERVERS = {"nfs", "nfs4", "cifs", "smb2", "smb3", "smbfs", "afpfs", "9p", "fuse.sshfs", "webdav", "remote"}
"""Types of file system; the last is what Windows says of a mapped drive."""
_RESET_BUG_FROM = (3, 7, 0)
_RESET_BUG_FIXED = ((3, 44, 6), (3, 50, 7), (3, 51, 3))
"""In these branches from these releases on, and everywhere from the last."""


def warnings(database: Path) -> list[str]:
    """Everything a host should know of the database's place and of this Python's SQLite, one line each."""
    place = database.expanduser().absolute()
    found = [synced_folder(place), file_server(place), reset_bug(sqlite3.sqlite_version_info)]
    return [text for text in found if text is not None]


def synced_folder(place: PurePath) -> str | None:
    """A database in a folder that some program keeps in step with a cloud is one restart away from an old copy."""
    for part in place.parent.parts:
        for program, pattern in _SYNCED.items():
            if pattern.fullmatch(part.lower()):
                return f"{place} lies in a folder that {program} synchronises; keep the database on a plain local disk"
    return None


def file_server(place: Path) -> str | None:
    """SQLite's log does not work over a network."""
    mounts = {
        Path(disk.mountpoint): {disk.fstype.lower(), *disk.opts.split(",")} for disk in psutil.disk_partitions(True)
    }
    nearest: set[str] = next((mounts[folder] for folder in place.parents if folder in mounts), set())
    if place.drive.startswith("\\\\") or nearest & _FILE_SERVERS:
        return f"{place} lies on a file server; keep the database on a disk of this machine"
    return None


def reset_bug(version: tuple[int, int, int]) -> str | None:
    """SQLite's WAL-reset bug, by version."""
    fixed = any(version[:2] == repair[:2] and version >= repair for repair in _RESET_BUG_FIXED)
    if version < _RESET_BUG_FROM or fixed or version >= _RESET_BUG_FIXED[-1]:
        return None
    return (
        f"SQLite {'.'.join(map(str, version))} can damage a database that several programs write; "
        "open it with nothing else while the server runs (3.51.3 has the repair)"
    )
