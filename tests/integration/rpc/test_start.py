"""A server's life: what keeps it from starting, what it keeps secret, how it stops."""

import asyncio
import signal
import sqlite3
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from subprocess import PIPE, Popen

import pytest

from gridarena_protocol.codec import methods
from gridarena_protocol.messages import Attach, Drain, Hello, Proposal, Snapshot, TurnClosed, TurnOpened
from gridarena_protocol.records import Clock
from gridarena_server.app import serve
from gridarena_server.errors import ArenaError
from support.wire import Wire, open_match, running, settings

POLITE = 2.0
"""Seconds a draining server may take beyond the turn that is open."""


async def test_a_port_in_use_is_one_clear_line(tmp_path: Path) -> None:
    """The second server says which port and what to do, within a second; the first one goes on."""
    async with running() as server:
        began = time.monotonic()
        with pytest.raises(ArenaError, match=rf"port {server.port} is in use.*--port") as raised:
            async with serve(settings(port=server.port, database=str(tmp_path / "other.db"))):
                pass
        assert time.monotonic() - began < 1
        assert raised.value.exit_code == 6
        async with Wire(server.port) as wire:
            await wire.ask(methods.SERVER, None)


async def test_a_database_in_use_is_one_clear_line(tmp_path: Path) -> None:
    """The second server names the file, within a second; when the first one is gone the file is free."""
    database = str(tmp_path / "arena.db")
    async with running(database=database):
        began = time.monotonic()
        with pytest.raises(ArenaError, match="in use by another") as raised:
            async with running(database=database):
                pass
        assert time.monotonic() - began < 1
        assert raised.value.exit_code == 7
        assert "\n" not in str(raised.value)
    async with running(database=database):
        pass


async def test_a_file_that_is_no_database_is_one_clear_line(tmp_path: Path) -> None:
    """Somebody's text is refused and left as it is."""
    file = tmp_path / "essay.txt"
    file.write_text("It was a dark and stormy night." * 100, encoding="utf-8")
    with pytest.raises(ArenaError) as raised:
        async with running(database=str(file)):
            pass
    assert raised.value.exit_code == 8
    assert str(file) in str(raised.value)
    assert file.read_text(encoding="utf-8").startswith("It was")


@pytest.mark.parametrize("host", ["256.1.1.1", "no such host"])
async def test_a_strange_address_is_one_clear_line(host: str) -> None:
    """What is no address of this machine is not mistaken for a port in use."""
    with pytest.raises(ArenaError, match=r"host|cannot listen") as raised:
        async with running(host=host, insecure_lan=True):
            pass
    assert raised.value.exit_code == 2


async def test_secrets_survive_a_restart_and_stay_out_of_the_database(tmp_path: Path) -> None:
    """Host token, team tokens and tickets are as good after a restart; the files hold no token but the host's own."""
    database = tmp_path / "arena.db"
    async with running(database=str(database)) as server:
        token, host_token, ticket = await server.add_team("owls"), server.host_token, server.tickets.issue(1, 0)
    async with running(database=str(database)) as server:
        assert (server.host_token, server.tickets.issue(1, 0)) == (host_token, ticket)
        async with Wire(server.port, token) as wire, Wire(server.port, host_token) as host:
            talk = wire.talk(methods.JOIN)
            await talk.send(Hello("owls", "1", ()))
            await talk.read()
            assert len(await host.ask(methods.LIST_TEAMS, None)) == 1
    assert holders(tmp_path, token) == set()
    assert holders(tmp_path, host_token) == {"arena.db.host-token"}


def holders(folder: Path, secret: str) -> set[str]:
    """The files that hold this text."""
    return {file.name for file in folder.iterdir() if secret.encode() in file.read_bytes()}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no file modes; the folder's permissions count")
async def test_secrets_are_the_hosts_alone(tmp_path: Path) -> None:
    """Nobody else on the machine may read the host's token or the tickets' key."""
    async with running(database=str(tmp_path / "arena.db")) as server:
        for file in (server.config.host_token_file, server.config.key_file):
            assert file is not None
            assert file.stat().st_mode & 0o777 == 0o600


async def test_draining_waits_for_the_open_turn_and_no_longer(tmp_path: Path) -> None:
    """Everybody is told, the turn is played, nothing else opens, and the stop itself is quick."""
    async with running(database=str(tmp_path / "arena.db")) as server:
        token = await server.add_team("first")
        header = await open_match(server, clock=Clock("hidden", 600))
        async with Wire(server.port, token) as wire:
            lobby, seat = wire.talk(methods.JOIN), wire.talk(methods.ATTACH)
            await lobby.send(Hello("first", "", ()))
            await lobby.read()
            await seat.send(Attach(header.match, 0, server.tickets.issue(header.match, 0)))
            assert isinstance(await seat.read(), Snapshot)
            opened = await seat.read_until(TurnOpened)
            await seat.send(Proposal(opened.turn, opened.attempt, 1, "(0,3) -> 4"))
            began = time.monotonic()
            server.request_drain("bye")
            assert await lobby.read_until(Drain) == Drain("bye")
            await server.drained()
            assert 0.3 < time.monotonic() - began < 0.6 + POLITE
            assert isinstance(await seat.read(), TurnClosed)
            began = time.monotonic()
            await server.stop()
            assert time.monotonic() - began < 1
            assert (await seat.end()).code == "draining"
            assert (await lobby.end()).code == "draining"


async def test_a_turn_without_end_does_not_keep_the_server_from_stopping() -> None:
    """An untimed turn is waited for as long as the host wants, then cut off; it is opened again after the restart."""
    async with running(drain_s=0.2) as server:
        token = await server.add_team("first")
        header = await open_match(server)
        async with Wire(server.port, token) as wire:
            seat = wire.talk(methods.ATTACH)
            await seat.send(Attach(header.match, 0, server.tickets.issue(header.match, 0)))
            await seat.read_until(TurnOpened)
            server.request_drain("bye")
            await asyncio.wait_for(server.drained(), 2)


# --- as a process -----------------------------------------------------------------------------------------------------

SCRIPT = """
import asyncio, sys
from gridarena_server.config import Config
from gridarena_server.errors import ArenaError
from gridarena_server.run import run_server
try:
    config = Config(port=int(sys.argv[2]), database=sys.argv[1], drain_s=float(sys.argv[3]))
    asyncio.run(run_server(config, lambda server: print(server.port, flush=True)))
except ArenaError as error:
    print(error, file=sys.stderr)
    sys.exit(error.exit_code)
"""


class Process:
    """A server process that is ended however the test ends."""

    def __init__(self, database: Path, port: int = 0, drain_s: float = 30) -> None:
        words = [sys.executable, "-c", SCRIPT, str(database), str(port), str(drain_s)]
        self.process = Popen(words, stdout=PIPE, stderr=PIPE)
        assert self.process.stdout is not None
        self.ready = self.process.stdout.readline().decode()

    def wait(self, within_s: float) -> tuple[int, str]:
        assert self.process.stderr is not None
        code = self.process.wait(within_s)
        return code, self.process.stderr.read().decode()

    def __enter__(self) -> "Process":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdout, self.process.stderr):
            assert pipe is not None
            pipe.close()


@pytest.fixture
def process(tmp_path: Path) -> Iterator[Process]:
    with Process(tmp_path / "arena.db") as it:
        yield it


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no polite signal between processes")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_one_signal_stops_politely(process: Process, number: signal.Signals) -> None:
    """Exit code 0, nothing on standard error, the database closed."""
    process.process.send_signal(number)
    assert process.wait(POLITE + 3) == (0, "")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no polite signal between processes")
async def test_a_second_signal_stops_at_once(tmp_path: Path) -> None:
    """While an untimed turn is waited for, the second one ends the process within a second; nothing written is lost."""
    database = tmp_path / "arena.db"
    async with running(database=str(database)) as server:
        header = await open_match(server)
        token, ticket = await server.add_team("first"), server.tickets.issue(header.match, 0)
    process = await asyncio.to_thread(Process, database)
    with process:
        async with Wire(int(process.ready), token) as wire:
            seat = wire.talk(methods.ATTACH)
            await seat.send(Attach(header.match, 0, ticket))
            await seat.read_until(TurnOpened)
            process.process.send_signal(signal.SIGTERM)
            while not (await wire.ask(methods.SERVER, None)).draining:  # noqa: ASYNC110 - it happens in another process
                await asyncio.sleep(0.01)
            assert process.process.poll() is None
            process.process.send_signal(signal.SIGTERM)
            code, _ = await asyncio.to_thread(process.wait, 1)
            assert code == 130
    with sqlite3.connect(database) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_second_process_is_told_why(process: Process, tmp_path: Path) -> None:
    """One line on standard error and an exit code of its own, for the port and for the database."""
    with Process(tmp_path / "other.db", int(process.ready)) as second:
        code, text = second.wait(5)
        assert (code, text.count("\n")) == (6, 1)
    with Process(tmp_path / "arena.db") as second:
        code, text = second.wait(5)
        assert (code, text.count("\n")) == (7, 1)
