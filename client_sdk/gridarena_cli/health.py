"""What `doctor` looks at; every check is a function that answers findings, so that each can be tried alone.

A *problem* keeps this machine from playing or hosting and ends the command with 1; a *warning* will bite one day.
"""

import asyncio
import importlib.util
import os
import platform
import sqlite3
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from gridarena._client import Client
from gridarena.errors import ServiceError, UnusableFileError
from gridarena.findings import Finding, sound
from gridarena.joins import Kept, kept
from gridarena.server import Server
from gridarena_cli.render import findings as report
from gridarena_cli.terminal import plain, put_json, show_line
from gridarena_protocol.messages import PROTOCOL
from gridarena_protocol.options import host_of, is_loopback, is_near
from gridarena_protocol.views import ServerInfo
from gridarena_server.store.place import warnings

OLDEST_PYTHON = (3, 11)
CLOCK_OFF_S = 5.0
"""Nothing depends on a client's clock; a larger offset only confuses whoever compares logs."""
PROXIES = ("grpc_proxy", "https_proxy", "http_proxy")


def examine(server: Server, database: Path, *, as_json: bool) -> bool:
    """Prints every finding; True when there is no problem."""
    findings = list(_all(server, database))
    if as_json:
        put_json(report.shape(findings))
    else:
        for finding in findings:
            show_line(report.line(finding))
    return sound(findings)


def _all(server: Server, database: Path) -> Iterator[Finding]:
    yield python(sys.version_info[:2])
    yield packages()
    yield numba()
    yield proxies(server, os.environ)
    yield from place(database)
    yield joined(kept())
    yield encryption(server)
    yield from asyncio.run(connection(server))


def python(running: tuple[int, int]) -> Finding:
    """The interpreter is new enough."""
    text = f"Python {platform.python_version()} on {platform.system()} {platform.machine()}"
    if running < OLDEST_PYTHON:
        return Finding("python", "problem", f"{text}; expected 3.11 or newer")
    return Finding("python", "ok", text)


def packages() -> Finding:
    """What is installed, for a bug report."""
    names = ("gridarena", "grpcio", "protobuf", "numpy", "aiosqlite")
    try:
        text = ", ".join(f"{name} {version(name)}" for name in names)
    except PackageNotFoundError as error:
        return Finding("packages", "problem", f"{error.name} is not installed; install gridarena anew")
    return Finding("packages", "ok", f"{text}, protocol {PROTOCOL}")


def place(database: Path) -> Iterator[Finding]:
    """Only hosts need this: where the database lies, and whether this SQLite may be trusted with it."""
    found = warnings(database)
    for text in found:
        yield Finding("database", "warning", text)
    if not found:
        yield Finding("database", "ok", f"{database.expanduser().absolute()}, SQLite {sqlite3.sqlite_version}")


def numba() -> Finding:
    """Search and oracle run compiled where numba is installed."""
    if importlib.util.find_spec("numba") is None:
        return Finding("numba", "warning", "not installed, searches run slowly: python -m pip install numba")
    return Finding("numba", "ok", f"numba {version('numba')}")


def joined(files: Sequence[Kept]) -> Finding:
    """Which join file counts; without one everything has to be said on the command line or in the environment."""
    if not files:
        return Finding("join file", "ok", "none is kept (gridarena join FILE keeps the one you got from the host)")
    try:
        addresses = ", ".join(files[0].read().addresses)
    except UnusableFileError as error:
        return Finding("join file", "problem", str(error))
    return Finding("join file", "ok", f"{files[0].name} counts, of {len(files)} kept: {addresses}")


def encryption(server: Server) -> Finding:
    """Whether others on the network can read the token, and how the server proves that it is the right one."""
    if server.encrypted:
        by = "the join file's certificate" if server.ca else "this machine's authorities"
        whom = f"the name {server.tls_name}" if server.tls_name else "this address"
        return Finding("tls", "ok", f"connections to {server.address} are encrypted; {by} must vouch for {whom}")
    text = f"connections to {server.address} are not encrypted"
    if is_loopback(host_of(server.address)):
        return Finding("tls", "ok", f"{text}, and do not leave this machine")
    return Finding("tls", "warning", f"{text}: whoever listens on the network can read your token")


def proxies(server: Server, environment: Mapping[str, str]) -> Finding:
    """A proxy between an agent and its server delays or cuts long streams."""
    named = [name for name in environment if name.lower() in PROXIES and environment[name]]
    if not named:
        return Finding("proxy", "ok", "no proxy is set")
    if is_near(server.address):
        return Finding("proxy", "ok", f"{', '.join(named)} is set, and not used for {server.address}")
    text = f"{', '.join(named)} is set and used for {server.address}; if the connection breaks, add it to no_proxy"
    return Finding("proxy", "warning", text)


async def connection(server: Server) -> list[Finding]:
    """The server answers, speaks this protocol and knows the token."""
    async with Client(server) as client:
        try:
            began = time.time()
            info = await client.info()
            took_s = time.time() - began
        except ServiceError as error:
            return [Finding("server", "problem", str(error))]
        return [
            reached(server, info),
            clock_offset(info.now / 1000 - (began + took_s / 2), took_s),
            await _token(client, server),
        ]


def reached(server: Server, info: ServerInfo) -> Finding:
    """What answers, and whether it speaks this protocol."""
    text = f"{server.address} runs gridarena {plain(info.version)}, games: {plain(', '.join(info.games))}"
    if info.protocol != PROTOCOL:
        advice = (
            "install the gridarena that your host runs"
            if info.protocol > PROTOCOL
            else "ask the host to update the server"
        )
        return Finding("server", "problem", f"{text}; it speaks protocol {info.protocol}, this is {PROTOCOL}: {advice}")
    if info.draining:
        return Finding("server", "warning", f"{text}; it is about to stop")
    return Finding(
        "server", "ok", f"{text}, {len(info.connected)} agents in the lobby, {info.live_matches} live matches"
    )


def clock_offset(offset_s: float, took_s: float) -> Finding:
    """How far this machine's clock is from the server's; turns are timed by the server alone."""
    text = (
        f"{offset_s:+.1f} s from the server's (a question took {took_s * 1000:.0f} ms); turns are timed by the server"
    )
    return Finding("clock", "warning" if abs(offset_s) > CLOCK_OFF_S else "ok", text)


async def _token(client: Client, server: Server) -> Finding:
    """Whose token the server takes it for."""
    if not server.token:
        return Finding(
            "token", "warning", "none is set: reading works, playing needs a join file (gridarena join FILE)"
        )
    try:
        caller = await client.who_am_i()
    except ServiceError as error:
        return Finding("token", "problem", str(error))
    if not caller.team:
        return Finding("token", "warning", "valid, but the host's: agents connect with their team's")
    agents = ", ".join(caller.agents) or "no agent has connected yet"
    return Finding("token", "ok", f"valid, of team {caller.team}: {agents}")
