"""What a submission is read as: its agents, where they run, how they are imported, their generation."""

import shutil
from pathlib import Path

import pytest

from gridarena_agents.course.judging import judge
from gridarena_agents.course.reading.folders import python_files
from gridarena_agents.course.scan import scan
from gridarena_agents.course.submission import SubmissionError
from support.submissions import CLASSIC, CORPUS, corpus, write, zipped


@pytest.mark.parametrize("path", corpus(), ids=[path.name for path in corpus()])
def test_every_agent_of_the_corpus_is_read_right(path: Path) -> None:
    """Its first line says its generation; nothing in it is called a problem."""
    agent = scan(path).only()
    remark = (agent.folder / "sudokuai.py").read_text("utf-8").partition(":")[0]
    assert remark == f"# {agent.generation}"
    assert agent.certain
    assert [finding for finding in judge(agent) if finding.level == "problem"] == []


def test_the_corpus_covers_both_generations() -> None:
    """At least twenty-five agents, ten and more of each."""
    generations = [scan(path).only().generation for path in corpus()]
    assert len(generations) >= 25
    assert min(generations.count("classic"), generations.count("v14")) >= 10


def test_a_nested_package_is_imported_from_where_its_imports_start() -> None:
    """Not from the folder above it."""
    submission = scan(CORPUS / "team07")
    agent = submission.only()
    assert agent.root == CORPUS / "team07"
    assert agent.package == ("agents", "team07", "A3", "final")
    assert submission.inner(agent) == "agents/team07/A3/final"
    assert scan(agent.folder).only().root == agent.root


def test_a_renamed_folder_keeps_its_package() -> None:
    """The imports say what it was called."""
    assert scan(CORPUS / "24_A2_final (1)").only().package == ("team24_A2",)


def test_a_framework_beside_the_agent_shows_the_root(tmp_path: Path) -> None:
    """Its own players are not agents that were handed in."""
    write(
        tmp_path,
        {
            "competitive_sudoku/sudokuai.py": "class SudokuAI: ...",
            "simulate_game.py": "",
            "greedy_player/sudokuai.py": CLASSIC,
            "deep/team30/sudokuai.py": CLASSIC,
        },
    )
    agent = scan(tmp_path).only()
    assert (agent.root, agent.package) == (tmp_path, ("deep", "team30"))
    shutil.rmtree(tmp_path / "deep")
    assert scan(tmp_path).only().name == "greedy_player"


def test_several_agents_are_named(tmp_path: Path) -> None:
    """Which one is meant must be said, and can be."""
    write(tmp_path, {"team30_A1/sudokuai.py": CLASSIC, "team30_A2/sudokuai.py": CLASSIC})
    submission = scan(tmp_path)
    assert [agent.name for agent in submission.agents] == ["team30_A1", "team30_A2"]
    with pytest.raises(SubmissionError, match="team30_A1, team30_A2"):
        submission.only()
    assert scan(tmp_path / "team30_A2").only().name == "team30_A2"


def test_the_file_itself_is_a_submission(tmp_path: Path) -> None:
    """Students give what they have open."""
    write(tmp_path, {"team30/sudokuai.py": CLASSIC})
    assert scan(tmp_path / "team30" / "sudokuai.py").only().folder == tmp_path / "team30"


def test_a_zip_is_read_like_its_folder(tmp_path: Path) -> None:
    """With a folder in it or without, and by a path into it."""
    flat = zipped(CORPUS / "team01_A1", tmp_path / "team01_A1.zip")
    agent = scan(flat).only()
    assert (agent.name, agent.package, agent.generation) == ("team01_A1", ("team01_A1",), "classic")
    assert agent.root == agent.folder.parent
    deep = zipped(CORPUS / "team08 A2".replace("08", "-08"), tmp_path / "deep.zip", inner="team-08 A2")
    assert scan(deep).only().package == ("team-08 A2",)
    assert scan(deep / "team-08 A2").only().name == "team-08 A2"
    with pytest.raises(SubmissionError, match="expected the folder other"):
        scan(deep / "other")


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("nothing", None, "there is none"),
        ("empty/README", "", "expected a folder with sudokuai\\.py"),
        ("team30.rar", "Rar!", "a zip file, got"),
        ("team30.zip", "no zip", "a zip file, got"),
    ],
)
def test_what_cannot_be_read_gets_one_line(tmp_path: Path, name: str, text: str | None, expected: str) -> None:
    """Expected, got, what to do."""
    if text is not None:
        write(tmp_path, {name: text})
    target = tmp_path / name
    with pytest.raises(SubmissionError, match=expected) as caught:
        scan(target.parent if target.name == "README" else target)
    assert "\n" not in str(caught.value)


def test_an_agent_that_does_not_say_takes_after_the_framework_beside_it(tmp_path: Path) -> None:
    """Without one the newer version is assumed; both with a note."""
    write(tmp_path, {"team30/sudokuai.py": "class SudokuAI:\n    def compute_best_move(self, state): pass"})
    agent = scan(tmp_path).only()
    assert (agent.generation, agent.certain) == ("v14", False)
    assert [finding.kind for finding in judge(agent)] == ["version"]
    write(tmp_path, {"competitive_sudoku/sudoku.py": "class SudokuBoard:\n    def rc2f(self, i, j): pass"})
    assert scan(tmp_path).only().generation == "classic"


def test_a_dot_in_a_folder_is_none_in_an_import(tmp_path: Path) -> None:
    """Its own relative imports do not mislead either."""
    write(tmp_path, {"my agent.v2/sudokuai.py": CLASSIC + "from .parts import x", "my agent.v2/parts.py": "x = 1"})
    agent = scan(tmp_path / "my agent.v2").only()
    assert (agent.package, agent.place) == (("my agent_v2",), ("my agent.v2",))
    assert judge(agent) == ()


def test_what_python_warns_of_is_read_quietly(tmp_path: Path) -> None:
    """Students write such strings; warnings are errors in these tests."""
    write(tmp_path, {"team30/sudokuai.py": CLASSIC + "PATTERN = '\\d'"})
    assert judge(scan(tmp_path).only()) == ()


def test_an_environment_in_the_folder_is_not_read(tmp_path: Path) -> None:
    """Nor is a repository's inside, nor what was compiled."""
    more = dict.fromkeys(("venv/a.py", ".git/a.py", "__pycache__/a.py", "site-packages/x/a.py"), "Move((0, 0), 1)")
    write(tmp_path / "team30", {"sudokuai.py": "class SudokuAI: ...", "deep/er/b.py": "x = 1", **more})
    assert [file.name for file in python_files(tmp_path / "team30")] == ["sudokuai.py", "b.py"]
    assert not scan(tmp_path).only().certain
