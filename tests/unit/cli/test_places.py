from pathlib import Path

import pytest

from gridarena_cli import places
from gridarena_cli.exits import CliError, Exit
from gridarena_server.config import Config


@pytest.fixture(autouse=True)
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder and nobody's settings."""
    monkeypatch.chdir(tmp_path)
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


def test_a_secret_is_never_written_over(tmp_path: Path) -> None:
    """The file that is there may be somebody's, and it is looked for before a secret is asked for."""
    path = tmp_path / "token"
    with places.new_secret(path) as keep:
        keep("ga_1")
    with pytest.raises(CliError, match="exists already"), places.new_secret(path):
        pytest.fail("nothing may be asked for")
    assert places.read_secret(path) == "ga_1"


def test_a_secret_that_was_not_given_leaves_no_file(tmp_path: Path) -> None:
    """The next attempt finds its place free."""
    path = tmp_path / "token"
    with pytest.raises(CliError, match="refused"), places.new_secret(path):
        raise CliError(Exit.REFUSED, "refused")
    assert not path.exists()
