"""Encrypted connections, as a join file makes them, and what is said where they cannot be."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from gridarena._client import Client
from gridarena.errors import TLS_MISMATCH, UNREACHABLE, ServiceError
from gridarena.server import Server
from gridarena_cli.health import encryption
from gridarena_server.app import Server as Running
from support.arena import open_arena
from support.wire import running

PEM = Path(__file__).parents[2] / "data" / "tls"
CA = (PEM / "ca.pem").read_text(encoding="ascii")


def certified(certificate: str, ca: str | None = "ca.pem") -> dict[str, str]:
    """Settings of a server with one of the tests' certificates."""
    said = {"tls_certificate": str(PEM / certificate), "tls_key": str(PEM / "server.key")}
    return said | ({"tls_ca": str(PEM / ca)} if ca else {})


@pytest.fixture
async def server() -> AsyncIterator[Running]:
    async with running(**certified("address.pem")) as started:
        yield started


async def failure(server: Server) -> ServiceError:
    with pytest.raises(ServiceError) as raised:
        async with Client(server) as client:
            await client.info()
    assert "\n" not in str(raised.value)
    return raised.value


@pytest.mark.parametrize(
    ("certificate", "ca", "name"),
    [("address.pem", "ca.pem", ""), ("name.pem", "ca.pem", "arena.example.org"), ("itself.pem", None, "")],
)
async def test_an_invitation_is_all_a_client_needs(certificate: str, ca: str | None, name: str) -> None:
    """Whether the certificate is for the address, for a name that no machine knows, or signed by itself."""
    async with running(**certified(certificate, ca)) as server:
        invitation = server.invitation()
        assert invitation.tls_name == name
        async with Client(Server(invitation.addresses[0], "", invitation.ca, invitation.tls_name)) as client:
            assert (await client.info()).games


async def test_an_address_can_stand_for_another() -> None:
    """A laptop whose address has changed is still known by the one in its certificate."""
    async with running(**certified("itself.pem", None)) as server:
        ca = server.invitation().ca
        address = Server(f"localhost:{server.port}", "", ca, "127.0.0.1")
        async with Client(address) as client:
            assert (await client.info()).games


async def test_agents_play_encrypted(tmp_path: Path) -> None:
    """Lobby and matches alike."""
    async with open_arena(tmp_path, **certified("address.pem")) as arena:
        first, second = await arena.guest("first"), await arena.guest("second")
        record = await arena.over(await arena.open("first", "second"))
        assert record.result is not None
        assert "won" in first.text + second.text or "drew" in first.text + second.text


async def test_a_plaintext_client_is_told_of_the_join_file(server: Running) -> None:
    """It is what it lacks."""
    error = await failure(Server(f"127.0.0.1:{server.port}"))
    assert error.code == UNREACHABLE
    assert "if the server uses TLS, use its join file" in str(error)


@pytest.mark.parametrize(
    ("ca", "name"),
    [
        ((PEM / "itself.pem").read_text(encoding="ascii"), ""),
        (CA, "elsewhere.example.org"),
        ("", "localhost"),
    ],
    ids=["another authority", "another name", "an authority that everybody knows"],
)
async def test_a_server_that_cannot_prove_itself_gets_no_token(server: Running, ca: str, name: str) -> None:
    """The connection is not made, and the line says what was expected."""
    error = await failure(Server(f"127.0.0.1:{server.port}", "ga_secret", ca, name))
    assert error.code == TLS_MISMATCH
    assert "with the certificate of this join file?" in str(error)


async def test_a_server_without_tls_is_told_apart() -> None:
    """The host started it without its certificate."""
    async with running() as server:
        assert (await failure(Server(f"127.0.0.1:{server.port}", "", CA))).code == TLS_MISMATCH


def test_the_doctor_says_which() -> None:
    """Encrypted, by whom it is vouched for, or what plaintext means here."""
    assert encryption(Server("127.0.0.1:1")).level == "ok"
    assert encryption(Server("192.168.1.20:1")).level == "warning"
    found = encryption(Server("192.168.1.20:1", ca=CA, tls_name="arena"))
    assert (found.level, "name arena" in found.text) == ("ok", True)
    assert "this address" in encryption(Server("192.168.1.20:1", ca=CA)).text
    assert "this machine's authorities" in encryption(Server("192.168.1.20:1", tls_name="arena")).text
