"""Who may connect: teams added, imported, given new tokens and removed, over the wire."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from gridarena_protocol.codec import methods
from gridarena_protocol.messages import Attach, Hello, LobbyEvent, LobbyRequest, Snapshot, Welcome
from gridarena_protocol.records import Clock, Rules
from gridarena_protocol.teams import Identity, ImportedTeam, NewTeam, TeamImport
from gridarena_protocol.views import Plan, StartBoard
from gridarena_server.app import Server
from gridarena_server.rpc.auth import digest
from support.wire import Failed, Talk, Wire, open_match, running


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    async with running() as started:
        yield started


@pytest.fixture
async def host(server: Server) -> AsyncIterator[Wire]:
    async with Wire(server.port, server.host_token) as wire:
        yield wire


async def join(wire: Wire, name: str) -> Talk[LobbyRequest, LobbyEvent]:
    """An agent in the lobby."""
    talk = wire.talk(methods.JOIN)
    await talk.send(Hello(name, "1", ("sudoku",)))
    assert isinstance(await talk.read(), Welcome)
    return talk


async def refusal(wire: Wire, method: methods.Method, question: object) -> str:
    """The code a question is refused with."""
    with pytest.raises(Failed) as raised:
        await wire.ask(method, question)
    return raised.value.code


async def add(host: Wire, name: str, real_name: str = "") -> str:
    return (await host.ask(methods.ADD_TEAM, NewTeam(name, real_name))).token


async def load(host: Wire, *names: str, rotate: bool = False) -> list[tuple[str, str]]:
    """Imports teams and tells what became of each; "a/b" is a pseudonym a of b."""
    teams = tuple(NewTeam(*name.split("/")) for name in names)
    done = await host.ask(methods.IMPORT_TEAMS, TeamImport(teams, rotate))
    assert all((one.token != "") == (one.outcome in ("new", "rotated")) for one in done)
    assert all(one.sha256 == digest(one.token) for one in done if one.token)
    return [(one.name, one.outcome) for one in done]


async def test_a_team_gets_a_token_that_works_at_once(server: Server, host: Wire) -> None:
    """The token is shown once, kept as a hash only, and lets the team's agents in."""
    token = await add(host, "Owls")
    assert token not in await server.store.tokens()
    async with Wire(server.port, token) as wire:
        await join(wire, "deep")
        assert await wire.ask(methods.WHO_AM_I, None) == Identity("Owls", ("Owls/deep",))
    assert await host.ask(methods.WHO_AM_I, None) == Identity("", ())
    (team,) = await host.ask(methods.LIST_TEAMS, None)
    assert (team.name, team.agents, team.real_name, team.removed) == ("Owls", ("Owls/deep",), "", False)


async def test_nobody_is_anybody_without_a_token(server: Server) -> None:
    """Not even where records are open."""
    for token, code in (("", "no_token"), ("ga_wrong", "bad_token")):
        async with Wire(server.port, token) as wire:
            assert await refusal(wire, methods.WHO_AM_I, None) == code


@pytest.mark.parametrize(
    ("name", "real_name", "code"),
    [
        ("Owls", "", "name_taken"),
        ("oWLS", "", "name_taken"),
        ("0wls", "", "name_taken"),
        ("team-I", "", "name_taken"),
        ("team-l", "", "name_taken"),
        ("O w", "", "name_refused"),
        ("", "", "name_refused"),
        ("\u041ewls", "", "name_refused"),
        ("crows", "Owls", "name_taken"),
        ("crows", "ann", "name_taken"),
        ("ann", "", "name_taken"),
        ("ravens", "", "name_taken"),
    ],
)
async def test_teams_may_not_be_confused(host: Wire, name: str, real_name: str, code: str) -> None:
    """Taken is taken, in whatever case and look; a pseudonym hides nobody who is here under another name."""
    await load(host, "Owls", "team-1", "ravens/ann")
    assert await refusal(host, methods.ADD_TEAM, NewTeam(name, real_name)) == code


async def test_teams_may_be_called_what_they_like(host: Wire) -> None:
    """What nobody mistakes is no clash; a real name may hold any letters, for only the host reads it."""
    wanted = ["team-1", "team-L", "owls-1", "crows/Bob \u041e\u0301"]
    assert [outcome for _, outcome in await load(host, *wanted)] == ["new"] * 4


async def test_two_questions_at_once_make_one_team(host: Wire) -> None:
    """A name cannot be taken twice by asking twice at the same moment."""
    asked = await asyncio.gather(*(add(host, name) for name in ("Owls", "owls", "OWLS")), return_exceptions=True)
    assert [answer.code for answer in asked if isinstance(answer, Failed)] == ["name_taken"] * 2
    assert len(await host.ask(methods.LIST_TEAMS, None)) == 1


async def test_an_import_knows_whom_it_has_met(server: Server, host: Wire) -> None:
    """Twice is once: known teams keep name and token, whatever else the roster says of them now."""
    assert await load(host, "owls", "hawks/Ann") == [("owls", "new"), ("hawks", "new")]
    before = await server.store.tokens()
    again = await load(host, "OWLS", "eagles/ann", "crows")
    assert again == [("owls", "kept"), ("hawks", "kept"), ("crows", "new")]
    assert before.items() <= (await server.store.tokens()).items()
    assert [event.text for event in await server.store.host_events() if event.kind == "team.added"] == [
        *("team owls", "team hawks", "team crows")
    ]


async def test_an_import_tells_which_token_is_valid(host: Wire) -> None:
    """So that an old join file can be told from a good one without anybody's token."""
    token = await add(host, "owls")
    (kept,) = await host.ask(methods.IMPORT_TEAMS, TeamImport((NewTeam("owls"),)))
    assert kept == ImportedTeam("owls", "", "kept", "", digest(token))


async def test_an_import_is_all_or_nothing(host: Wire) -> None:
    """One bad name, one that is named twice, and no team is added."""
    for names in (
        ["owls", "cr ows"],
        ["owls", "Owls"],
        ["owls", "hawks/Ann", "eagles/ANN"],
        [f"t{n}" for n in range(501)],
    ):
        with pytest.raises(Failed):
            await load(host, *names)
        assert await host.ask(methods.LIST_TEAMS, None) == ()


async def test_an_import_may_renew_every_token(server: Server, host: Wire) -> None:
    """The old ones are dead."""
    old = await add(host, "owls")
    assert await load(host, "owls", "crows", rotate=True) == [("owls", "rotated"), ("crows", "new")]
    async with Wire(server.port, old) as wire:
        assert await refusal(wire, methods.WHO_AM_I, None) == "bad_token"


@pytest.mark.parametrize(
    ("method", "code"), [(methods.ROTATE_TOKEN, "token_rotated"), (methods.REMOVE_TEAM, "team_removed")]
)
async def test_a_dead_token_ends_what_was_opened_with_it(
    server: Server, host: Wire, method: methods.Method, code: str
) -> None:
    """Lobby, match and what is watched, at once and with the reason; nobody else's."""
    header = await open_match(server, agents=("owls", "crows"))
    async with Wire(server.port, await add(host, "owls")) as owls, Wire(server.port, await add(host, "crows")) as crows:
        lobby, other = await join(owls, "owls"), await join(crows, "crows")
        seat = owls.talk(methods.ATTACH)
        await seat.send(Attach(header.match, 0, server.tickets.issue(header.match, 0)))
        assert isinstance(await seat.read(), Snapshot)
        assert (await host.ask(method, "OWLS")).name == "owls"
        assert ((await lobby.end()).code, (await seat.end()).code) == (code, code)
        assert await refusal(owls, methods.WHO_AM_I, None) == "bad_token"
        assert server.lobby.connected == ["crows"]
        assert await crows.ask(methods.WHO_AM_I, None) == Identity("crows", ("crows",))
        other.cut()
    assert header.match in server.referee.live


async def test_a_dead_token_ends_what_is_watched_with_it() -> None:
    """Where records are closed, a reader with a token is a reader for as long as the token is good."""
    async with running(open_records=False) as server, Wire(server.port, server.host_token) as host:
        header = await open_match(server)
        async with Wire(server.port, await add(host, "owls")) as owls:
            events = owls.follow(methods.WATCH_MATCH, header.match)
            await anext(events)
            await host.ask(methods.ROTATE_TOKEN, "owls")
            with pytest.raises(Failed) as raised:
                await anext(events)
            assert raised.value.code == "token_rotated"


async def test_a_rotated_token_works(server: Server, host: Wire) -> None:
    """The team is the same, its agents too."""
    async with Wire(server.port, await add(host, "owls")) as wire:
        (await join(wire, "deep")).cut()
    token = (await host.ask(methods.ROTATE_TOKEN, "owls")).token
    async with Wire(server.port, token) as wire:
        assert await wire.ask(methods.WHO_AM_I, None) == Identity("owls", ("owls/deep",))


async def test_a_removed_team_stays_known_and_may_come_back(server: Server, host: Wire) -> None:
    """It is listed as removed, an import leaves it so, and adding it again gives a new token; all of it is written."""
    old = await add(host, "owls", "Group 7")
    assert (await host.ask(methods.REMOVE_TEAM, "group 7")).removed
    assert [team.removed for team in await host.ask(methods.LIST_TEAMS, None)] == [True]
    assert await load(host, "owls/Group 7", rotate=True) == [("owls", "removed")]
    assert await refusal(host, methods.ROTATE_TOKEN, "owls") == "not_now"
    assert await refusal(host, methods.REMOVE_TEAM, "owls") == "not_now"
    back = await host.ask(methods.ADD_TEAM, NewTeam("hawks", "Group 7"))
    assert (back.name, back.token == old) == ("owls", False)
    async with Wire(server.port, back.token) as wire:
        assert await wire.ask(methods.WHO_AM_I, None) == Identity("owls", ())
    kinds = [event.kind for event in await server.store.host_events()]
    assert kinds == ["server.started", "team.added", "team.removed", "team.returned"]


async def test_a_removed_team_takes_part_no_longer(server: Server, host: Wire) -> None:
    """Nobody waits for its agents or wins against them; a team whose name begins alike plays on."""
    for team in ("owls", "owls-2", "crows"):
        await add(host, team)
    clock, agents = Clock("hidden", 100), ("owls", "owls/deep", "owls-2", "crows")
    plan = Plan("t", "sudoku", "round-robin", (StartBoard("b", "1 2\n. .\n. .\n", {}),), (clock,), Rules(), agents)
    number = (await host.ask(methods.CREATE_TOURNAMENT, plan)).tournament
    await host.ask(methods.START_TOURNAMENT, number)
    await host.ask(methods.REMOVE_TEAM, "owls")
    (view,) = await host.ask(methods.TOURNAMENTS, None)
    assert (view.agents, view.matches) == (("owls-2", "crows"), 2)
    kinds = [event.kind for event in await server.store.host_events()]
    assert kinds[-3:] == ["tournament.withdrawn", "tournament.withdrawn", "team.removed"]


@pytest.mark.parametrize("name", ["crows", "", " ", "\u202eowls"])
async def test_an_unknown_team_is_said_so(host: Wire, name: str) -> None:
    """Nothing changes."""
    await add(host, "owls")
    for method in (methods.ROTATE_TOKEN, methods.REMOVE_TEAM):
        assert await refusal(host, method, name) in ("unknown_team", "malformed")


async def test_a_pseudonym_is_all_that_others_see(server: Server, host: Wire) -> None:
    """Labels hold it; the real name is in answers to the host's token alone."""
    token = await add(host, "owls", "Ann de Vries")
    async with Wire(server.port, token) as wire:
        talk = wire.talk(methods.JOIN)
        await talk.send(Hello("deep", "1", ("sudoku",)))
        welcome = await talk.read()
        assert isinstance(welcome, Welcome)
        assert welcome.agent == "owls/deep"
        assert await refusal(wire, methods.LIST_TEAMS, None) == "not_host"
    (team,) = await host.ask(methods.LIST_TEAMS, None)
    assert (team.name, team.real_name) == ("owls", "Ann de Vries")
    assert all("Ann" not in event.text for event in await server.store.host_events())


async def test_the_servers_own_team_is_nobody_elses(server: Server, host: Wire) -> None:
    """Nobody can take its name, and each start of the house gets the one token that works."""
    assert await refusal(host, methods.ADD_TEAM, NewTeam("House")) == "name_taken"
    assert await refusal(host, methods.IMPORT_TEAMS, TeamImport((NewTeam("owls"), NewTeam("house")))) == "name_taken"
    older, newer = await server.house(), await server.house()
    async with Wire(server.port, older) as wire:
        with pytest.raises(Failed):
            await join(wire, "greedy")
    async with Wire(server.port, newer) as wire:
        await join(wire, "greedy")
    assert [team.name for team in await host.ask(methods.LIST_TEAMS, None)] == ["house"]


async def test_what_a_host_has_ordered_is_done_though_nobody_waits_any_more(
    server: Server, host: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The removal is written, so the team's token must be worth nothing, and what it has open must end."""
    token = await add(host, "Owls")
    append, asked, disk = server.store.append, asyncio.Event(), asyncio.Event()

    def slowly(*facts: object) -> "asyncio.Future[int]":
        async def later() -> int:
            asked.set()
            await disk.wait()
            return await append(*facts)

        return asyncio.ensure_future(later())

    async with Wire(server.port, token) as wire:
        talk = await join(wire, "deep")
        monkeypatch.setattr(server.store, "append", slowly)
        order = asyncio.ensure_future(host.ask(methods.REMOVE_TEAM, "Owls"))
        await asked.wait()
        order.cancel()
        await asyncio.gather(order, return_exceptions=True)
        await host.ask(methods.WHO_AM_I, None)  # behind the cancellation, on the same connection
        disk.set()
        assert (await talk.end()).code == "team_removed"
        assert await refusal(wire, methods.WHO_AM_I, None) == "bad_token"
