"""Where a server is and how to be let in."""

from pathlib import Path

import pytest

from gridarena import ArenaError
from gridarena.server import Server, find_servers, parse_address
from gridarena_protocol.options import DEFAULT_PORT


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("localhost:1", "localhost:1"),
        ("192.168.1.20", f"192.168.1.20:{DEFAULT_PORT}"),
        (" host ", f"host:{DEFAULT_PORT}"),
        ("[::1]:5", "[::1]:5"),
        ("[::1]", f"[::1]:{DEFAULT_PORT}"),
    ],
)
def test_address_gets_its_port(text: str, address: str) -> None:
    """The default where none is given."""
    assert parse_address(text) == address


@pytest.mark.parametrize(
    "text", ["", ":5", "host:", "host:0", "host:99999", "host:x", "http://host:5", "a b:5", "::1:5"]
)
def test_address_that_is_none_gets_one_line(text: str) -> None:
    """With an example of what was expected."""
    with pytest.raises(ArenaError, match=r"expected a server's address like 192\.168\.1\.20:\d+, got"):
        parse_address(text)


def test_flags_count_before_files_before_environment(tmp_path: Path) -> None:
    """The nearer word wins, for address and token each."""
    environment = {"GRIDARENA_SERVER": "env:1", "GRIDARENA_TOKEN": "ga_env"}
    join = tmp_path / "class.join"
    join.write_text('server = ["first:1", "second:2"]\ntoken = "ga_join"\n', encoding="utf-8")
    token = tmp_path / "token"
    token.write_text("ga_file\n", encoding="utf-8")
    assert find_servers(environment=environment) == (Server("env:1", "ga_env"),)
    assert find_servers(join_file=join, environment=environment) == (
        Server("first:1", "ga_join"),
        Server("second:2", "ga_join"),
    )
    assert find_servers("flag:3", token_file=token, join_file=join, environment=environment) == (
        Server("flag:3", "ga_file"),
    )
    assert find_servers("flag:3", token="ga_flag", token_file=token, environment={}) == (Server("flag:3", "ga_flag"),)


def test_no_address_says_where_to_put_one() -> None:
    """Flag or variable."""
    with pytest.raises(ArenaError, match="give --server HOST:PORT or set GRIDARENA_SERVER"):
        find_servers(environment={})


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("server = ", "is not a join file"),
        ("token = 'x'", "expected server ="),
        ("server = [1]", "expected server ="),
        ("server = 'a:1'\ntoken = 3", "expected token and ca to be texts"),
        ("server = 'a:1'\nca = 'no-such.pem'", "expected the server's certificate at"),
    ],
)
def test_bad_join_file_gets_one_line(tmp_path: Path, text: str, line: str) -> None:
    """And its exit code is that of files."""
    file = tmp_path / "class.join"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ArenaError) as raised:
        find_servers(join_file=file, environment={})
    assert line in str(raised.value)
    assert raised.value.exit_code == 9


def test_certificate_lies_beside_the_join_file(tmp_path: Path) -> None:
    """Wherever the file was unpacked."""
    (tmp_path / "ca.pem").write_text("PEM", encoding="utf-8")
    join = tmp_path / "class.join"
    join.write_text('server = "a:1"\nca = "ca.pem"\n', encoding="utf-8")
    assert find_servers(join_file=join, environment={})[0].ca == b"PEM"


def test_token_is_never_shown() -> None:
    """Not by accident in a log line."""
    assert "ga_secret" not in repr(Server("a:1", "ga_secret", b"PEM"))
