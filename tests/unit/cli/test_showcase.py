from pathlib import Path

import pytest
import typer

from gridarena_cli import showcase
from gridarena_cli.app import app
from gridarena_cli.exits import CliError


def test_a_demo_gets_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of an earlier one is touched."""
    monkeypatch.chdir(tmp_path)
    database = showcase.fresh_database(None)
    assert not database.exists()
    assert showcase.logs_of(database).is_dir()
    assert database.parts[0] == "gridarena-demo"


def test_a_file_that_is_there_is_refused(tmp_path: Path) -> None:
    """A demo never adds to somebody's records."""
    path = tmp_path / "arena.db"
    path.touch()
    with pytest.raises(CliError, match="exists already"):
        showcase.fresh_database(path)


def test_what_to_type_next_can_be_typed() -> None:
    """Every line names a command with options that exist."""
    text = showcase.farewell(Path("my demo/arena.db"), 12, "empty-3x3", "gridarena")
    lines = [line.strip() for line in text.splitlines() if line.startswith("  gridarena ")]
    commands = set()
    for line in lines:
        command = typer.main.get_command(app)
        words = line.partition("   ")[0].split()[1:]
        while words and words[0] in getattr(command, "commands", {}):
            command = command.commands[words.pop(0)]  # type: ignore[attr-defined]
            commands.add(command.name)
        known = {name for parameter in command.params for name in parameter.opts}
        assert {word for word in words if word.startswith("-")} <= known, line
    assert {"serve", "team", "add", "play", "leaderboard", "show"} <= commands
    assert '--database "my demo/arena.db"' in text
    assert "show 12" in text


def test_the_command_is_named_as_it_was_called(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """After `bootstrap.py` nothing is on the path yet."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", [str(tmp_path / ".venv" / "bin" / "gridarena")])
    assert showcase.command_name() == str(Path(".venv/bin/gridarena"))
    monkeypatch.setattr("sys.argv", [str(tmp_path / "gridarena_cli" / "__main__.py")])
    assert showcase.command_name().endswith("-m gridarena_cli")
