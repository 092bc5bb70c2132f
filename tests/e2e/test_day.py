"""A host's and two students' day, in miniature: every command they would type, in processes of their own."""

import json
from pathlib import Path

import pytest

from support.cli import Served, gridarena, running

pytestmark = pytest.mark.timeout(120)

MINE = """
import gridarena


class Mine(gridarena.Agent):
    def play(self, turn: gridarena.Turn) -> None:
        for move in turn.board.legal_moves():
            turn.propose(move)
            if turn.closed:
                return


if __name__ == "__main__":
    gridarena.run(Mine)
"""


def test_a_day(own_server: Served, tmp_path: Path) -> None:
    """From an empty database to a leaderboard that everybody can ask why."""
    server = own_server
    (tmp_path / "mine.py").write_text(MINE, encoding="utf-8")
    owls, crows = server.team("owls", tmp_path), server.team("crows", tmp_path)
    with (
        running("play", "greedy", "--name", "g", cwd=tmp_path, extra=owls) as greedy,
        running(cwd=tmp_path, extra=crows, program=("mine.py", "--name", "crows")) as mine,
    ):
        for command, label in ((greedy, "owls/g"), (mine, "crows")):
            command.wait_for(label)
        tournament = play_a_tournament(server, tmp_path)
        ask_about_it(server, tmp_path, tournament)
        agents_leave_quietly(greedy, mine)
    server.command.interrupt()
    assert server.command.wait().code == 0


def play_a_tournament(server: Served, folder: Path) -> int:
    words = ("tournament", "create", "--board", "empty-2x2", "random-2x2-3", "--time", "0.1", "--name", "spring")
    created = gridarena(*words, "--json", cwd=folder, extra=server.extra).json()
    assert created["matches"] == 4
    number = created["tournament"]
    over = gridarena("tournament", "start", str(number), "--wait", "--json", cwd=folder, extra=server.extra).json()
    assert (over["status"], over["finished"], over["voided"]) == ("finished", 4, 0)
    return int(number)


def ask_about_it(server: Served, folder: Path, tournament: int) -> None:
    """Without any token: on this machine everybody may read."""
    here = {"GRIDARENA_SERVER": server.address}
    board = gridarena("leaderboard", "--json", cwd=folder, extra=here).json()
    assert board["game"] == "sudoku"
    assert {row["agent"] for row in board["rows"]} == {"owls/g", "crows"}
    assert sum(row["won"] + row["drawn"] / 2 for row in board["rows"]) == 4
    status = gridarena("tournament", "status", str(tournament), "--json", cwd=folder, extra=here).json()
    assert status["tournament"]["name"] == "spring"
    assert sum(cell["won"] + cell["drawn"] + cell["lost"] for cell in status["cells"]) == 8
    history = gridarena("history", "--agent", "crows", "--json", cwd=folder, extra=here).json()
    assert len(history["matches"]) == 4
    for listed in history["matches"]:
        see_a_match(listed, folder, here)


def see_a_match(listed: dict[str, object], folder: Path, here: dict[str, str]) -> None:
    number = str(listed["match"])
    match = gridarena("show", number, "--json", cwd=folder, extra=here).json()
    assert match["chain"] is True
    assert match["result"] == listed["result"]
    assert len(match["turns"]) == match["result"]["turns"] > 0
    assert match["result"]["termination"] == "completed"
    for command in ("watch", "replay"):
        lines = gridarena(command, number, cwd=folder, extra=here).out.splitlines()
        assert len(lines) == 1 + len(match["turns"])
    assert gridarena("show", number, "--why", "--json", cwd=folder, extra=here).json()["why"] == listed["why"]
    turn = gridarena("show", number, "--turn", "1", "--json", cwd=folder, extra=here).json()
    assert turn["turn"] == match["turns"][0]
    page = gridarena("show", number, cwd=folder, extra=here)
    assert match["result"]["reason"] in page.out
    assert match["hashes"][-1] in page.out
    assert page.err == ""


def agents_leave_quietly(*commands: object) -> None:
    for command in commands:
        command.interrupt()  # type: ignore[attr-defined]
        said = command.wait()  # type: ignore[attr-defined]
        assert said.code == 130
        assert "Traceback" not in said.err


def test_two_agents_play_without_a_server(tmp_path: Path) -> None:
    """`match` needs nothing but two addresses."""
    words = ("match", "greedy", "random", "--board", "empty-2x2", "--json")
    played = gridarena(*words, cwd=tmp_path).json()
    assert [match["status"] for match in played["matches"]] == ["finished", "finished"]
    assert all(match["chain"] for match in played["matches"])
    agents = [match["header"]["agents"] for match in played["matches"]]
    assert agents == [["greedy", "random"], ["random", "greedy"]]


def test_the_doctor_is_content(server: Served, tmp_path: Path) -> None:
    """A machine that can play, with a team's token."""
    report = gridarena("doctor", "--json", cwd=tmp_path, extra=server.new_team(tmp_path)).json()
    assert report["ok"] is True
    levels = {finding["check"]: finding["level"] for finding in report["findings"]}
    assert levels["server"] == levels["token"] == levels["clock"] == "ok"


def test_the_doctor_examines_a_damaged_join_file(tmp_path: Path) -> None:
    """It is one of the findings, not the end of it."""
    kept = tmp_path / "home" / "joins"
    kept.mkdir(parents=True)
    (kept / "owls.join").write_text("neither this nor that", encoding="utf-8")
    said = gridarena("doctor", "--json", cwd=tmp_path, extra={"GRIDARENA_HOME": str(tmp_path / "home")})
    assert said.code == 1
    assert ("join file", "problem") in [(one["check"], one["level"]) for one in json.loads(said.out)["findings"]]


def test_the_doctor_finds_a_wrong_token(server: Served, tmp_path: Path) -> None:
    """And ends with 1."""
    extra = {"GRIDARENA_SERVER": server.address, "GRIDARENA_TOKEN": "ga_wrong"}
    said = gridarena("doctor", cwd=tmp_path, extra=extra)
    assert said.code == 1
    assert any(line.startswith("problem") and "token" in line for line in said.out.splitlines())


def test_a_tournament_can_be_aborted(server: Served, tmp_path: Path) -> None:
    """Its agents need never come."""
    words = ("tournament", "create", "--board", "empty-2x2", "--agents", "a,b", "--json")
    number = str(gridarena(*words, cwd=tmp_path, extra=server.extra).json()["tournament"])
    assert gridarena("tournament", "abort", number, cwd=tmp_path, extra=server.extra).code == 2
    over = gridarena("tournament", "abort", number, "--yes", "--json", cwd=tmp_path, extra=server.extra).json()
    assert over["status"] == "aborted"
    listed = gridarena("tournament", "status", "--json", cwd=tmp_path, extra=server.extra).json()
    assert [one["status"] for one in listed["tournaments"] if str(one["id"]) == number] == ["aborted"]


def test_a_token_can_be_saved(server: Served, tmp_path: Path) -> None:
    """Into a new file that only its owner reads; a file that is there is never written over."""
    words = ("team", "add", "jays", "--save", "jays.token")
    assert gridarena(*words, cwd=tmp_path, extra=server.extra).code == 0
    path = tmp_path / "jays.token"
    assert path.stat().st_mode & 0o077 == 0
    here = {"GRIDARENA_SERVER": server.address}
    findings = gridarena("doctor", "--token-file", "jays.token", "--json", cwd=tmp_path, extra=here).json()["findings"]
    assert next(finding["level"] for finding in findings if finding["check"] == "token") == "ok"
    before = path.read_text(encoding="utf-8")
    assert gridarena("team", "add", "wrens", "--save", "jays.token", cwd=tmp_path, extra=server.extra).code == 2
    assert path.read_text(encoding="utf-8") == before
    teams = gridarena("team", "list", "--json", cwd=tmp_path, extra=server.extra).json()["teams"]
    assert "wrens" not in [team["name"] for team in teams]
