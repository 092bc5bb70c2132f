from dataclasses import replace

import pytest

from gridarena.errors import ServiceError
from gridarena_cli import watching
from gridarena_protocol.views import TournamentEvent
from support.connections import AWAY, SERVER, plays

from .test_progress import EVENT, VIEW

OVER = replace(EVENT, tournament=replace(VIEW, status="finished", finished=48))


async def test_it_ends_with_the_tournament(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every event is shown, the last one answered."""
    plays(monkeypatch, [EVENT, OVER, EVENT])
    shown: list[TournamentEvent] = []
    assert await watching.follow(SERVER, 1, lambda event, elapsed_s: shown.append(event)) == OVER
    assert shown == [EVENT, OVER]


async def test_a_server_that_comes_back_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its tournament goes on, and so does the picture."""
    plays(monkeypatch, [EVENT, AWAY], [AWAY], [OVER])
    assert await watching.follow(SERVER, 1, lambda event, elapsed_s: None) == OVER


async def test_a_server_that_stays_away_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """With its own line."""
    monkeypatch.setattr(watching, "PATIENCE_S", 0.0)
    plays(monkeypatch, [EVENT, AWAY], [AWAY], [AWAY])
    with pytest.raises(ServiceError, match="no server answers"):
        await watching.follow(SERVER, 1, lambda event, elapsed_s: None)


async def test_a_refusal_is_not_waited_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would be the same the next time."""
    plays(monkeypatch, [ServiceError("unknown_tournament", "there is no such tournament")])
    with pytest.raises(ServiceError, match="no such tournament"):
        await watching.follow(SERVER, 1, lambda event, elapsed_s: None)
