"""What a host reads when the server is there."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from gridarena_cli import firewall, welcome
from gridarena_protocol.teams import Invitation
from gridarena_server import lan
from gridarena_server.config import Config
from gridarena_server.invitation import invitation
from gridarena_server.lan import Card, Lan, choose
from gridarena_server.tls import Tls, load

WIFI, CABLE, DOCKER = Card("wlan0", "192.168.1.20"), Card("eth0", "10.1.2.3"), Card("docker0", "172.17.0.1")
PEM = Path(__file__).parents[2] / "data" / "tls"
LAN = {"host": "0.0.0.0", "insecure_lan": True, "database": ":memory:"}


@dataclass
class Running:
    """As much of a server as is spoken of."""

    config: Config
    tls: Tls | None = None
    port: int = 7437
    host_token: str = "ga_host"

    def invitation(self) -> Invitation:
        return invitation(self.config, self.port, self.tls, lan.look)


def text(server: Running) -> str:
    return "\n".join(welcome.welcome(server))  # type: ignore[arg-type]


@pytest.fixture(autouse=True)
def network(monkeypatch: pytest.MonkeyPatch) -> None:
    """A laptop in a class room."""
    monkeypatch.setattr(lan, "look", lambda: choose([WIFI, DOCKER], WIFI.address))
    monkeypatch.setattr(lan, "inside_wsl", lambda: False)


def test_a_class_reads_what_it_types() -> None:
    """The address, why it is that one, and each line in full."""
    said = text(Running(Config(**LAN)))
    assert (
        "Students reach it at 192.168.1.20:7437 (wlan0, the adapter of the default route; not docker0 (Docker))."
        in said
    )
    for line in (
        "gridarena team import ROSTER.csv --out joins",
        "gridarena join TEAM.join",
        "gridarena play ./mine.py:Mine",
    ):
        assert f"  {line}\n" in said
    assert "not encrypted (insecure_lan)" in said
    assert "Reading needs a team's token too." in said


def test_a_server_for_this_machine_says_how_to_open_it() -> None:
    """And promises nobody else anything."""
    said = text(Running(Config(database=":memory:")))
    assert "Only this machine can reach it" in said
    assert "gridarena serve --host 0.0.0.0 --insecure-lan" in said
    assert "gridarena join" not in said


def test_encryption_is_said_with_whom_it_is_for() -> None:
    """So that a host sees whether the certificate fits this room's network."""
    tls = load(PEM / "name.pem", PEM / "server.key", PEM / "ca.pem")
    config = Config(host="0.0.0.0", database=":memory:", tls_certificate="x", tls_key="y")
    assert "encrypted; the certificate is for arena.example.org" in text(Running(config, tls))
    soon = replace(tls, until=int(time.time()) + 3 * 86_400)
    assert "warning: the certificate ends on" in text(Running(config, soon))
    assert "warning: the certificate" not in text(Running(config, tls))


def test_an_announced_address_is_the_hosts_own_word() -> None:
    """Nothing is guessed beside it."""
    said = text(Running(Config(**LAN, announce="arena.example.org:443")))
    assert "Students reach it at arena.example.org:443 (announced in the settings)." in said
    assert "several networks" not in said


@pytest.mark.parametrize(
    ("seen", "wsl", "line"),
    [
        (choose([], None), False, "on no network"),
        (choose([DOCKER], None), False, "the only network is docker0 (Docker)"),
        (choose([WIFI, CABLE], None), False, "on several networks"),
        (choose([WIFI], None), True, "inside WSL"),
    ],
)
def test_an_odd_network_is_a_warning(seen: Lan, wsl: bool, line: str) -> None:
    """Before the class finds out."""
    (found,) = welcome.network(seen, wsl=wsl)
    assert line in found
    assert welcome.network(choose([WIFI], WIFI.address), wsl=False) == []


def test_the_windows_firewall_is_told_with_the_line_that_opens_it() -> None:
    """Where the rule is not there yet; other systems are left alone."""
    asked: list[Sequence[str]] = []

    def run(words: Sequence[str], code: int = 1) -> int:
        asked.append(words)
        return code

    said = firewall.warnings(7437, platform="win32", run=run)
    rule = 'netsh advfirewall firewall add rule name="gridarena 7437" dir=in action=allow protocol=TCP localport=7437'
    assert said[0].endswith(rule)
    assert "delete rule name=all dir=in program=" in said[1]
    assert asked == [["netsh", "advfirewall", "firewall", "show", "rule", "name=gridarena 7437"]]
    assert firewall.warnings(7437, platform="win32", run=lambda words: 0) == []
    assert firewall.warnings(7437, platform="linux", run=run) == []
