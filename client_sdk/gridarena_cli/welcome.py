"""What `serve` says once it answers: where it is, what students type, and what will bite the host today."""

import time
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from gridarena_cli import firewall
from gridarena_cli.places import here
from gridarena_server import lan
from gridarena_server.app import Server
from gridarena_server.config import Config
from gridarena_server.invitation import reaches_others
from gridarena_server.lan import Card, Lan
from gridarena_server.store import place

DAYS_LEFT = 14
"""A certificate that ends sooner is worth a warning."""


def ready(server: Server) -> dict[str, Any]:
    """Where the server is and where its things lie, for scripts."""
    token_file = server.config.host_token_file
    return {
        "address": address(server),
        "database": _absolute(server.config),
        "host_token_file": None if token_file is None else str(token_file.absolute()),
        "addresses": list(server.invitation().addresses),
        "encrypted": server.tls is not None,
        "warnings": warnings(server),
    }


def welcome(server: Server) -> list[str]:
    """The same for a person."""
    config = server.config
    lines = [f"gridarena {version('gridarena')} listens at {address(server)}", f"records: {_absolute(config)}"]
    if config.host_token_file is None:
        lines.append(f"host token (kept nowhere): {server.host_token}")
    else:
        lines.append(f"host token: {config.host_token_file.absolute()}")
    lines += ["", *students(server), ""]
    lines += [f"warning: {text}" for text in warnings(server)]
    lines.append("Ctrl-C stops it when the turns being played are over, a second one at once.")
    return lines


def students(server: Server) -> list[str]:
    """What students type, and how they get here."""
    config = server.config
    if not reaches_others(config):
        return [
            "Only this machine can reach it. For a class, on a network that you trust:",
            "  gridarena serve --host 0.0.0.0 --insecure-lan",
        ]
    addresses = server.invitation().addresses
    lines = [f"Students reach it at {', '.join(addresses)}{_why(config)}.", f"Connections are {_encryption(server)}."]
    if not config.records_are_open:
        lines.append("Reading needs a team's token too.")
    return [
        *lines,
        "Your line for a class list, which makes a join file for each team:",
        "  gridarena team import ROSTER.csv --out joins",
        "A student's lines, with that file:",
        "  gridarena join TEAM.join",
        "  gridarena play ./mine.py:Mine",
    ]


def warnings(server: Server) -> list[str]:
    """What a host should know before the class comes."""
    config = server.config
    found = [] if config.in_memory else place.warnings(Path(config.database))
    if server.tls is not None and server.tls.until - time.time() < DAYS_LEFT * 86_400:
        found.append(f"the certificate ends on {datetime.fromtimestamp(server.tls.until, UTC):%Y-%m-%d}")
    if reaches_others(config):
        found += firewall.warnings(server.port)
        if config.everywhere and not config.announced:
            found += network(lan.look(), wsl=lan.inside_wsl())
    return found


def network(seen: Lan, *, wsl: bool) -> list[str]:
    """What is odd about this machine's network."""
    found = []
    if not seen.cards:
        found.append("this machine is on no network: connect it, then import again for join files with its address")
    elif seen.cards[0].kind:
        found.append(f"the only network is {_named(seen.cards[0])}, which students' machines are hardly on")
    if len(seen.cards) > 1:
        found.append(
            "this machine is on several networks; if students are not on the first, say announce in gridarena.toml"
        )
    if wsl:
        found.append("inside WSL other machines cannot reach it: run gridarena in Windows itself")
    return found


def address(server: Server) -> str:
    """Where a client on this machine finds it."""
    return f"{here(server.config).rpartition(':')[0]}:{server.port}"


def _why(config: Config) -> str:
    if config.announced:
        return " (announced in the settings)"
    if not config.everywhere:
        return ""
    seen = lan.look()
    skipped = f"; not {', '.join(map(_named, seen.skipped))}" if seen.skipped else ""
    return f" ({seen.why}{skipped})"


def _named(card: Card) -> str:
    return f"{card.name} ({card.kind})" if card.kind else card.name


def _encryption(server: Server) -> str:
    if server.tls is None:
        return "not encrypted (insecure_lan): whoever listens on this network can read the teams' tokens"
    whom = server.tls.name_for(server.invitation().addresses) or "its addresses"
    return f"encrypted; the certificate is for {whom}, and join files say how to check it"


def _absolute(config: Config) -> str:
    return config.database if config.in_memory else str(Path(config.database).absolute())
