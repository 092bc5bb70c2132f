"""What `new` calls things, and what it leaves alone."""

from pathlib import Path

import pytest

from gridarena_cli.exits import CliError, Exit
from gridarena_cli.starting import Names, new_agent
from gridarena_games.errors import UnknownGameError


@pytest.mark.parametrize(
    ("folder", "class_name", "label"),
    [
        ("owl", "Owl", "owl"),
        ("my_first-bot", "MyFirstBot", "my_first-bot"),
        ("My Bot 2", "MyBot2", "my-bot-2"),
        ("deepBlue", "DeepBlue", "deepblue"),
        ("42", "Agent42", "42"),
        ("Zoë", "Zoe", "zoe"),
        ("日本", "Mine", "mine"),
        ("--", "Mine", "mine"),
        ("class", "Class", "class"),
        ("true", "TrueAgent", "true"),
        ("answer", "AnswerAgent", "answer"),
        ("agent", "Agent", "agent"),
        ("a" * 60, "A" + "a" * 59, "a" * 40),
        ("deep/er/owl", "Owl", "owl"),
    ],
)
def test_every_folder_has_names_that_python_and_the_server_accept(folder: str, class_name: str, label: str) -> None:
    """A class is an identifier, a label holds ASCII letters, digits, '.', '-' and '_'."""
    names = Names.of(Path(folder))
    assert (names.class_name, names.label) == (class_name, label)
    assert names.address == f"{folder}/agent.py:{class_name}"


@pytest.mark.parametrize(
    "folder", ["", ".", "..", "a/..", "a:b", 'a"b', "a\\b", "a\nb", "a.", "con", "NUL.txt", "com1"]
)
def test_a_folder_that_some_system_cannot_have_is_refused(folder: str) -> None:
    """In one line."""
    with pytest.raises(CliError) as raised:
        Names.of(Path(folder))
    assert raised.value.exit_code is Exit.USAGE


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    """A folder that holds anything stays as it is; an empty one is used."""
    new_agent(tmp_path / "owl", "sudoku", None)
    before = (tmp_path / "owl" / "agent.py").read_bytes()
    with pytest.raises(CliError, match="there already"):
        new_agent(tmp_path / "owl", "sudoku", None)
    (tmp_path / "file").touch()
    with pytest.raises(CliError, match="there already"):
        new_agent(tmp_path / "file", "sudoku", None)
    assert (tmp_path / "owl" / "agent.py").read_bytes() == before
    (tmp_path / "empty").mkdir()
    new_agent(tmp_path / "empty", "sudoku", None)
    assert (tmp_path / "empty" / "agent.py").exists()


def test_an_unknown_game_leaves_nothing_behind(tmp_path: Path) -> None:
    """It is looked up first."""
    with pytest.raises(UnknownGameError):
        new_agent(tmp_path / "owl", "chess", None)
    assert not (tmp_path / "owl").exists()


def test_a_board_of_ones_own_comes_along(tmp_path: Path) -> None:
    """The folder can be handed on."""
    board = tmp_path / "mine.txt"
    board.write_text("2 2\n1 2 3 4\n3 4 1 2\n2 1 4 3\n. . . .\n", encoding="utf-8")
    new_agent(tmp_path / "owl", "sudoku", str(board))
    assert (tmp_path / "owl" / "board.txt").read_text(encoding="utf-8") == board.read_text(encoding="utf-8")
    assert 'BOARD = str(HERE / "board.txt")' in (tmp_path / "owl" / "test_agent.py").read_text(encoding="utf-8")
