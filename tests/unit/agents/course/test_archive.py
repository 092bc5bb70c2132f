"""Zip files that mean harm, and those that only look odd."""

import stat
import zipfile
from pathlib import Path

import pytest

from gridarena_agents.course.reading import archive
from gridarena_agents.course.reading.archive import unpack
from gridarena_agents.course.submission import SubmissionError


@pytest.fixture(autouse=True)
def _own_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is left behind in the user's own folder."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))


def packed(tmp_path: Path, *entries: tuple[str | zipfile.ZipInfo, bytes]) -> Path:
    """An archive with these entries."""
    path = tmp_path / "team30.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in entries:
            file.writestr(name, content)
    return path


def link(name: str) -> zipfile.ZipInfo:
    """A symbolic link's entry."""
    info = zipfile.ZipInfo(name)
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    return info


def test_an_archive_is_unpacked_once(tmp_path: Path) -> None:
    """Under its own name; the second time it is found."""
    path = packed(tmp_path, ("a/b.py", b"1"), ("__MACOSX/a/._b.py", b"2"))
    folder = unpack(path)
    assert folder.name == "team30"
    assert [file.relative_to(folder).as_posix() for file in folder.rglob("*")] == ["a", "a/b.py"]
    (folder / "a" / "seen").touch()
    assert (unpack(path) / "a" / "seen").exists()


def test_what_the_system_has_cleaned_up_is_unpacked_again(tmp_path: Path) -> None:
    """Among temporary files nothing is safe that nobody has used for days."""
    path = packed(tmp_path, ("a/b.py", b"1"), ("a/data.txt", b"2"))
    (unpack(path) / "a" / "data.txt").unlink()
    assert (unpack(path) / "a" / "data.txt").read_text() == "2"


@pytest.mark.parametrize("name", ["../out.py", "a/../../out.py", "/out.py", "C:/out.py", "..\\out.py"])
def test_no_file_leaves_the_folder(tmp_path: Path, name: str) -> None:
    """Nothing at all is unpacked then."""
    info = zipfile.ZipInfo("x")
    info.filename = name
    path = packed(tmp_path, ("fine.py", b""), (info, b"evil"))
    with pytest.raises(SubmissionError):
        unpack(path)
    assert list(tmp_path.rglob("out.py")) == []
    assert list(tmp_path.rglob("fine.py")) == []


def test_links_are_refused(tmp_path: Path) -> None:
    """They could lead anywhere."""
    with pytest.raises(SubmissionError, match="link"):
        unpack(packed(tmp_path, (link("a"), b"/etc")))


def test_bombs_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By what comes out, whatever the header says; by the number of files; by depth."""
    monkeypatch.setattr(archive, "MOST_BYTES", 1000)
    monkeypatch.setattr(archive, "MOST_FILES", 3)
    with pytest.raises(SubmissionError, match="larger than"):
        unpack(packed(tmp_path, ("a", bytes(600)), ("b", bytes(600))))
    with pytest.raises(SubmissionError, match="holds 4 files"):
        unpack(packed(tmp_path, *((name, b"") for name in "abcd")))
    with pytest.raises(SubmissionError, match="deep"):
        unpack(packed(tmp_path, ("/".join("abcdefghijklmnopqrstuvwxyz"), b"")))


def test_an_archive_that_was_cut_short_is_refused(tmp_path: Path) -> None:
    """In one line."""
    path = packed(tmp_path, ("a.py", b"x = 1\n" * 1000))
    content = bytearray(path.read_bytes())
    content[40:60] = bytes(20)
    path.write_bytes(content)
    with pytest.raises(SubmissionError, match="cannot be"):
        unpack(path)


def test_names_that_collide_are_refused(tmp_path: Path) -> None:
    """A file where another entry needs a folder."""
    with pytest.raises(SubmissionError, match="cannot be unpacked"):
        unpack(packed(tmp_path, ("a", b"1"), ("a/b", b"2")))


def test_backslashes_of_windows_are_folders(tmp_path: Path) -> None:
    """Some packers write them."""
    info = zipfile.ZipInfo("x")
    info.filename = "team30\\sudokuai.py"
    assert (unpack(packed(tmp_path, (info, b""))) / "team30" / "sudokuai.py").is_file()
