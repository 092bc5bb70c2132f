"""Why an agent is not let in: one clear line and an exit code each, and no second try."""

import asyncio
import contextlib
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from gridarena import ServiceError, _session
from gridarena._client import Client
from gridarena._session import Attendance
from gridarena.errors import NOT_OURS, UNREACHABLE
from gridarena.running import attend
from gridarena.server import Server
from gridarena_protocol.views import LeaderboardQuery
from support.arena import Arena, FirstMove
from support.sdk import until, write_agent
from support.wire import running


def free_port() -> int:
    with contextlib.closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


async def refused(server: Server, folder: Path, **attendance: object) -> ServiceError:
    """What an agent hears that is not let in."""
    wanted = Attendance(name="mine", wait_s=0.3)
    with pytest.raises(ServiceError) as raised:
        await attend(
            FirstMove,
            (server,),
            replace(wanted, **attendance),  # type: ignore[arg-type]
            inline=True,
            log_folder=folder,
            say=lambda line: None,
        )
    assert "\n" not in str(raised.value)
    return raised.value


async def test_wrong_token(arena: Arena, tmp_path: Path) -> None:
    """Code 4, and where to get a right one."""
    error = await refused(Server(f"127.0.0.1:{arena.server.port}", "ga_wrong"), tmp_path)
    assert (error.code, error.exit_code) == ("bad_token", 4)
    assert "ask the host" in str(error)


async def test_missing_token(arena: Arena, tmp_path: Path) -> None:
    """It is missing, not wrong."""
    error = await refused(Server(f"127.0.0.1:{arena.server.port}"), tmp_path)
    assert (error.code, error.exit_code) == ("no_token", 4)


async def test_old_sdk(arena: Arena, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Code 5, and what to type."""
    monkeypatch.setattr(_session.Hello, "__init__", _older(_session.Hello.__init__))
    error = await refused(await arena.address("mine"), tmp_path)
    assert (error.code, error.exit_code) == ("old_sdk", 5)
    assert "install the gridarena that your host runs" in str(error)


def _older(hello: Callable[..., None]) -> Callable[..., None]:
    return lambda self, *args, **fields: hello(self, *args, **(fields | {"protocol": 0}))


async def test_bad_name(arena: Arena, tmp_path: Path) -> None:
    """Before anything is played."""
    error = await refused(await arena.address("mine"), tmp_path, name="two words")
    assert (error.code, error.exit_code) == ("name_refused", 2)


async def test_no_server(tmp_path: Path) -> None:
    """Code 3, once the patience is over; the port is named."""
    port = free_port()
    error = await refused(Server(f"127.0.0.1:{port}", "ga_any"), tmp_path)
    assert (error.code, error.exit_code) == (UNREACHABLE, 3)
    assert f"no server answers at 127.0.0.1:{port} (connection refused" in str(error)


async def test_server_that_comes_late_is_found(arena: Arena, tmp_path: Path) -> None:
    """The second address of a join file is tried too."""
    here = await arena.address("mine")
    nowhere = replace(here, address=f"127.0.0.1:{free_port()}")
    lines: list[str] = []
    task = asyncio.create_task(
        attend(FirstMove, (nowhere, here), Attendance("mine"), inline=True, log_folder=tmp_path, say=lines.append)
    )
    await until(lambda: len(lines) >= 2)
    assert arena.server.lobby.get("mine") is not None
    task.cancel()
    await asyncio.wait([task])
    assert "no server answers" in lines[0]
    assert lines[1].startswith("connected to ")


@contextlib.asynccontextmanager
async def stranger(answer: bytes) -> AsyncIterator[str]:
    """Something else that listens on a port."""

    async def meet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1024)
        writer.write(answer)
        with contextlib.suppress(OSError):
            await writer.drain()
        writer.close()

    server = await asyncio.start_server(meet, "127.0.0.1", 0)
    async with server:
        yield f"127.0.0.1:{server.sockets[0].getsockname()[1]}"


@pytest.mark.parametrize(
    "answer", [b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n", b"\x15\x03\x01\x00\x02\x02\x32", b""]
)
async def test_something_else_listens(answer: bytes) -> None:
    """A web server, a TLS server, or one that hangs up: code 3, one line, no riddle."""
    async with stranger(answer) as address:
        with pytest.raises(ServiceError) as raised:
            async with Client(Server(address)) as client:
                await client.leaderboard(LeaderboardQuery("sudoku"))
    assert raised.value.code in (UNREACHABLE, NOT_OURS)
    assert raised.value.exit_code == 3
    assert address in str(raised.value)
    assert "TLS" in str(raised.value)
    assert "\n" not in str(raised.value)


async def test_plaintext_server_asked_with_tls(arena: Arena) -> None:
    """A join file with a certificate for a server that has none."""
    server = replace(await arena.address("mine"), ca=CERTIFICATE)
    with pytest.raises(ServiceError) as raised:
        async with Client(server) as client:
            await client.info()
    assert raised.value.exit_code == 3
    assert "certificate of this join file" in str(raised.value)


async def test_an_address_that_is_somebody_elses_does_not_end_the_search(arena: Arena, tmp_path: Path) -> None:
    """Of a join file's addresses one may belong to a stranger on the network at home; the next one is tried."""
    right = await arena.address("mine")
    async with running() as stranger:
        wrong = replace(right, address=f"127.0.0.1:{stranger.port}")
        lines: list[str] = []
        wanted = Attendance(name="mine")
        playing = asyncio.create_task(
            attend(FirstMove, (wrong, right), wanted, inline=True, log_folder=tmp_path, say=lines.append)
        )
        await until(lambda: arena.server.lobby.get("mine") is not None or playing.done())
        assert not playing.done(), lines
        assert "token" in lines[0]
        playing.cancel()
        await asyncio.wait([playing])


async def test_program_ends_with_the_line_and_the_code(arena: Arena, tmp_path: Path) -> None:
    """As the student sees it: `python mine.py --server ...`."""
    file = write_agent(
        tmp_path,
        "class Mine(gridarena.Agent):\n    def play(self, turn): pass\n"
        "if __name__ == '__main__':\n    gridarena.run(Mine)\n",
    )
    arguments = (str(file), "--server", f"127.0.0.1:{arena.server.port}", "--token", "ga_wrong")
    program = await asyncio.create_subprocess_exec(
        sys.executable, *arguments, cwd=tmp_path, stderr=subprocess.PIPE, stdout=subprocess.PIPE
    )
    out, err = await asyncio.wait_for(program.communicate(), 15)
    assert program.returncode == 4
    assert out == b""
    assert err.decode().startswith(f"mine.py: 127.0.0.1:{arena.server.port}: this token is not")
    assert err.count(b"\n") == 1


CERTIFICATE = """-----BEGIN CERTIFICATE-----
MIIBYTCCAQegAwIBAgIUYbGzc4v5ZxEVfDZQ0JzJ3pX3b4IwCgYIKoZIzj0EAwIw
DjEMMAoGA1UEAwwDYWJjMB4XDTI1MDEwMTAwMDAwMFoXDTM1MDEwMTAwMDAwMFow
-----END CERTIFICATE-----
"""
