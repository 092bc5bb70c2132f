"""Warnings of places and SQLite versions; what is fine is not warned of."""

from pathlib import Path, PurePosixPath, PureWindowsPath
from types import SimpleNamespace

import psutil
import pytest

from gridarena_server.store.place import file_server, reset_bug, synced_folder, warnings


@pytest.mark.parametrize(
    ("place", "program"),
    [
        (PureWindowsPath(r"C:\Users\Ada\OneDrive\class\arena.db"), "OneDrive"),
        (PureWindowsPath(r"C:\Users\Ada\OneDrive - TU Eindhoven\arena.db"), "OneDrive"),
        (PurePosixPath("/Users/ada/Library/CloudStorage/OneDrive-TUEindhoven/arena.db"), "OneDrive"),
        (PurePosixPath("/home/ada/Dropbox/arena.db"), "Dropbox"),
        (PurePosixPath("/home/ada/Dropbox (Personal)/arena.db"), "Dropbox"),
        (PurePosixPath("/Users/ada/Library/Mobile Documents/com~apple~CloudDocs/arena.db"), "iCloud"),
        (PureWindowsPath(r"C:\Users\Ada\iCloudDrive\arena.db"), "iCloud"),
        (PureWindowsPath(r"G:\My Drive\arena.db"), "Google Drive"),
        (PurePosixPath("/Users/ada/Library/CloudStorage/GoogleDrive-ada@x.org/My Drive/arena.db"), "Google Drive"),
        (PurePosixPath("/Users/ada/Google Drive/arena.db"), "Google Drive"),
    ],
)
def test_a_synced_folder_is_named(place: PurePosixPath, program: str) -> None:
    """The program that would copy the file under the server's hands."""
    assert program in str(synced_folder(place))


@pytest.mark.parametrize("place", ["/home/ada/arena.db", "/srv/dropboxes/arena.db", "/home/ada/onedrive.db"])
def test_a_plain_folder_is_fine(place: str) -> None:
    """Only whole folder names count."""
    assert synced_folder(PurePosixPath(place)) is None


@pytest.mark.parametrize("version", [(3, 7, 0), (3, 40, 1), (3, 44, 5), (3, 45, 0), (3, 50, 6), (3, 51, 2)])
def test_a_sqlite_with_the_reset_bug_is_named(version: tuple[int, int, int]) -> None:
    """3.7.0 to 3.51.2."""
    assert ".".join(map(str, version)) in str(reset_bug(version))


@pytest.mark.parametrize("version", [(3, 6, 23), (3, 44, 6), (3, 50, 7), (3, 50, 9), (3, 51, 3), (3, 52, 0), (4, 0, 0)])
def test_a_repaired_sqlite_is_fine(version: tuple[int, int, int]) -> None:
    """The repair and its back-ports."""
    assert reset_bug(version) is None


@pytest.mark.parametrize(
    ("fstype", "options", "warned"),
    [("nfs4", "rw", True), ("CIFS", "rw", True), ("", "rw,remote", True), ("ext4", "rw", False)],
)
def test_a_file_server_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fstype: str, options: str, warned: bool
) -> None:
    """By the nearest mount above the database."""
    disks = [
        SimpleNamespace(mountpoint=tmp_path.anchor, fstype="nfs" if not warned else "ext4", opts="rw"),
        SimpleNamespace(mountpoint=str(tmp_path), fstype=fstype, opts=options),
    ]
    monkeypatch.setattr(psutil, "disk_partitions", lambda everything: disks)
    assert (file_server(tmp_path / "class" / "arena.db") is not None) == warned


def test_warnings_are_single_lines(tmp_path: Path) -> None:
    """One for each thing to know."""
    folder = tmp_path / "Dropbox"
    found = warnings(folder / "arena.db")
    assert "Dropbox" in found[0]
    assert all("\n" not in text for text in found)
