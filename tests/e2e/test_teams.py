"""A class comes: imported from its list, joined by file, playing without flags; a token is lost, a team leaves."""

from pathlib import Path
from typing import Any

import pytest

from gridarena_cli.exits import Exit
from support.cli import Served, gridarena, running, served

pytestmark = pytest.mark.timeout(120)

CANVAS = "name;canvas_user_id;user_id;login_id;sections;group_name;canvas_group_id;group_id"
TEAMS = 40
PEM = Path(__file__).parents[1] / "data" / "tls"


@pytest.fixture
def roster(tmp_path: Path) -> Path:
    """As a spreadsheet in Europe saves Canvas's export: forty groups of two, one student in none."""
    rows = [f"Student {n}{who};{n};{n};s{n}{who};2AMU10;Group {n};{n};" for n in range(1, TEAMS + 1) for who in "ab"]
    path = tmp_path / "class.csv"
    path.write_text("\r\n".join([CANVAS, *rows, "Jan Zonder;99;99;jz;2AMU10;;;", ""]), encoding="utf-8-sig")
    return path


class Host:
    """The host's terminal: in the server's folder, where nothing needs a flag but the database."""

    def __init__(self, server: Served, folder: Path) -> None:
        self.extra = {"GRIDARENA_DATABASE": str(server.database)}
        self.folder = folder

    def types(self, *words: str) -> Any:
        return gridarena(*words, "--json", cwd=self.folder, extra=self.extra).json()

    def loads(self, roster: Path, *words: str) -> tuple[dict[str, int], dict[str, Any]]:
        """Imports and counts what became of the teams."""
        said = self.types("team", "import", str(roster), "--out", "joins", *words)
        outcomes = [team["outcome"] for team in said["teams"]]
        return {outcome: outcomes.count(outcome) for outcome in set(outcomes)}, said


def test_a_class_comes_and_goes(own_server: Served, tmp_path: Path, roster: Path) -> None:
    """Every command that a host and two teams type, on the port the server happened to get."""
    host = Host(own_server, tmp_path)
    counted, said = host.loads(roster)
    assert counted == {"new": TEAMS}
    assert said["without"] == [{"line": 2 * TEAMS + 2, "person": "Jan Zonder"}]
    files = sorted(path.name for path in (tmp_path / "joins").glob("*.join"))
    assert len(files) == TEAMS
    assert all((tmp_path / "joins" / name).stat().st_mode & 0o077 == 0 for name in files)
    before = (tmp_path / "joins" / "Group-7.join").read_text(encoding="utf-8")
    assert host.loads(roster)[0] == {"kept": TEAMS}
    assert (tmp_path / "joins" / "Group-7.join").read_text(encoding="utf-8") == before
    play_without_flags(host, tmp_path)
    leave(host, tmp_path)


def student(folder: Path, team: str) -> dict[str, str]:
    """A student's machine: a home of its own, and nothing else."""
    return {"GRIDARENA_HOME": str(folder / f"home-{team}")}


def play_without_flags(host: Host, folder: Path) -> None:
    home = student(folder, "Group-1")
    joined = gridarena("join", "joins/Group-1.join", cwd=folder, extra=home)
    assert (joined.code, "works" in joined.out, "gridarena play" in joined.err) == (0, True, True)
    with running("play", "greedy", "--name", "g", cwd=folder, extra=home) as agent:
        agent.wait_for("connected to")
        report = gridarena("doctor", "--json", cwd=folder, extra=home).json()["findings"]
        assert {"valid, of team Group-1: Group-1/g"} == {one["text"] for one in report if one["check"] == "token"}
        assert gridarena("history", "--mine", "--json", cwd=folder, extra=home).json()["team"] == "Group-1"
        assert host.types("team", "rotate", "group-1", "--out", "joins/Group-1.join")["token"] is None
        said = agent.wait()
    assert (said.code, said.err.splitlines()[-1].endswith("ask the host for the new join file")) == (Exit.TOKEN, True)
    assert gridarena("history", "--mine", cwd=folder, extra=home).code == Exit.TOKEN
    assert gridarena("join", "joins/Group-1.join", "--json", cwd=folder, extra=home).json()["addresses"][0]["works"]
    (kept,) = (folder / "home-Group-1" / "joins").iterdir()
    assert "Group-1@" in kept.name


def leave(host: Host, folder: Path) -> None:
    home = student(folder, "Group-1")
    asked = gridarena("team", "remove", "Group-1", cwd=folder, extra=host.extra)
    assert (asked.code, "--yes" in asked.line()) == (Exit.USAGE, True)
    assert host.types("team", "remove", "Group-1", "--yes")["agents"] == ["Group-1/g"]
    refused = gridarena("join", "joins/Group-1.join", cwd=folder, extra=home)
    assert (refused.code, "not kept" in refused.line()) == (Exit.TOKEN, True)
    words = ("team", "add", "Group-1", "--out", "joins/Group-2.join")
    assert "the join file of Group-2, not of Group-1" in gridarena(*words, cwd=folder, extra=host.extra).line()
    assert [team["name"] for team in host.types("team", "list")["teams"] if team["removed"]] == ["Group-1"]


def test_a_join_file_is_kept_before_the_server_runs(tmp_path: Path) -> None:
    """Students join the evening before; the end says that nothing answered."""
    (tmp_path / "owls.join").write_text('server = "127.0.0.1:9"\nteam = "owls"\ntoken = "ga_x"\n', encoding="utf-8")
    home = student(tmp_path, "owls")
    said = gridarena("join", "owls.join", cwd=tmp_path, extra=home)
    assert (said.code, "no server answers" in said.out, "No address works now" in said.err) == (3, True, True)
    assert [one["team"] for one in gridarena("join", "--list", "--json", cwd=tmp_path, extra=home).json()["joins"]] == [
        "owls"
    ]
    assert gridarena("join", "--forget", "owls", "--json", cwd=tmp_path, extra=home).json() == {"joins": []}


@pytest.mark.parametrize(
    ("words", "code", "part"),
    [
        (("join",), Exit.USAGE, "expected one of FILE"),
        (("join", "nowhere.join"), Exit.BAD_FILE, "expected a join file at nowhere.join"),
        (("join", "--use", "owls"), Exit.USAGE, "none is kept yet"),
        (("team", "import", "nowhere.csv", "--out", "joins"), Exit.BAD_FILE, "expected a class list at nowhere.csv"),
        (("team", "rotate", "nobody"), Exit.NOT_FOUND, "no such team"),
        (("history", "--mine"), Exit.TOKEN, "token"),
    ],
)
def test_what_goes_wrong_is_one_line(
    words: tuple[str, ...], code: Exit, part: str, server: Served, tmp_path: Path
) -> None:
    """With the number that the documentation gives it."""
    said = gridarena(*words, cwd=tmp_path, extra=server.extra | student(tmp_path, "nobody"))
    assert (said.code, part in said.line()) == (code, True), said.err


def test_everything_is_encrypted_when_the_host_has_a_certificate(tmp_path: Path) -> None:
    """The host's own commands and a student's, with nothing more to type."""
    words = (
        "--tls-certificate",
        str(PEM / "name.pem"),
        "--tls-key",
        str(PEM / "server.key"),
        "--tls-ca",
        str(PEM / "ca.pem"),
    )
    home = student(tmp_path, "owls")
    with served(tmp_path, words=words) as server:
        host = Host(server, tmp_path)
        host.types("team", "add", "Ann de Vries", "--pseudonym", "owls", "--out", "owls.join")
        listed = host.types("team", "list")["teams"]
        assert [(team["name"], team["real_name"]) for team in listed] == [("owls", "Ann de Vries")]
        joined = gridarena("join", "owls.join", cwd=tmp_path, extra=home)
        assert (joined.code, "encrypted, team owls" in joined.out) == (0, True)
        report = gridarena("doctor", "--json", cwd=tmp_path, extra=home).json()["findings"]
        found = {one["check"]: one for one in report}
        assert (found["tls"]["level"], "name arena.example.org" in found["tls"]["text"]) == ("ok", True)
        assert found["token"]["level"] == "ok"
