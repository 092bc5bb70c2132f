"""A newcomer's walk: the lines of the README, read from it and typed one after the other into a clean folder."""

import re
import shlex
from contextlib import ExitStack
from pathlib import Path

import pytest

from support.cli import Running, Said, free_port, gridarena, running
from support.scripts import ROOT

pytestmark = pytest.mark.timeout(120)


def lines(heading: str) -> list[list[str]]:
    """The words of each command in the first block below a heading, without `gridarena`."""
    text = (ROOT / "README.md").read_text(encoding="utf-8").partition(f"## {heading}\n")[2]
    block = text.partition("```\n")[2].partition("```")[0]
    typed = [shlex.split(line, comments=True) for line in block.splitlines()]
    assert all(words[0] == "gridarena" for words in typed)
    return [words[1:] for words in typed]


def variable() -> str:
    """What the README says to set in a terminal that is in another folder."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    named = re.search(r"second terminal must be in the same folder \(or set `(\w+)`", text)
    assert named is not None
    return named[1]


class Desk:
    """A folder and the commands typed in it; only the port is another one, for the usual one may be taken."""

    def __init__(self, folder: Path, port: int, exits: ExitStack) -> None:
        self.folder = folder
        self.extra = {"GRIDARENA_HOME": str(folder / "home"), "GRIDARENA_PORT": str(port)}
        self.exits = exits

    def goes_on(self, words: list[str], until: str) -> Running:
        """A command that stays, once it has said this."""
        command = self.exits.enter_context(running(*words, cwd=self.folder, extra=self.extra))
        command.wait_for(until)
        return command

    def types(self, words: list[str]) -> Said:
        """A command to its end, which is a good one."""
        said = gridarena(*words, cwd=self.folder, extra=self.extra)
        assert said.code == 0, (words, said.err)
        return said


def test_the_readme_can_be_walked(tmp_path: Path) -> None:
    """The host's five commands and a student's four, exactly as they are printed; the last also in another folder."""
    (serve, roster, create, start, ranking), student = lines("The host's day"), lines("The student's day")
    assert len(student) == 4
    (tmp_path / "class.csv").write_text("team\nowls\ncrows\n", encoding="utf-8")
    port = free_port()
    with ExitStack() as exits:
        host, owls, crows = (Desk(tmp_path / name, port, exits) for name in ("host", "owls", "crows"))
        for desk in (host, owls, crows):
            desk.folder.mkdir()
        (tmp_path / "class.csv").rename(host.folder / "class.csv")
        host.extra["GRIDARENA_ANNOUNCE"] = f"127.0.0.1:{port}"  # a machine of CI may be on no network
        host.goes_on(serve, "Ctrl-C stops it")
        host.types(roster)
        for desk in (owls, crows):
            file = f"{desk.folder.name}.join"
            (host.folder / "joins" / file).rename(desk.folder / file)
        for words in student[:-1]:
            owls.types(words)
        owls.goes_on(student[-1], "connected to")
        crows.types(["join", "crows.join"])
        crows.goes_on(["play", "greedy"], "connected to")
        host.types(create)
        assert "2 of 2" in host.types(start).err
        board = host.types(ranking).out
        assert "owls/owl" in board
        assert "crows/greedy" in board
        elsewhere = Desk(tmp_path, port, exits)
        del elsewhere.extra["GRIDARENA_PORT"]
        elsewhere.extra[variable()] = str(host.folder / "gridarena.db")
        assert elsewhere.types(ranking).out == board


def test_the_first_lines_of_the_readme_are_what_sets_up_and_tests() -> None:
    """The two commands for who has nothing but Python; CI runs the second, and the demo has tests of its own."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    first = re.findall(r"^python3 (bootstrap\.py \w+)", text, re.MULTILINE)
    assert first == ["bootstrap.py demo", "bootstrap.py test"]
    assert (ROOT / "bootstrap.py").exists()
