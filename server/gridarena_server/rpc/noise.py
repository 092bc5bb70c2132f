"""What a peer does wrong goes to the log, but at most one line a second and peer: a log is not to be filled from afar.

Only our own words are logged, never what the peer sent.
"""

import logging
from collections import OrderedDict
from collections.abc import Callable

EVERY_NS = 1_000_000_000
PEERS = 1_000
"""Peers remembered; the one that was quiet the longest is forgotten first."""

log = logging.getLogger(__name__)


def host_of_peer(peer: str) -> str:
    """The address of "ipv4:10.0.0.7:51234" without its port: connections come and go, the machine stays."""
    return peer.rpartition(":")[0]


class Noise:
    """Writes lines about peers, few of them."""

    def __init__(self, now_ns: Callable[[], int]) -> None:
        self._now_ns = now_ns
        self._last: OrderedDict[str, tuple[int, int]] = OrderedDict()

    def note(self, peer: str, what: str) -> None:
        """Logs the line, or counts it for the peer's next one."""
        host, now = host_of_peer(peer), self._now_ns()
        before, unsaid = self._last.get(host, (now - EVERY_NS, 0))
        if now - before < EVERY_NS:
            self._last[host] = (before, unsaid + 1)
            return
        more = f" ({unsaid} more like this)" if unsaid else ""
        log.warning("%s: %s%s", host, what, more)
        self._last[host] = (now, 0)
        self._last.move_to_end(host)
        if len(self._last) > PEERS:
            self._last.popitem(last=False)
