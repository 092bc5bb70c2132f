"""Who is found in a folder of submissions, what everybody gets, and whose token goes with whom."""

from pathlib import Path

import pytest

from gridarena._crew import Count
from gridarena.server import Server
from gridarena_cli import attending, crowd
from gridarena_cli.crowd import Found
from gridarena_cli.exits import CliError
from support.submissions import CLASSIC, write, zipped

MEMORY = 2**30


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two folders, one of them with two agents, a zip, a file, and what is none of it."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    one = write(tmp_path / "kites", {"sudokuai.py": CLASSIC})
    subs = tmp_path / "subs"
    write(
        subs,
        {
            "owls/team01_A1/sudokuai.py": CLASSIC,
            "owls/team01_A2/sudokuai.py": CLASSIC,
            "Larks/sudokuai.py": CLASSIC,
            "native.py": "",
            "notes.txt": "",
            "empty/README": "",
            ".hidden/sudokuai.py": CLASSIC,
            "_old/sudokuai.py": CLASSIC,
        },
    )
    zipped(one, subs / "kites.zip", inner="Larks")
    return subs


def test_every_submission_becomes_an_agent_of_its_own(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In order, under names that differ; what cannot be read is said, and what is no submission is passed over."""
    found = crowd.find(folder, MEMORY)
    assert [one.name for one in found] == ["Larks", "Larks-2", "native", "team01_A1", "team01_A2"]
    by_submission = {one.submission: one.address for one in found}
    assert by_submission["native"] == str(folder / "native.py")
    assert by_submission["kites"] == f"course:{folder / 'kites.zip' / 'Larks'}?memory=1G"
    assert by_submission["owls"] == f"course:{folder / 'owls' / 'team01_A2'}?memory=1G"
    said = capsys.readouterr().err
    assert said.startswith("empty is left out: expected a folder with sudokuai.py in it")
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("nowhere", "expected a folder of submissions"),
        ("kites", "is one agent: gridarena play course:"),
        ("subs/empty", "there are none"),
    ],
)
def test_a_folder_without_agents_gets_one_line(folder: Path, name: str, words: str) -> None:
    """Expected, got; a folder that is an agent itself is played as such."""
    with pytest.raises(CliError, match=words):
        crowd.find(folder.parent / name, MEMORY)


def test_everybody_gets_a_share() -> None:
    """What is asked for counts; otherwise the machine's own."""
    asked = crowd.share(3, "512M")
    assert (asked.jobs, asked.memory) == (3, 512 * 2**20)
    own = crowd.share(None, None)
    assert own.jobs >= 1
    assert 2**28 <= own.memory <= 4 * 2**30
    assert own.kept >= 2 * own.jobs


def read(file: Path) -> tuple[Server, ...]:
    """A server that tells which file it is from."""
    return (Server(file.name),)


def test_a_submission_gets_the_join_file_it_is_named_after(tmp_path: Path) -> None:
    """The longest that fits; team1 is not team10."""
    write(tmp_path, {"team1.join": "", "team10.join": "", "team1-night.join": "", "owls.toml": ""})
    names = ("team1_A2", "team10", "Team1 Night (2)", "OWLS")
    chosen = crowd.tickets(tmp_path, [Found(name, "", name) for name in names], read)
    files = ["team1.join", "team10.join", "team1-night.join", "owls.toml"]
    assert [servers[0].address for servers in chosen.values()] == files


def test_a_submission_without_a_join_file_is_named(tmp_path: Path) -> None:
    """Before anybody connects."""
    with pytest.raises(CliError, match=r"expected join files \(TEAM.join\)"):
        crowd.tickets(tmp_path, [], read)
    write(tmp_path, {"team1.join": ""})
    with pytest.raises(CliError, match=r"expected a join file for team2_A1 in .*\(team2.join\): there is none"):
        crowd.tickets(tmp_path, [Found("team2_A1", "", "team2_A1")], read)


def test_a_line_says_how_far_they_are() -> None:
    """Without what is nothing."""
    assert attending.line(Count(3, 4, 20, 1, 2, 40)) == (
        "20 agents connected, 3 loading, 4 waiting for a server, 1 cannot play, 40 matches played, 2 being played"
    )
    assert attending.line(Count(0, 0, 1, 0, 0, 1)) == "1 agent connected, 1 match played"
