"""How a match is followed: every turn in a pipe, the newest state on a terminal."""

from dataclasses import replace

import pytest

from gridarena.errors import ServiceError
from gridarena_cli import onlooking
from gridarena_protocol.views import MatchesPage
from support.connections import AWAY, SERVER, plays
from support.matches import RECORD, finished

LIVE = replace(RECORD, turns=(), result=None, details=(), hashes=RECORD.hashes[:1])


async def test_every_turn_is_a_line_and_none_comes_twice(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Over a lost connection, and when the whole is told again because this reader fell behind."""
    first, second, third, fourth = RECORD.turns
    behind = replace(LIVE, turns=(first, second, third))
    plays(
        monkeypatch,
        [LIVE, first, AWAY],
        [AWAY],
        [replace(LIVE, turns=(first, second)), behind, fourth, finished(RECORD)],
    )
    record = await onlooking.follow(SERVER, 17, onlooking.Lines())
    assert record.result == RECORD.result
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "match 17, sudoku on nearly-full, clock 0.1 s hidden: greedy - owls/minimax"
    assert [words.split()[1] for words in lines[1:]] == ["1", "2", "3", "4"]
    assert lines[-1].endswith(f"{RECORD.result.points[0]} - {RECORD.result.points[1]}")


async def test_a_finished_match_ends_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """And a void one with its reason."""
    plays(monkeypatch, [RECORD])
    assert (await onlooking.follow(SERVER, 17, onlooking.Silence())).result == RECORD.result
    plays(monkeypatch, [LIVE, "disk on fire"])
    assert (await onlooking.follow(SERVER, 17, onlooking.Silence())).void == "disk on fire"


async def test_an_unknown_match_is_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the server's own line."""
    plays(monkeypatch, [ServiceError("unknown_match", "there is no such match")])
    with pytest.raises(ServiceError, match="no such match"):
        await onlooking.follow(SERVER, 99, onlooking.Silence())


async def test_whatever_is_being_played_is_shown_once_and_through_a_restart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The newest first, then those that began before it; a server that is away for a moment is waited for."""
    over = [replace(RECORD, header=replace(RECORD.header, match=match)) for match in (7, 8, 9)]
    pages = [[over[0], over[1]], AWAY, [over[0]], [over[0], over[2]], KeyboardInterrupt()]
    shown = []

    async def asked(client: object, query: object) -> MatchesPage:
        page = pages.pop(0)
        if isinstance(page, BaseException):
            raise page
        return MatchesPage(tuple(page), None)

    async def follow(server: object, match: int, where: object) -> object:
        shown.append(match)
        return over[match - 7]

    monkeypatch.setattr(onlooking.Client, "matches", asked)
    monkeypatch.setattr(onlooking, "follow", follow)
    monkeypatch.setattr("gridarena_cli.watching.AGAIN_S", 0.0)
    with pytest.raises(KeyboardInterrupt):
        await onlooking._one_after_the_other(SERVER)
    assert shown == [8, 7, 9]


def test_the_newest_state_wins_on_a_terminal() -> None:
    """What is told only replaces what will be drawn: reading never waits for the terminal."""
    shown = onlooking.Picture()
    for turns in range(4):
        shown.update(onlooking.Stage(replace(LIVE, turns=RECORD.turns[:turns])).scene)
    assert shown._scene is not None
    assert len(shown._scene.record.turns) == 3
