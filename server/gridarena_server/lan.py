"""Which of this machine's addresses people on its network can reach, and why that one comes first.

A laptop has many: of containers, virtual machines, tunnels. The one that a student reaches is nearly always that of the
adapter with the default route; the operating system tells it when a datagram socket is connected, for which nothing is
sent. Adapters that exist in software only are told by their names, or by the hardware addresses that their makers give
them, because Windows lets them hide behind names like "Ethernet 3".
"""

import platform
import re
import socket
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address

import psutil

_BY_NAME = {
    "Docker": re.compile(r"docker.*|br-[0-9a-f]{12}|veth[0-9a-f]{4,}", re.IGNORECASE),
    "VirtualBox": re.compile(r"vboxnet\d+|.*virtualbox.*", re.IGNORECASE),
    "VMware": re.compile(r"vmnet\d+|.*vmware.*", re.IGNORECASE),
    "WSL or Hyper-V": re.compile(r"vethernet.*|.*hyper-v.*|.*\bwsl\b.*", re.IGNORECASE),
    "a container or virtual machine": re.compile(
        r"virbr\d+.*|lxc.*|lxdbr.*|incusbr.*|podman.*|cni.*|flannel.*|cali.*|vnet\d+|bridge1\d\d", re.IGNORECASE
    ),
    "VPN": re.compile(
        r"(tun|tap|utun|wg|ppp|ipsec|zt|ts|gpd)\d.*|zt\w{8,}|tailscale.*|.*\bvpn\b.*|.*wireguard.*|.*nordlynx.*"
        r"|.*zerotier.*|.*hamachi.*|.*anyconnect.*|.*wintun.*|.*tap-windows.*",
        re.IGNORECASE,
    ),
}
_BY_HARDWARE = {"0a:00:27": "VirtualBox", "00:50:56:c0": "VMware"}
_NOWHERE = "192.0.2.1"
"""An address of documentations: whatever leads there is the default route."""


@dataclass(frozen=True, slots=True)
class Card:
    """One IPv4 address of one adapter that is up."""

    name: str
    address: str
    hardware: str = ""
    """MAC address, in any spelling."""

    @property
    def kind(self) -> str:
        """What makes an adapter that exists in software only; empty for a real one."""
        for kind, pattern in _BY_NAME.items():
            if pattern.fullmatch(self.name):
                return kind
        spelt = self.hardware.lower().replace("-", ":")
        return next((kind for start, kind in _BY_HARDWARE.items() if spelt.startswith(start)), "")

    @property
    def leads_somewhere(self) -> bool:
        """False for loopback, and for an address that the machine had to make up because no network gave it one."""
        address = IPv4Address(self.address)
        return not (address.is_loopback or address.is_link_local)


@dataclass(frozen=True, slots=True)
class Lan:
    """This machine as others on its network see it."""

    cards: tuple[Card, ...]
    """Those that can be reached, the likeliest first."""
    skipped: tuple[Card, ...]
    """Those that exist in software only."""
    why: str
    """Why the first comes first, or what is the matter."""


def look() -> Lan:
    """The adapters as they are now; a laptop may change its network at any time."""
    return choose(_cards(), default_route())


def choose(cards: Iterable[Card], route: str | None) -> Lan:
    """Puts the adapters in order.

    Args:
        cards: all that are up.
        route: the address that the default route starts from; None without one.
    """
    found = sorted(
        (card for card in cards if card.leads_somewhere), key=lambda card: (card.address != route, card.name)
    )
    real = tuple(card for card in found if not card.kind)
    skipped = tuple(card for card in found if card.kind)
    if real:
        return Lan(real, skipped, _why(real, skipped, route))
    if found:
        return Lan(tuple(found[:1]), tuple(found[1:]), f"{_named(found[0])}, for there is no other")
    return Lan((), (), "this machine is on no network")


def default_route() -> str | None:
    """The address that datagrams to anywhere are sent from; None when there is no way out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((_NOWHERE, 9))
            return str(probe.getsockname()[0])
        except OSError:
            return None


def inside_wsl() -> bool:
    """True inside the Windows Subsystem for Linux, whose network other machines do not see."""
    return "microsoft" in platform.release().lower()


def _why(real: Sequence[Card], skipped: Sequence[Card], route: str | None) -> str:
    if real[0].address == route:
        return f"{real[0].name}, the adapter of the default route"
    through = next((card for card in skipped if card.address == route), None)
    if through is not None:
        return f"{real[0].name}; the default route goes through {_named(through)}, where no student is"
    return (
        f"{real[0].name}, the only adapter" if len(real) == 1 else f"{real[0].name}, the first of {len(real)} adapters"
    )


def _named(card: Card) -> str:
    return f"{card.name} ({card.kind})" if card.kind else card.name


def _cards() -> list[Card]:
    state = psutil.net_if_stats()
    cards = []
    for name, addresses in psutil.net_if_addrs().items():
        hardware = next((one.address for one in addresses if one.family == psutil.AF_LINK), "")
        if name not in state or state[name].isup:
            cards += [Card(name, one.address, hardware) for one in addresses if one.family == socket.AF_INET]
    return cards
