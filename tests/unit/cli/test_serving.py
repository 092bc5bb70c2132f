"""What goes on beside a server."""

import asyncio
import contextlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

from gridarena_cli import serving
from gridarena_server.config import Config


@dataclass
class Running:
    """As much of a server as is looked at."""

    live: set[int] = field(default_factory=set)
    status: str = "created"
    config: Config = field(default_factory=Config)
    stopping: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def referee(self) -> Any:
        return SimpleNamespace(live=self.live)

    @property
    def director(self) -> Any:
        return SimpleNamespace(views=lambda: [SimpleNamespace(status=self.status)])

    async def draining(self) -> None:
        await self.stopping.wait()


async def until(condition: Any) -> None:
    async with asyncio.timeout(10):
        while not condition():  # noqa: ASYNC110 - a thread's doing, which tells no event
            await asyncio.sleep(0)


async def test_the_machine_is_awake_while_there_is_something_to_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """A running tournament counts between its matches too; when all is over the machine may sleep."""
    seen: list[str] = []

    @contextlib.contextmanager
    def awake(why: str) -> Iterator[None]:
        seen.append("awake")
        try:
            yield
        finally:
            seen.append("asleep")

    monkeypatch.setattr(serving, "awake", awake)
    monkeypatch.setattr(serving, "LOOK_EVERY_S", 0)
    server = Running()
    vigil = asyncio.create_task(serving._stay_awake(server))  # type: ignore[arg-type]
    await asyncio.sleep(0)
    assert seen == []
    server.live.add(1)
    await until(lambda: seen == ["awake"])
    server.live.clear()
    await until(lambda: seen == ["awake", "asleep"])
    server.status = "running"
    await until(lambda: seen[2:] == ["awake"])
    vigil.cancel()
    await asyncio.wait([vigil])
    assert seen[2:] == ["awake", "asleep"]


@pytest.mark.parametrize(
    ("live", "said"), [(set(), ""), ({1}, "1 open turn is played"), ({1, 2}, "2 open turns are played")]
)
async def test_a_stop_says_what_it_waits_for(live: set[int], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Where nothing is played there is nothing to say."""
    server = Running(live)
    server.stopping.set()
    await serving._tell_of_drain(server)  # type: ignore[arg-type]
    err = capsys.readouterr().err
    assert (said in err, bool(err)) == (True, bool(said))
