"""Which address a student reaches."""

import pytest

from gridarena_protocol.teams import Invitation
from gridarena_server import lan
from gridarena_server.config import Config
from gridarena_server.invitation import invitation, reaches_others
from gridarena_server.lan import Card, Lan, choose

WIFI, CABLE = Card("wlan0", "192.168.1.20", "aa:bb"), Card("eth0", "10.1.2.3")
DOCKER, TUNNEL, LOOP = Card("docker0", "172.17.0.1"), Card("tun0", "10.8.0.2"), Card("lo", "127.0.0.1")


def test_the_adapter_of_the_default_route_comes_first() -> None:
    """Then the others by name; loopback and software adapters never."""
    found = choose([LOOP, DOCKER, CABLE, WIFI], WIFI.address)
    assert found == Lan((WIFI, CABLE), (DOCKER,), "wlan0, the adapter of the default route")


def test_a_tunnel_leads_away_from_the_class() -> None:
    """Even when the default route goes through it; it is named."""
    found = choose([TUNNEL, WIFI], TUNNEL.address)
    assert found.cards == (WIFI,)
    assert found.why == "wlan0; the default route goes through tun0 (VPN), where no student is"


def test_without_a_default_route_any_real_adapter_will_do() -> None:
    """A switch on a table is a network too."""
    assert choose([CABLE, LOOP], None).why == "eth0, the only adapter"
    assert choose([WIFI, CABLE], None).why == "eth0, the first of 2 adapters"


def test_a_software_adapter_is_better_than_none() -> None:
    """As in a container."""
    found = choose([LOOP, DOCKER], None)
    assert found.cards == (DOCKER,)
    assert "for there is no other" in found.why
    assert choose([LOOP, Card("en0", "169.254.7.7")], None).cards == ()


@pytest.mark.parametrize(
    ("name", "hardware", "kind"),
    [
        ("docker0", "", "Docker"),
        ("br-0123456789ab", "", "Docker"),
        ("veth12ab", "", "Docker"),
        ("vboxnet0", "", "VirtualBox"),
        ("VirtualBox Host-Only Network", "", "VirtualBox"),
        ("Ethernet 3", "0A-00-27-00-00-0B", "VirtualBox"),
        ("VMware Network Adapter VMnet8", "", "VMware"),
        ("Ethernet 4", "00-50-56-C0-00-08", "VMware"),
        ("vEthernet (WSL)", "", "WSL or Hyper-V"),
        ("vEthernet (Default Switch)", "", "WSL or Hyper-V"),
        ("virbr0", "", "a container or virtual machine"),
        ("utun3", "", "VPN"),
        ("tailscale0", "", "VPN"),
        ("Cisco AnyConnect VPN", "", "VPN"),
        ("eth0", "00:50:56:12:34:56", ""),
        ("Ethernet", "", ""),
        ("Wi-Fi", "", ""),
        ("wlp3s0", "", ""),
        ("enp0s31f6", "", ""),
        ("br0", "", ""),
    ],
)
def test_software_adapters_are_known(name: str, hardware: str, kind: str) -> None:
    """By name, or by what their maker gave them; a server inside a virtual machine has a real one."""
    assert Card(name, "10.0.0.1", hardware).kind == kind


def test_this_machine_can_be_looked_at() -> None:
    """Whatever its network is like."""
    found = lan.look()
    assert found.why
    assert not {card.address for card in found.cards} & {"127.0.0.1"}


def seen() -> Lan:
    return choose([WIFI, CABLE, DOCKER], WIFI.address)


@pytest.mark.parametrize(
    ("settings", "addresses"),
    [
        ({}, ["127.0.0.1:5"]),
        ({"host": "0.0.0.0", "insecure_lan": True}, ["192.168.1.20:5", "10.1.2.3:5"]),
        ({"host": "::", "insecure_lan": True}, ["192.168.1.20:5", "10.1.2.3:5"]),
        ({"host": "10.1.2.3", "insecure_lan": True}, ["10.1.2.3:5"]),
        ({"host": "fe80::1", "insecure_lan": True}, ["[fe80::1]:5"]),
        ({"announce": "arena.example.org:443, 10.9.9.9"}, ["arena.example.org:443", "10.9.9.9:5"]),
    ],
)
def test_a_join_file_has_every_address_that_may_work(settings: dict[str, object], addresses: list[str]) -> None:
    """In order; the host's own word counts before what the machine finds."""
    config = Config(**settings)  # type: ignore[arg-type]
    assert invitation(config, 5, None, seen) == Invitation(tuple(addresses))
    assert reaches_others(config) is (settings != {})


def test_without_a_network_only_this_machine_is_left() -> None:
    """And the host is told elsewhere."""
    config = Config(host="0.0.0.0", insecure_lan=True)
    assert invitation(config, 5, None, lambda: Lan((), (), "")).addresses == ("127.0.0.1:5",)
