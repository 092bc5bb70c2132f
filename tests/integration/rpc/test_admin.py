"""What the host decides."""

import pytest

from gridarena_protocol.codec import methods
from gridarena_protocol.records import Clock, Rules
from gridarena_protocol.views import Plan, StartBoard, VoidRequest
from support.wire import LAST, Failed, Wire, open_match, running


def plan(**changes: object) -> Plan:
    fields = {
        "name": "cup",
        "game": "sudoku",
        "format": "round-robin",
        "boards": (StartBoard("last", LAST, {}),),
        "clocks": (Clock("untimed"),),
        "rules": Rules(),
        "agents": ("a", "b"),
    }
    return Plan(**(fields | changes))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"agents": ("a",)}, "invalid"),
        ({"agents": ("a", "a")}, "invalid"),
        ({"format": "swiss"}, "invalid"),
        ({"game": "chess"}, "unknown_game"),
        ({"boards": (StartBoard("x", "2 2 9", {}),)}, "bad_start"),
        ({"boards": ()}, "invalid"),
    ],
)
async def test_a_plan_that_cannot_be_played_is_refused(changes: dict[str, object], code: str) -> None:
    """With a code and a line; nothing is written."""
    async with running() as server, Wire(server.port, server.host_token) as host:
        for method in (methods.ESTIMATE_TOURNAMENT, methods.CREATE_TOURNAMENT):
            with pytest.raises(Failed) as raised:
                await host.ask(method, plan(**changes))
            assert raised.value.code == code
        assert await host.ask(methods.TOURNAMENTS, None) == ()


async def test_a_tournament_starts_and_ends_once() -> None:
    """Starting or aborting out of turn is "not now"; an unknown one is unknown."""
    async with running() as server, Wire(server.port, server.host_token) as host:
        created = await host.ask(methods.CREATE_TOURNAMENT, plan())
        tournament = created.tournament or 0
        assert (await host.ask(methods.START_TOURNAMENT, tournament)).status == "running"
        assert (await host.ask(methods.ABORT_TOURNAMENT, tournament)).status == "aborted"
        for method in (methods.START_TOURNAMENT, methods.ABORT_TOURNAMENT):
            for asked, code in {tournament: "not_now", 99: "unknown_tournament"}.items():
                with pytest.raises(Failed) as raised:
                    await host.ask(method, asked)
                assert raised.value.code == code


async def test_a_match_is_voided_once() -> None:
    """Live or over, with the reason in its record; a second time is refused."""
    async with running() as server, Wire(server.port, server.host_token) as host:
        header = await open_match(server)
        record = await host.ask(methods.VOID_MATCH, VoidRequest(header.match, "wrong board"))
        assert record.void == "wrong board"
        for match, code in {header.match: "not_now", 99: "unknown_match"}.items():
            with pytest.raises(Failed) as raised:
                await host.ask(methods.VOID_MATCH, VoidRequest(match, "again"))
            assert raised.value.code == code
        events = await server.store.host_events()
        assert [event.kind for event in events] == ["server.started", "match.voided"]


async def test_the_host_can_stop_the_server() -> None:
    """Drain answers at once; readers are told meanwhile; it is over when no turn is open."""
    async with running() as server, Wire(server.port, server.host_token) as host:
        await open_match(server)
        assert await host.ask(methods.DRAIN, "good night") == 1
        assert (await host.ask(methods.SERVER, None)).draining
        await server.drained()
