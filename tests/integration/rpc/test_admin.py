"""What the host decides."""

import asyncio

import pytest

from gridarena_protocol.codec import methods
from gridarena_protocol.messages import Hello, Welcome
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


async def test_a_team_gets_a_token_that_works_at_once() -> None:
    """The token is shown once, kept as a hash only, and lets the team's agents in."""
    async with running() as server, Wire(server.port, server.host_token) as host:
        made = await host.ask(methods.ADD_TEAM, "Owls")
        assert made.name == "Owls"
        assert made.token not in (await server.store.tokens())
        async with Wire(server.port, made.token) as wire:
            talk = wire.talk(methods.JOIN)
            await talk.send(Hello("deep", "2.0", ("sudoku",)))
            welcome = await talk.read()
            assert isinstance(welcome, Welcome)
            assert welcome.agent == "Owls/deep"
        (team,) = await host.ask(methods.LIST_TEAMS, None)
        assert (team.name, team.agents) == ("Owls", ("Owls/deep",))


async def test_team_names_may_not_be_confused() -> None:
    """Taken is taken, in whatever case; what is no name is refused."""
    async with running() as server, Wire(server.port, server.host_token) as host:
        await host.ask(methods.ADD_TEAM, "Owls")
        for name, code in {
            "Owls": "name_taken",
            "oWLS": "name_taken",
            "O w": "name_refused",
            "": "name_refused",
        }.items():
            with pytest.raises(Failed) as raised:
                await host.ask(methods.ADD_TEAM, name)
            assert raised.value.code == code


async def test_two_questions_at_once_make_one_team() -> None:
    """A name cannot be taken twice by asking twice at the same moment."""
    async with running() as server, Wire(server.port, server.host_token) as host:
        names = ("Owls", "owls", "OWLS")
        asked = await asyncio.gather(*(host.ask(methods.ADD_TEAM, name) for name in names), return_exceptions=True)
        assert [answer.code for answer in asked if isinstance(answer, Failed)] == ["name_taken"] * 2
        assert len(await host.ask(methods.LIST_TEAMS, None)) == 1


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
