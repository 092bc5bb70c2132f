"""What the documents say is there is there."""

import re
import tomllib
from pathlib import Path

import pytest
import typer

from gridarena_cli.app import app
from support.scripts import ROOT

DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]
every_document = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)


@every_document
def test_no_conflict_is_left(document: Path) -> None:
    """Two versions of a passage were merged, not pasted."""
    assert re.search(r"^(<{7}|={7}|>{7})", document.read_text(encoding="utf-8"), re.MULTILINE) is None


@every_document
def test_links_lead_somewhere(document: Path) -> None:
    """A relative link names a file of the project."""
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", document.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (document.parent / target).exists(), target


@every_document
def test_tasks_exist(document: Path) -> None:
    """A `poe` task that a document names can be run."""
    tasks = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["poe"]["tasks"]
    assert set(re.findall(r"poe ([a-z][a-z-]*)", document.read_text(encoding="utf-8"))) <= tasks.keys()


@every_document
def test_commands_and_options_exist(document: Path) -> None:
    """A command line that a document shows is one that `gridarena` knows."""
    root = typer.main.get_command(app)
    fenced = "".join(re.findall(r"```.*?```", document.read_text(encoding="utf-8"), re.DOTALL))
    for line in re.findall(r"^gridarena (.*)$", fenced, re.MULTILINE):
        words = line.partition("  #")[0].split()
        command = root
        while words and words[0] in getattr(command, "commands", {}):
            command = command.commands[words.pop(0)]
        assert command is not root, line
        known = {name for parameter in command.params for name in parameter.opts}
        assert {word for word in words if word.startswith("--")} <= known, line
