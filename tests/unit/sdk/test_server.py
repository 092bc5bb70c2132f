"""Where a server is and how to be let in."""

from pathlib import Path

import pytest

from gridarena import ArenaError, joins
from gridarena.errors import UnusableFileError
from gridarena.joinfile import JoinFile
from gridarena.server import Server, find_servers, parse_address
from gridarena_protocol.options import DEFAULT_PORT

PEM = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n"


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
    with pytest.raises(ArenaError, match="or give --server or GRIDARENA_SERVER"):
        find_servers(environment={})


def test_a_kept_join_file_needs_nothing_more(tmp_path: Path) -> None:
    """The newest; every word that is nearer counts before it."""
    environment = {"GRIDARENA_HOME": str(tmp_path)}
    joins.keep(JoinFile("old", ("old:1",), "ga_old"), environment)
    joins.keep(JoinFile("owls", ("a:1", "b:2"), "ga_kept", "name", PEM), environment)
    kept = (Server("a:1", "ga_kept", PEM, "name"), Server("b:2", "ga_kept", PEM, "name"))
    (tmp_path / "token").write_text("ga_file", encoding="utf-8")
    assert find_servers(environment=environment) == kept
    assert [one.token for one in find_servers(environment=environment | {"GRIDARENA_TOKEN": "ga_env"})] == [
        "ga_env"
    ] * 2
    assert find_servers(token_file=tmp_path / "token", environment=environment)[0].token == "ga_file"


def test_a_kept_token_goes_to_its_own_server_only(tmp_path: Path) -> None:
    """Under any of its addresses; a stranger never gets it."""
    environment = {"GRIDARENA_HOME": str(tmp_path)}
    joins.keep(JoinFile("owls", ("a:1", "b:2"), "ga_kept", "name"), environment)
    joins.keep(JoinFile("new", ("c:3",), "ga_new"), environment)
    assert find_servers("b:2", environment=environment) == (Server("b:2", "ga_kept", "", "name"),)
    assert find_servers(environment=environment | {"GRIDARENA_SERVER": "b:2"}) == (
        Server("b:2", "ga_kept", "", "name"),
    )
    assert find_servers("stranger:9", environment=environment) == (Server("stranger:9"),)


def test_tls_is_known_by_certificate_or_name() -> None:
    """The name alone means: by an authority that every machine knows."""
    assert not Server("a:1").encrypted
    assert Server("a:1", ca="PEM").encrypted
    assert Server("a:1", tls_name="arena.example.org").encrypted


def test_token_is_never_shown() -> None:
    """Not by accident in a log line."""
    assert "ga_secret" not in repr(Server("a:1", "ga_secret", "PEM"))


def test_a_token_file_holds_a_token_and_nothing_else(tmp_path: Path) -> None:
    """A mark that an editor left in front is forgiven; a join file and a letter no token has are told."""
    file = tmp_path / "token"
    file.write_bytes(b"\xef\xbb\xbfga_marked\r\n")
    assert find_servers("flag:3", token_file=file, environment={})[0].token == "ga_marked"
    for content in ('team = "owls"\ntoken = "ga_x"\n', "ga_für", "ga_x ga_y"):
        file.write_text(content, encoding="utf-8")
        with pytest.raises(UnusableFileError, match="a join file goes behind --join"):
            find_servers("flag:3", token_file=file, environment={})
