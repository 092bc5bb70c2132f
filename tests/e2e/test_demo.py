"""The first thing anybody sees."""

import json
from pathlib import Path

import pytest

from support.cli import Served, gone, gridarena, running, served

pytestmark = pytest.mark.timeout(150)

SMALL = ("demo", "--boards", "empty-2x2", "--agents", "random,greedy,skip")


def test_the_demo_ends_with_one_json_line(tmp_path: Path) -> None:
    """And leaves a database that a server can serve."""
    said = gridarena(*SMALL, "--json", cwd=tmp_path, limit_s=120)
    ending = said.json()
    assert (ending["matches"], ending["finished"], ending["voided"]) == (6, 6, 0)
    assert {row["agent"] for row in ending["leaderboard"]} == {"random", "greedy", "skip"}
    assert set(ending["leaderboard"][0]) == {"agent", "elo", "played", "won", "drawn", "lost"}
    assert all(row["played"] == 4 for row in ending["leaderboard"])
    with served(tmp_path, database=ending["database"]) as server:
        board = gridarena("leaderboard", "--json", cwd=tmp_path, extra=server.extra).json()
    assert [row["agent"] for row in board["rows"]] == [row["agent"] for row in ending["leaderboard"]]


def test_the_demo_says_what_to_type_next(tmp_path: Path) -> None:
    """Table, place of the records and commands, for a person."""
    said = gridarena(*SMALL, "--database", "first.db", cwd=tmp_path, limit_s=120)
    assert said.code == 0, said.err
    assert "leaderboard" in said.out
    assert "serve --database first.db" in said.out
    assert "6 of 6 matches" in said.err


def test_the_real_demo_has_enough_to_show() -> None:
    """At least 30 matches on at least three boards by four agents."""
    from gridarena_cli.commands.demo import AGENTS, BOARDS

    agents, boards = AGENTS.split(","), BOARDS.split(",")
    assert len(agents) == 4
    assert len(boards) >= 3
    assert len(agents) * (len(agents) - 1) * len(boards) >= 30


@pytest.mark.parametrize(
    ("words", "code", "part"),
    [
        (("--agents", "random,nobody"), 10, "nobody"),
        (("--agents", "random"), 2, "at least two agents"),
        (("--agents", "random,random"), 2, "each once"),
        (("--boards", "empty-9x9"), 9, "empty-9x9"),
        (("--time", "0"), 2, "--time"),
    ],
)
def test_a_demo_that_cannot_begin_starts_nothing(words: tuple[str, ...], code: int, part: str, tmp_path: Path) -> None:
    """One line, and no file."""
    said = gridarena("demo", *words, cwd=tmp_path)
    assert said.code == code
    assert part in said.line()
    assert list(tmp_path.iterdir()) == []


def test_a_demo_that_loses_an_agent_leaves_nothing_running(tmp_path: Path) -> None:
    """It does not wait for somebody who will not come back."""
    with running(*SMALL, cwd=tmp_path) as demo:
        demo.wait_for("being played")
        family = demo.family()
        next(process for process in family if "play" in process.cmdline()).kill()
        said = demo.wait(20)
    assert said.code == 1
    assert "stopped" in said.err.splitlines()[-1]
    assert "Traceback" not in said.err
    assert gone(family) == []


def test_a_demo_begins_with_a_new_file(tmp_path: Path, server: Served) -> None:
    """It never adds to somebody's records."""
    said = gridarena(*SMALL, "--database", str(server.database), cwd=tmp_path)
    assert said.code == 2
    assert "exists already" in said.line()


def test_a_killed_demo_takes_its_processes_along(tmp_path: Path) -> None:
    """Even `kill -9` orphans nobody."""
    with running(*SMALL, cwd=tmp_path) as demo:
        demo.wait_for("being played")
        family = demo.family()
        demo.process.kill()
        assert len(family) > 4
        assert gone(family, 10) == []


def test_json_is_all_that_standard_output_gets(tmp_path: Path) -> None:
    """Whatever happens on the way goes to standard error."""
    said = gridarena("demo", "--boards", "empty-2x2", "--agents", "random,greedy", "--json", cwd=tmp_path)
    assert json.loads(said.out)["matches"] == 2
