"""A certificate is tried before anybody depends on it."""

from pathlib import Path

import pytest

from gridarena_server.errors import ArenaError
from gridarena_server.tls import load

PEM = Path(__file__).parents[2] / "data" / "tls"
KEY, CA = PEM / "server.key", PEM / "ca.pem"


def test_a_certificate_says_whom_it_is_for() -> None:
    """And what a client needs to believe it."""
    tls = load(PEM / "address.pem", KEY, CA)
    assert tls.names == ("localhost", "127.0.0.1")
    assert tls.ca.strip() == CA.read_text(encoding="ascii").strip()
    assert tls.until > 4_000_000_000


@pytest.mark.parametrize(
    ("certificate", "addresses", "name"),
    [
        ("address.pem", ["127.0.0.1:7437"], ""),
        ("address.pem", ["localhost:7437", "127.0.0.1:1"], ""),
        ("address.pem", ["192.168.1.20:7437"], "localhost"),
        ("address.pem", ["192.168.1.20:7437", "127.0.0.1:7437"], "127.0.0.1"),
        ("name.pem", ["192.168.1.20:7437"], "arena.example.org"),
        ("name.pem", ["Arena.example.org:7437"], ""),
        ("name.pem", ["one.tables.example.org:7437"], ""),
        ("name.pem", ["a.b.tables.example.org:7437"], "arena.example.org"),
    ],
)
def test_clients_check_the_address_or_one_name(certificate: str, addresses: list[str], name: str) -> None:
    """A name of the certificate, wherever one of the addresses is none."""
    assert load(PEM / certificate, KEY, CA).name_for(addresses) == name


def test_a_certificate_may_sign_itself() -> None:
    """Then it is its own authority."""
    tls = load(PEM / "itself.pem", KEY)
    assert tls.ca.strip() == (PEM / "itself.pem").read_text(encoding="ascii").strip()


def test_an_authority_that_everybody_knows_is_not_handed_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """But the name is: it is what tells a client that the server speaks TLS."""
    monkeypatch.setenv("SSL_CERT_FILE", str(CA))
    tls = load(PEM / "address.pem", KEY)
    assert tls.ca == ""
    assert tls.name_for(["127.0.0.1:7437"]) == "127.0.0.1"


def test_a_key_in_the_same_file_is_never_handed_out(tmp_path: Path) -> None:
    """Many keep certificate and key together; join files hold the certificate alone."""
    both = tmp_path / "both.pem"
    both.write_text(
        (PEM / "itself.pem").read_text(encoding="ascii") + KEY.read_text(encoding="ascii"), encoding="ascii"
    )
    for tls in (load(both, both), load(both, both, both)):
        assert "PRIVATE" not in tls.ca
        assert tls.ca.count("BEGIN") == 1


@pytest.mark.parametrize(
    ("certificate", "key", "ca", "line"),
    [
        ("address.pem", "other.key", "ca.pem", "does not belong to"),
        ("address.pem", "ca.pem", "ca.pem", "cannot be used with"),
        ("nowhere.pem", "server.key", "ca.pem", "tls_certificate: {folder}/nowhere.pem cannot be read: No such file"),
        ("address.pem", "server.key", "nowhere.pem", "tls_ca: {folder}/nowhere.pem cannot be read"),
        ("address.pem", "server.key", "server.key", "tls_ca: expected a PEM certificate"),
        ("address.pem", "server.key", "itself.pem", "itself.pem did not sign it"),
        ("address.pem", "server.key", None, "name who signed it with tls_ca"),
        ("expired.pem", "server.key", "ca.pem", "no client believes {folder}/expired.pem (certificate has expired)"),
        ("nameless.pem", "server.key", "ca.pem", "names no host"),
    ],
)
def test_what_no_client_would_believe_is_one_line(certificate: str, key: str, ca: str | None, line: str) -> None:
    """Before the server says that it is ready."""
    with pytest.raises(ArenaError) as raised:
        load(PEM / certificate, PEM / key, None if ca is None else PEM / ca)
    assert line.format(folder=PEM) in str(raised.value)
    assert "\n" not in str(raised.value)
    assert raised.value.exit_code == 2
