"""`serve --house` and `play --seek`: somebody is always there to play, and is nobody's problem."""

from pathlib import Path

import psutil
import pytest

from support.cli import Served, gone, gridarena, running, served

pytestmark = pytest.mark.timeout(120)


def sparring(server: Served, *but: int) -> psutil.Process | None:
    """The process of the house's agent, unless it is one of these."""
    for process in server.command.family():
        if "--sparring" in process.cmdline() and process.pid not in but:
            return process
    return None


def test_a_student_finds_a_sparring_agent(tmp_path: Path) -> None:
    """Its process is killed and comes back; it plays unrated, and goes with the server."""
    with served(tmp_path, words=("--house", "greedy")) as server:
        owls = server.team("owls", tmp_path)
        words = ("play", "random", "--seek", "--board", "easy-2x2", "--time", "1", "--matches", "1")
        assert gridarena(*words, cwd=tmp_path, extra=owls).code == 0
        first = sparring(server)
        assert first is not None
        first.kill()
        server.command.wait_for("house agent greedy has ended")
        with running(*words, cwd=tmp_path, extra=owls) as again:
            said = again.wait()
        assert said.code == 0, said.err
        assert (found := sparring(server, first.pid)) is not None
        history = gridarena("history", "--json", cwd=tmp_path, extra=server.extra).json()["matches"]
        assert [match["header"]["rated"] for match in history] == [False, False]
        assert all("house/greedy" in match["header"]["agents"] for match in history)
        assert all(match["result"]["termination"] == "completed" for match in history), history
        family = server.command.family()
        server.command.interrupt()
        assert server.command.wait().code == 0
    assert found in family
    assert not gone(family)


def test_a_house_that_cannot_be_is_refused_at_once(tmp_path: Path) -> None:
    """Before a port is opened or a file is made."""
    said = gridarena("serve", "--port", "0", "--house", "nobody", cwd=tmp_path)
    assert "nobody" in said.line()
    assert not list(tmp_path.iterdir())
