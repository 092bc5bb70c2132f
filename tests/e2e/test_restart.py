"""A server that dies in the middle of a tournament, as those see it who typed `play` and `tournament start --wait`."""

from pathlib import Path

import pytest

from support.cli import free_port, gridarena, running, served

pytestmark = pytest.mark.timeout(120)


def test_agents_and_watchers_live_through_a_kill(tmp_path: Path) -> None:
    """Nobody has to type anything again; every match is played to its end and keeps its chain."""
    port = free_port()
    with served(tmp_path, port=port) as first:
        host, owls, crows = first.extra, first.team("owls", tmp_path), first.team("crows", tmp_path)
        with (
            running("play", "greedy", "--name", "owls", cwd=tmp_path, extra=owls) as greedy,
            running("play", "random", "--name", "crows", cwd=tmp_path, extra=crows) as other,
        ):
            for agent in (greedy, other):
                agent.wait_for("connected to")
            words = ("tournament", "create", "--board", "empty-3x3", "--time", "0.1", "--rounds", "2", "--json")
            number = str(gridarena(*words, cwd=tmp_path, extra=host).json()["tournament"])
            with running("tournament", "start", number, "--wait", cwd=tmp_path, extra=host) as watcher:
                watcher.wait_for("1 of 4")
                first.command.process.kill()
                first.command.wait()
                with served(tmp_path, port=port):
                    said = watcher.wait(100)
                    check(number, tmp_path, host)
    assert said.code == 0, said.err
    assert "4 of 4" in said.err


def check(number: str, folder: Path, host: dict[str, str]) -> None:
    view = gridarena("tournament", "status", number, "--json", cwd=folder, extra=host).json()["tournament"]
    assert (view["status"], view["finished"], view["voided"]) == ("finished", 4, 0)
    listed = gridarena("history", "--json", cwd=folder, extra=host).json()["matches"]
    matches = [gridarena("show", str(one["match"]), "--json", cwd=folder, extra=host).json() for one in listed]
    assert all(match["chain"] for match in matches)
    assert {again["reason"] for match in matches for again in match["reopenings"]} <= {"restart"}
