"""What the connections of somebody who looks on bring, one after the other."""

from collections.abc import AsyncIterator

import pytest

from gridarena.errors import UNREACHABLE, ServiceError
from gridarena.server import Server
from gridarena_cli import watching

SERVER = Server("127.0.0.1:1")
AWAY = ServiceError(UNREACHABLE, "no server answers")


def plays(monkeypatch: pytest.MonkeyPatch, *parts: list[object]) -> None:
    """Each connection hears one part, and breaks where that says so; the next one follows at once."""
    left = iter(parts)

    async def events(server: Server, watch: object) -> AsyncIterator[object]:
        for part in next(left):
            if isinstance(part, ServiceError):
                raise part
            yield part

    monkeypatch.setattr(watching, "_once", events)
    monkeypatch.setattr(watching, "AGAIN_S", 0.0)
