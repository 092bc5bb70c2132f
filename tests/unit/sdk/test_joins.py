"""Join files: what they say, and where a user keeps them."""

import os
import stat
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridarena import ArenaError, joins
from gridarena.joinfile import JoinFile, read_join_file

PEM = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----"
OWLS = JoinFile("owls", ("192.168.1.20:7437", "10.0.0.4:7437"), "ga_owls", "arena.example.org", PEM)


@pytest.fixture
def at_home(tmp_path: Path) -> dict[str, str]:
    return {joins.HOME_VARIABLE: str(tmp_path / "home")}


def written(path: Path, join: JoinFile) -> JoinFile:
    path.write_text(join.text, encoding="utf-8")
    return read_join_file(path)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    """With everything, and with as little as there may be."""
    bare = JoinFile("owls", ("127.0.0.1:1",), "ga_x")
    assert written(tmp_path / "a.join", OWLS) == JoinFile(**{**as_dict(OWLS), "ca": PEM + "\n"})
    assert written(tmp_path / "b.join", bare) == bare
    assert written(tmp_path / "c.join", JoinFile("", ("127.0.0.1:1",))).token == ""


def as_dict(join: JoinFile) -> dict[str, object]:
    return {name: getattr(join, name) for name in JoinFile.__slots__}


@given(st.text(st.characters(categories=["L", "N", "P", "S"], max_codepoint=0xFFFF)))
def test_no_text_breaks_out_of_its_line(text: str) -> None:
    """Whatever a name is made of, it stays one value."""
    import tomllib

    assert tomllib.loads(JoinFile("", ("a:1",), "t", text).text).get("tls_name", "") == text


def test_a_person_can_read_what_to_do() -> None:
    """The file itself says how it is used, and that it is a secret."""
    assert "gridarena join owls.join" in OWLS.text
    assert "share it with nobody else" in OWLS.text


@pytest.mark.parametrize("spoil", [lambda text: "\ufeff" + text, lambda text: text.replace("\n", "\r\n")])
def test_an_editor_on_windows_spoils_nothing(tmp_path: Path, spoil: object) -> None:
    """Neither its mark nor its line ends."""
    path = tmp_path / "owls.join"
    path.write_bytes(spoil(OWLS.text).encode())  # type: ignore[operator]
    assert read_join_file(path).ca.strip() == PEM


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("server = ", "is not a join file"),
        ("team,token\nowls,ga_x\n", "is not a join file"),
        ("token = 'x'", "expected server ="),
        ("server = [1]", "expected server ="),
        ("server = []", "expected server ="),
        ("server = 'a:b'", "expected a server's address like"),
        ("server = 'a:1'\ntoken = 3", "expected token to be a line of text"),
        ('server = "a:1"\nteam = "a\\u001b[31m"', "expected team to be a line of text"),
        ("server = 'a:1'\nca = 'no-such.pem'", "expected ca to be a PEM certificate"),
        ("a" * 300_000, "larger than 256 KiB"),
        ("a = " + "[" * 5000, "is not a join file"),
    ],
)
def test_a_file_that_is_none_gets_one_line(tmp_path: Path, text: str, line: str) -> None:
    """And its exit code is that of files."""
    path = tmp_path / "class.join"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ArenaError) as raised:
        read_join_file(path)
    assert line in str(raised.value)
    assert "\n" not in str(raised.value)
    assert raised.value.exit_code == 9


def test_a_file_that_is_not_there_or_not_text_gets_one_line(tmp_path: Path) -> None:
    """By its name."""
    (tmp_path / "picture.join").write_bytes(b"\x89PNG\xff")
    for name, line in (
        ("picture.join", "not UTF-8 text"),
        ("none.join", "No such file"),
        ("", "expected a join file at"),
    ):
        with pytest.raises(ArenaError, match=line):
            read_join_file(tmp_path / name)


# --- kept -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("platform", "environment", "folder"),
    [
        ("linux", {"HOME": "/home/ann"}, "/home/ann/.config/gridarena"),
        ("linux", {"HOME": "/home/ann", "XDG_CONFIG_HOME": "/x"}, "/x/gridarena"),
        ("darwin", {"HOME": "/Users/ann", "XDG_CONFIG_HOME": "/x"}, "/Users/ann/Library/Application Support/gridarena"),
        ("win32", {"APPDATA": "C:/Users/ann/Roaming", "HOME": "/x"}, "C:/Users/ann/Roaming/gridarena"),
        ("win32", {"APPDATA": "C:/x", "GRIDARENA_HOME": "D:/y"}, "D:/y"),
        ("win32", {}, None),
        ("linux", {}, None),
    ],
)
def test_every_system_has_its_place(platform: str, environment: dict[str, str], folder: str | None) -> None:
    """Where its users' settings lie; a variable moves it."""
    assert joins.home(environment, platform) == (None if folder is None else Path(folder))


def test_the_newest_counts(at_home: dict[str, str]) -> None:
    """However quickly one follows the other."""
    names = [joins.keep(JoinFile(team, ("a:1",), team), at_home).name for team in ("owls", "crows", "ants")]
    assert names == ["owls@a-1", "crows@a-1", "ants@a-1"]
    assert [one.name for one in joins.kept(at_home)] == names[::-1]
    joins.use(joins.find("owls", at_home), at_home)
    assert [one.name for one in joins.kept(at_home)] == ["owls@a-1", "ants@a-1", "crows@a-1"]


def test_a_new_file_takes_an_old_ones_place(at_home: dict[str, str]) -> None:
    """The same team on the same server has a new token, or the same token a new address."""
    joins.keep(OWLS, at_home)
    joins.keep(JoinFile("owls", OWLS.addresses, "ga_new"), at_home)
    assert [one.read().token for one in joins.kept(at_home)] == ["ga_new"]
    joins.keep(JoinFile("owls", ("10.0.0.9:7437",), "ga_new"), at_home)
    assert [one.name for one in joins.kept(at_home)] == ["owls@10.0.0.9-7437"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no file modes; the folder's permissions count")
def test_a_kept_file_is_the_users_alone(at_home: dict[str, str]) -> None:
    """Whatever the umask says."""
    before = os.umask(0)
    try:
        one = joins.keep(OWLS, at_home)
    finally:
        os.umask(before)
    assert stat.S_IMODE(one.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(one.path.parent.stat().st_mode) == 0o700
    assert sorted(path.name for path in one.path.parent.iterdir()) == [one.path.name]


def test_a_name_must_say_which(at_home: dict[str, str]) -> None:
    """The team will do where it is kept once."""
    for address in ("a:1", "b:1"):
        joins.keep(JoinFile("owls", (address,), address), at_home)
    assert joins.find("owls@a-1", at_home).read().addresses == ("a:1",)
    for name in ("owls", "crows"):
        with pytest.raises(ArenaError, match="owls@b-1, owls@a-1"):
            joins.find(name, at_home)
    with pytest.raises(ArenaError, match="none is kept yet"):
        joins.find("owls", {})


def test_a_damaged_file_is_named_and_in_nobodys_way(at_home: dict[str, str]) -> None:
    """Another server's file works all the same."""
    damaged = joins.keep(OWLS, at_home)
    damaged.path.write_text("nonsense", encoding="utf-8")
    joins.keep(JoinFile("crows", ("b:1",), "ga_crows"), at_home)
    found = joins.serving("b:1", at_home)
    assert found is not None
    assert found.token == "ga_crows"
    assert joins.serving(OWLS.addresses[0], at_home) is None
    with pytest.raises(ArenaError, match="owls@192"):
        damaged.read()


def test_a_team_cannot_name_a_file_of_its_choice(at_home: dict[str, str]) -> None:
    """Whoever wrote the file: it is kept in the folder and nowhere else."""
    one = joins.keep(JoinFile("../../x/\u202e", ("[fe80::1]:7437",), "t"), at_home)
    assert one.path.parent == Path(at_home[joins.HOME_VARIABLE]) / "joins"
    assert one.name == "..-..-x-@fe80-1-7437"


def test_a_place_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    """Or a user without a home."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(ArenaError, match="cannot be written"):
        joins.keep(OWLS, {joins.HOME_VARIABLE: str(tmp_path / "file")})
    with pytest.raises(ArenaError, match="GRIDARENA_HOME"):
        joins.keep(OWLS, {})
