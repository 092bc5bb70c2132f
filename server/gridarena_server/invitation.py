"""What a join file says of this server: addresses in the order in which they are to be tried, and whom to trust."""

from collections.abc import Callable

from gridarena_protocol.options import full_address, is_loopback
from gridarena_protocol.teams import Invitation
from gridarena_server import lan
from gridarena_server.config import Config
from gridarena_server.lan import Lan
from gridarena_server.tls import Tls


def invitation(config: Config, port: int, tls: Tls | None, look: Callable[[], Lan] = lan.look) -> Invitation:
    """The server's answer as of now: a laptop may have changed its network since it started."""
    addresses = tuple(_addresses(config, port, look))
    if tls is None:
        return Invitation(addresses)
    return Invitation(addresses, tls.name_for(addresses), tls.ca)


def _addresses(config: Config, port: int, look: Callable[[], Lan]) -> list[str]:
    if config.announced:
        return [full_address(one, port) for one in config.announced]
    if not config.everywhere:
        host = config.host.strip("[]")
        return [f"[{host}]:{port}" if ":" in host else f"{host}:{port}"]
    return [f"{card.address}:{port}" for card in look().cards] or [f"127.0.0.1:{port}"]


def reaches_others(config: Config) -> bool:
    """Whether anybody on another machine can connect at all."""
    return bool(config.announced) or not is_loopback(config.host)
