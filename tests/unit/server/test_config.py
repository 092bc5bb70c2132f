"""Where settings come from, and what is said of those that make no sense."""

from pathlib import Path

import pytest

from gridarena_server.config import Config, load
from gridarena_server.errors import ArenaError


def test_flags_count_before_environment_before_file_before_defaults(tmp_path: Path) -> None:
    """Each source fills in what the ones before it left open."""
    file = tmp_path / "gridarena.toml"
    file.write_text('[server]\nport = 1\nconcurrency = 2\nhandshake_s = 3\nhost = "localhost"\n', encoding="utf-8")
    environment = {"GRIDARENA_PORT": "10", "GRIDARENA_CONCURRENCY": "20", "GRIDARENA_TOKEN": "ga_x"}
    config = load({"port": 100, "database": None}, file=file, environment=environment)
    assert (config.port, config.concurrency, config.handshake_s, config.host) == (100, 20, 3.0, "localhost")
    assert config.database == Config().database


def test_a_file_may_begin_with_a_mark(tmp_path: Path) -> None:
    """Windows' editor puts one in front."""
    file = tmp_path / "gridarena.toml"
    file.write_text("[server]\nport = 1\n", encoding="utf-8-sig")
    assert load(file=file, environment={}).port == 1


def test_words_and_numbers_are_read_from_the_environment() -> None:
    """Yes and no in the usual spellings, numbers as they are written."""
    for word, value in {"1": True, "Yes": True, "on": True, "false": False, "0": False}.items():
        assert load(environment={"GRIDARENA_OPEN_RECORDS": word}).open_records is value
    assert load(environment={"GRIDARENA_WRITE_S": "2.5"}).write_s == 2.5


@pytest.mark.parametrize(
    ("flags", "environment", "expected"),
    [
        ({}, {"GRIDARENA_PORT": "many"}, "GRIDARENA_PORT: expected a whole number, got 'many'"),
        ({}, {"GRIDARENA_OPEN_RECORDS": "maybe"}, "GRIDARENA_OPEN_RECORDS: expected yes or no, got 'maybe'"),
        ({"port": 70000}, {}, "port: expected 0 to 65535, got 70000"),
        ({"concurrency": 0}, {}, "concurrency: expected at least 1, got 0"),
        ({"write_s": float("nan")}, {}, "write_s: expected more than 0, got nan"),
        ({"announce": "a b:x"}, {}, "announce: expected a server's address like 192.168.1.20:7437, got 'b:x'"),
        (
            {"tls_key": "a.key"},
            {},
            "expected tls_certificate and tls_key together, and tls_ca only beside them",
        ),
    ],
)
def test_nonsense_is_one_line(flags: dict[str, float], environment: dict[str, str], expected: str) -> None:
    """Which setting, what was expected, what came."""
    with pytest.raises(ArenaError) as raised:
        load(flags, environment=environment)
    assert str(raised.value) == expected
    assert raised.value.exit_code == 2


@pytest.mark.parametrize("text", ["[server]\nprot = 1\n", "[server]\nport = 'x'\n", "[server\n"])
def test_a_typing_mistake_in_the_file_is_told(tmp_path: Path, text: str) -> None:
    """Unknown names, wrong types and broken TOML name the file."""
    file = tmp_path / "gridarena.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ArenaError, match=r"gridarena\.toml"):
        load(file=file, environment={})


def test_tokens_do_not_travel_in_the_open_unless_the_host_says_so() -> None:
    """Beyond loopback a server starts with insecure_lan only, and its records are closed by default."""
    with pytest.raises(ArenaError, match="insecure_lan"):
        load({"host": "0.0.0.0"}, environment={})
    assert load({"host": "0.0.0.0", "tls_certificate": "a.pem", "tls_key": "a.key"}, environment={}).encrypted
    config = load({"host": "0.0.0.0", "insecure_lan": True}, environment={})
    assert not config.records_are_open
    assert load(environment={}).records_are_open
    assert not load({"open_records": False}, environment={}).records_are_open


def test_secrets_lie_beside_the_database() -> None:
    """A server that forgets keeps none."""
    config = Config(database="data/arena.db")
    assert config.host_token_file == Path("data/arena.db.host-token")
    assert config.key_file == Path("data/arena.db.key")
    assert Config(database=":memory:").host_token_file is None


def test_an_address_is_what_can_be_bound() -> None:
    """IPv6 addresses are bracketed once."""
    assert Config(port=5).address == "127.0.0.1:5"
    assert Config(host="::1", port=5).address == "[::1]:5"
    assert Config(host="[::1]", port=5).address == "[::1]:5"
