"""A game of somebody else's, installed beside gridarena: found, tried, played, ranked and shown like our own."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from support.cli import Served, gridarena, running, served
from support.distribution import install
from support.scripts import ROOT

pytestmark = pytest.mark.timeout(120)


@pytest.fixture
def kayles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The distribution is installed, in a folder that every process started from now on has on its path."""
    folder = install(ROOT / "tests" / "support" / "kayles", tmp_path / "site")
    monkeypatch.setenv("PYTHONPATH", str(folder))
    return folder


@pytest.fixture
def server(kayles: Path, tmp_path: Path) -> Iterator[Served]:
    """A server that was started when the game was there."""
    with served(tmp_path) as running:
        yield running


def test_it_passes_the_suite_from_outside(kayles: Path, tmp_path: Path) -> None:
    """By its name and by its class, with options and without."""
    starts = ("--start", "ooooo", "--start", "oo.ooo")
    for game, options in (("kayles", ("-o", "last=loses")), ("gridarena_kayles:Kayles", ())):
        found = gridarena("conformance", game, *starts, *options, "--json", cwd=tmp_path).json()
        assert (found["game"], found["ok"], found["starts"]) == ("kayles", True, ["ooooo", "oo.ooo"])
    assert "give one with --start TEXT" in gridarena("conformance", "kayles", cwd=tmp_path).line()


def test_it_plays_a_tournament(server: Served, tmp_path: Path) -> None:
    """Two agents that play every game; the board file says which game is meant; points play no part."""
    boards = {"short.txt": "oooo\n", "gap.txt": "ooo.ooo\n"}
    for name, text in boards.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    with ExitStack() as agents:
        for team in ("owls", "crows"):
            words = ("play", "random", "--name", team)
            agent = agents.enter_context(running(*words, cwd=tmp_path, extra=server.team(team, tmp_path)))
            agent.wait_for(team)
        words = ("tournament", "create", "--board", *boards, "--time", "0.5", "--json")
        created = gridarena(*words, cwd=tmp_path, extra=server.extra).json()
        number = str(created["tournament"])
        over = gridarena("tournament", "start", number, "--wait", "--json", cwd=tmp_path, extra=server.extra).json()
    assert (over["game"], over["status"], over["finished"]) == ("kayles", "finished", 4)
    board = gridarena("leaderboard", "--json", cwd=tmp_path, extra=server.extra).json()
    assert board["game"] == "kayles"
    assert sum(row["won"] for row in board["rows"]) == 4
    shown = gridarena("show", "1", cwd=tmp_path, extra=server.extra).out
    assert "kayles on short" in shown
    assert "....  seat" in shown
    assert "won after" in shown
    assert "points," not in shown
