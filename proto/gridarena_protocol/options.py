"""The channel and server options, in the one place both sides take them from.

Every value answers a failure that was seen; gRPC ignores an unknown option silently, so each one has a behaviour test.

- A frozen peer is noticed by pings; ``keepalive_timeout_ms`` is overruled by ``http2.ping_timeout_ms`` (60 s) unless
  both are set, and pings stop after two without data unless ``max_pings_without_data`` is 0. The server must then allow
  what its clients send (``min_ping_interval_without_data_ms``), or it hangs up with "too_many_pings".
- A second server on one port binds silently unless ``so_reuseport`` is off.
- A reader that does not read, and a writer that is not read, are bounded by the flow-control window only when the
  bandwidth probe is off: 64 KiB a stream instead of 4 MiB and more.
- Messages up are small (a proposal, a plan); replies down may hold a whole match with its thinking.
- Channels with equal options share one connection, whose stream limit then makes calls hang; hence a pool per channel.
- The default reconnect back-off reaches minutes; a class that waits for a restarted server wants at most 2 s.
- ``HTTP_PROXY`` is obeyed even for 127.0.0.1; addresses that no proxy can reach do without it.

Plain tuples: this module needs no grpc, so that it can be read where grpc is not wanted.
"""

from ipaddress import ip_address

Options = tuple[tuple[str, int], ...]

DEFAULT_PORT = 7437
"""Where a server listens unless told otherwise."""
MAX_STREAMS = 16
"""Streams on one connection; an SDK needs one for the lobby and one a match."""
MAX_UP_BYTES = 64 * 1024
"""Largest message the server takes."""
MAX_DOWN_BYTES = 16 * 1024 * 1024
"""Largest message a client takes."""
KEEPALIVE_MS = 10_000
PING_TIMEOUT_MS = 5_000
MIN_PING_INTERVAL_MS = 5_000
"""Half of what clients send, so that jitter never looks like abuse."""
IDLE_MS = 300_000
"""A connection without any call is closed after this long."""
CONNECT_TIMEOUT_MS = 2_000
"""One attempt to connect; the option's name speaks of back-off, but this is what it bounds."""
BACKOFF_FIRST_MS = 200
BACKOFF_MOST_MS = 2_000

_BOTH: Options = (
    ("grpc.keepalive_time_ms", KEEPALIVE_MS),
    ("grpc.keepalive_timeout_ms", PING_TIMEOUT_MS),
    ("grpc.http2.ping_timeout_ms", PING_TIMEOUT_MS),
    ("grpc.http2.max_pings_without_data", 0),
    ("grpc.http2.bdp_probe", 0),
)

SERVER_OPTIONS: Options = (
    *_BOTH,
    ("grpc.http2.min_ping_interval_without_data_ms", MIN_PING_INTERVAL_MS),
    ("grpc.so_reuseport", 0),
    ("grpc.max_concurrent_streams", MAX_STREAMS),
    ("grpc.max_receive_message_length", MAX_UP_BYTES),
    ("grpc.max_connection_idle_ms", IDLE_MS),
)
"""For ``grpc.aio.server``."""

_CLIENT: Options = (
    *_BOTH,
    ("grpc.max_receive_message_length", MAX_DOWN_BYTES),
    ("grpc.use_local_subchannel_pool", 1),
    ("grpc.min_reconnect_backoff_ms", CONNECT_TIMEOUT_MS),
    ("grpc.initial_reconnect_backoff_ms", BACKOFF_FIRST_MS),
    ("grpc.max_reconnect_backoff_ms", BACKOFF_MOST_MS),
)


def channel_options(target: str) -> Options:
    """For a channel to ``target`` ("host:port"): no proxy stands between neighbours."""
    return (*_CLIENT, ("grpc.enable_http_proxy", 0 if is_near(target) else 1))


def full_address(text: str, port: int = DEFAULT_PORT) -> str:
    """An address with its port; "host", "host:port" and "[v6]:port" are understood.

    Raises:
        ValueError: it is none of them.
    """
    host, _, given = text.strip().rpartition(":")
    if not host or text.strip().endswith("]"):
        host, given = text.strip(), str(port)
    bare = host.removeprefix("[").removesuffix("]")
    sound = bare and not set(bare) & set("/@ \t[]") and (":" not in host or host.startswith("["))
    if not sound or not given.isascii() or not given.isdecimal() or not 0 < int(given) < 65536:
        raise ValueError(f"expected a server's address like 192.168.1.20:{DEFAULT_PORT}, got {text!r}")
    return f"{host}:{given}"


def is_near(target: str) -> bool:
    """True for loopback, private and link-local addresses, and for names only a local network knows."""
    host = host_of(target)
    try:
        address = ip_address(host)
    except ValueError:
        name = host.lower().rstrip(".")
        return "." not in name or name.endswith((".local", ".localhost"))
    return address.is_loopback or address.is_private or address.is_link_local


def is_loopback(host: str) -> bool:
    """True when nobody on another machine can reach a server bound to ``host``."""
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def host_of(target: str) -> str:
    """The host of "host:port", "[v6]:port" or a bare host."""
    if target.startswith("["):
        return target[1:].partition("]")[0]
    if target.count(":") > 1:
        return target
    return target.partition(":")[0]
