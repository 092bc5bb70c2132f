import socket
from pathlib import Path

import pytest

from gridarena import joins
from gridarena.joinfile import JoinFile
from gridarena.server import Server, read_token
from gridarena_cli import places
from gridarena_cli.exits import CliError, Exit
from gridarena_server.config import Config
from gridarena_server.tls import load

PEM = Path(__file__).parents[2] / "data" / "tls"


@pytest.fixture(autouse=True)
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder and nobody's settings."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GRIDARENA_HOME", str(tmp_path / "home"))
    for name in ("SERVER", "TOKEN", "HOST_TOKEN", "DATABASE", "PORT", "HOST"):
        monkeypatch.delenv(f"GRIDARENA_{name}", raising=False)


def test_this_machine_is_asked_when_nobody_says_another() -> None:
    """At the server's own default port."""
    assert places.reader(None, None).address == f"127.0.0.1:{Config().port}"


def test_the_servers_settings_tell_where_it_is(tmp_path: Path) -> None:
    """A host types the port once."""
    (tmp_path / "gridarena.toml").write_text("[server]\nport = 4711\n", encoding="utf-8")
    assert places.reader(None, None).address == "127.0.0.1:4711"
    assert places.reader("elsewhere:1", None).address == "elsewhere:1"


@pytest.mark.parametrize(
    ("host", "address"), [("0.0.0.0", "127.0.0.1:1"), ("::", "127.0.0.1:1"), ("::1", "[::1]:1"), ("arena", "arena:1")]
)
def test_an_address_to_listen_at_becomes_one_to_call(host: str, address: str) -> None:
    """Nobody can call "everywhere"."""
    assert places.here(Config(host=host, port=1, insecure_lan=True)) == address


def test_the_hosts_token_lies_beside_the_database(tmp_path: Path) -> None:
    """As the server left it."""
    (tmp_path / "class.db.host-token").write_text("ga_host\n", encoding="utf-8")
    assert places.host(None, Path("class.db")).token == "ga_host"


def test_the_environments_token_counts_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On another machine there is no file."""
    (tmp_path / "gridarena.db.host-token").write_text("ga_file\n", encoding="utf-8")
    monkeypatch.setenv("GRIDARENA_HOST_TOKEN", "ga_environment")
    assert places.host(None, None).token == "ga_environment"


@pytest.mark.parametrize("database", [None, ":memory:"])
def test_without_a_token_the_host_is_told_what_to_do(database: str | None) -> None:
    """Where it was looked for, and the other ways."""
    with pytest.raises(CliError, match="GRIDARENA_HOST_TOKEN") as failure:
        places.host(None, None if database is None else Path(database))
    assert failure.value.exit_code == Exit.TOKEN


def test_a_kept_join_file_counts_before_this_machine(tmp_path: Path) -> None:
    """A student's laptop has no server; what is typed or set counts first all the same."""
    joins.keep(JoinFile("owls", ("a:1", "b:2"), "ga_owls"))
    assert [(one.address, one.token) for one in places.servers(None, None)] == [("a:1", "ga_owls"), ("b:2", "ga_owls")]
    assert [(one.address, one.token) for one in places.servers("c:3 d:4", None)] == [("c:3", ""), ("d:4", "")]


def test_a_join_file_may_be_named(tmp_path: Path) -> None:
    """Without being kept."""
    (tmp_path / "owls.join").write_text(JoinFile("owls", ("a:1",), "ga_owls").text, encoding="utf-8")
    assert [(one.address, one.token) for one in places.servers(None, None, Path("owls.join"))] == [("a:1", "ga_owls")]


def test_the_address_that_somebody_listens_at_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """In order; where nobody does, the first one, whose failure says most."""
    with socket.create_server(("127.0.0.1", 0)) as listener, socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        dead, live = (Server(f"127.0.0.1:{one.getsockname()[1]}") for one in (silent, listener))
        assert places.first_that_listens((dead, live)) == live
        assert places.first_that_listens((dead, dead)) == dead
        assert places.first_that_listens((dead,)) == dead


def test_commands_on_this_machine_find_its_server() -> None:
    """On whatever port it is, and encrypted where it is; the host types neither."""
    config = Config(host="0.0.0.0", port=0, insecure_lan=True)
    places.leave_address(config, "127.0.0.1:4711", None)
    assert places.reader(None, None) == Server("127.0.0.1:4711")
    tls = load(PEM / "name.pem", PEM / "server.key", PEM / "ca.pem")
    places.leave_address(config, "127.0.0.1:4712", tls)
    assert places.reader(None, None).token == ""
    Path("gridarena.db.host-token").write_text("ga_host", encoding="utf-8")
    assert places.reader(None, None).token == "ga_host"
    found = places.host(None, None)
    assert (found.address, found.token, found.tls_name) == ("127.0.0.1:4712", "ga_host", "arena.example.org")
    assert found.ca.strip() == tls.ca.strip()
    assert places.reader(None, None).encrypted


def test_a_server_that_keeps_nothing_leaves_no_address() -> None:
    """Nor is one looked for."""
    places.leave_address(Config(database=":memory:"), "127.0.0.1:4711", None)
    assert list(Path.cwd().iterdir()) == []


def test_a_secret_is_never_written_over(tmp_path: Path) -> None:
    """The file that is there may be somebody's, and it is looked for before a secret is asked for."""
    path = tmp_path / "token"
    with places.new_secret(path) as keep:
        keep("ga_1")
    with pytest.raises(CliError, match="exists already"), places.new_secret(path):
        pytest.fail("nothing may be asked for")
    assert read_token(path) == "ga_1"


def test_a_secret_that_was_not_given_leaves_no_file(tmp_path: Path) -> None:
    """The next attempt finds its place free."""
    path = tmp_path / "token"
    with pytest.raises(CliError, match="refused"), places.new_secret(path):
        raise CliError(Exit.REFUSED, "refused")
    assert not path.exists()
