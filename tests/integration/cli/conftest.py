"""A server and agents of their own processes; what the host types runs in this one, which is quicker."""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from gridarena_cli.main import main
from support.arena import SHORT
from support.cli import Running, Said, Served, running, served
from support.sdk import write_agent

AGENT = """
class Mine(gridarena.Agent):
    version = {version!r}
    games = ("sudoku",)

    def play(self, turn):
        turn.propose(next(turn.board.legal_moves()))
"""


@contextlib.contextmanager
def attending(server: Served, folder: Path, name: str, team: dict[str, str], version: str = "1") -> Iterator[Running]:
    """An agent that moves at once; it is in the lobby when the block begins."""
    file = write_agent(folder, AGENT.format(version=version), name=f"{name}{version}.py")
    words = ("play", f"{file}:Mine", "--name", name, "--inline", "--slots", "4")
    with running(*words, cwd=folder, extra=team) as command:
        command.wait_for("connected to")
        yield command


@dataclass(frozen=True)
class Hall:
    """A server with the agents of two teams."""

    server: Served
    folder: Path
    teams: dict[str, dict[str, str]]
    """The environment of each team."""


@dataclass(frozen=True)
class Desk:
    """Where the host sits."""

    hall: Hall
    folder: Path
    capsys: pytest.CaptureFixture[str]

    def type(self, *words: str) -> Said:
        """One command."""
        code = main(words)
        said = self.capsys.readouterr()
        return Said(code, said.out, said.err)

    def json(self, *words: str) -> Any:
        """What a script reads."""
        return self.type(*words, "--json").json()

    def create(self, *words: str, agents: str = "ann,bob", start: bool = True) -> str:
        """A tournament on a board of six cells; its number."""
        board = self.folder / "short.txt"
        board.write_text(SHORT, encoding="utf-8")
        create = ("tournament", "create", "--board", str(board), "--agents", agents, "--time", "2")
        number = str(self.json(*create, *words)["tournament"])
        if start:
            self.json("tournament", "start", number)
        return number

    def finished(self, tournament: str) -> dict[str, Any]:
        """Waits until the tournament is over."""
        view: dict[str, Any] = self.json("watch", "--tournament", tournament)
        return view


@contextlib.contextmanager
def opened(folder: Path) -> Iterator[Hall]:
    """A server of its own, where ann and bob play."""
    with served(folder) as server, contextlib.ExitStack() as agents:
        teams = {name: server.team(name, folder) for name in ("ann", "bob")}
        for name, team in teams.items():
            agents.enter_context(attending(server, folder, name, team))
        yield Hall(server, folder, teams)


@pytest.fixture(scope="session")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """Where ann and bob play; for all tests of this folder."""
    with opened(tmp_path_factory.mktemp("hall")) as hall:
        yield hall


@pytest.fixture
def desk(hall: Hall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Desk:
    return sit_down(hall, tmp_path, monkeypatch, capsys)


def sit_down(hall: Hall, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Desk:
    """At the desk of this server, in this folder."""
    for name, value in hall.server.extra.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(folder)
    return Desk(hall, folder, capsys)
