"""Secrets in files."""

import sys
from pathlib import Path

import pytest

from gridarena_server.errors import ArenaError
from gridarena_server.rpc.keyfile import kept_secret


def test_a_secret_is_made_once(tmp_path: Path) -> None:
    """The second start reads what the first one wrote."""
    path = tmp_path / "db.key"
    assert kept_secret(path, lambda: "one") == "one"
    assert kept_secret(path, lambda: "two") == "one"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no file modes; the folder's permissions count")
def test_a_secret_is_its_owners_alone(tmp_path: Path) -> None:
    """0600 from the first moment, and again if somebody opened it up."""
    path = tmp_path / "db.key"
    kept_secret(path, lambda: "one")
    assert path.stat().st_mode & 0o777 == 0o600
    path.chmod(0o644)
    kept_secret(path, lambda: "one")
    assert path.stat().st_mode & 0o777 == 0o600


def test_an_unusable_file_is_one_line(tmp_path: Path) -> None:
    """Empty, a folder, or nowhere to write: the host is told which file."""
    empty = tmp_path / "empty"
    empty.touch()
    (tmp_path / "folder").mkdir()
    for path in (empty, tmp_path / "folder", tmp_path / "missing" / "file"):
        with pytest.raises(ArenaError) as raised:
            kept_secret(path, lambda: "one")
        assert str(path) in str(raised.value)
        assert "\n" not in str(raised.value)
