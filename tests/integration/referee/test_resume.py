"""Matches that are taken up again after a restart, and those that cannot be."""

from dataclasses import replace

import pytest

from gridarena_games import registry
from gridarena_protocol.records import Clock
from support.toy import Pebbles, PebblesBoard
from support.wire import open_match, running


class FailingBoard(PebblesBoard):
    def outcome(self) -> None:
        raise RuntimeError("as planned")


class Failing(Pebbles):
    def start(self, setup: str, options: object) -> FailingBoard:  # type: ignore[override]
        return FailingBoard(3, False)


class Missing(Pebbles):
    def start(self, setup: str, options: object) -> PebblesBoard:  # type: ignore[override]
        raise ImportError("no module named kayles")


@pytest.mark.parametrize("game", [Failing, Missing])
async def test_a_game_that_fails_keeps_no_server_from_starting(
    game: type[Pebbles], tmp_path: object, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Its match stays unfinished, and others go on."""
    database = f"{tmp_path}/arena.db"
    async with running(database=database) as server:
        first = await open_match(server, agents=("ann", "bob"), clock=Clock("untimed"))
        strange = replace(first, match=server.store.next_id("match"), game="pebbles", setup="3", options={})
        await server.store.append(strange)
    find = registry.find_game
    monkeypatch.setattr(
        "gridarena_server.referee.referee.find_game", lambda name: game() if name == "pebbles" else find(name)
    )
    monkeypatch.setattr("gridarena_server.referee.referee.find_oracle", lambda name: None)
    async with running(database=database) as server:
        assert list(server.referee.live) == [first.match]
    assert f"match {strange.match} cannot be taken up again" in caplog.text
