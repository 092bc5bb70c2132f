"""What a host is told of an import."""

from pathlib import Path

import pytest

from gridarena_cli.render import imports
from gridarena_cli.render.imports import Handed, told
from gridarena_cli.render.sheet import cell, rows_of, sheet
from gridarena_cli.roster import Group, Roster
from gridarena_protocol.teams import ImportedTeam, Invitation, Outcome

LAN = Invitation(("192.168.1.20:7437",))
FOLDER = Path("joins")


def handed(name: str, outcome: Outcome, *, file: bool = True, **group: object) -> Handed:
    fields: dict[str, object] = {"name": group.pop("wanted", name), "real_name": "", "said": name, "line": 2} | group
    path = FOLDER / f"{name}.join" if file else None
    return Handed(ImportedTeam(name, "", outcome, "", ""), Group(**fields), path)  # type: ignore[arg-type]


def text(*teams: Handed, invitation: Invitation = LAN, without: int = 0) -> str:
    roster = Roster(tuple(team.group for team in teams), 9, tuple((line, f"S{line}") for line in range(without)))
    return "\n".join(told(teams, roster, invitation, FOLDER))


def test_the_outcomes_are_counted() -> None:
    """And what a student types is said."""
    said = text(handed("owls", "new"), handed("crows", "kept"), handed("jays", "kept"))
    assert "3 teams of 9 rows: 1 new, 2 kept." in said
    assert "--rotate gives new ones" in said
    assert "gridarena join owls.join" in said


def test_a_token_without_a_file_has_its_way_out() -> None:
    """The line to type is the whole of it."""
    assert f"gridarena team rotate owls --out {FOLDER / 'owls'}.join" in text(handed("owls", "kept", file=False))


def test_a_removed_team_and_one_that_keeps_its_name_are_named() -> None:
    """For both the list wanted something else."""
    assert "gridarena team add owls brings it back" in text(handed("owls", "removed", file=False))
    assert "Group 7 keeps the name owls" in text(handed("owls", "kept", said="Group 7", wanted="hawks"))


def test_many_without_a_group_do_not_hide_the_rest() -> None:
    """Twenty are named."""
    said = text(handed("owls", "new"), without=25)
    assert "line 19: S19 is in no group" in said
    assert "and 5 more rows" in said
    assert "S20" not in said


@pytest.mark.parametrize(
    ("invitation", "line"),
    [
        (LAN, "not encrypted"),
        (Invitation(LAN.addresses, "", "PEM"), "(encrypted)"),
        (Invitation(LAN.addresses, "arena.example.org"), "(encrypted)"),
        (Invitation(("127.0.0.1:7437", "[::1]:7437")), "which only this machine can reach"),
    ],
)
def test_what_the_files_say_of_the_server_is_told(invitation: Invitation, line: str) -> None:
    """A host who forgot --host learns it here and not from forty students."""
    assert line in text(handed("owls", "new"), invitation=invitation)


def test_hostile_names_are_shown_as_text() -> None:
    """On the terminal and in the spreadsheet."""
    evil = handed("owls", "new", said="\x1b[31mRED", members=["=cmd()", "\u202eAnn"], contacts=["+1", "a@x"])
    assert "\x1b" not in text(evil)
    listed = imports.list_of([evil])
    assert "\x1b" not in listed
    assert "\u202e" not in listed
    assert "'=cmd(); Ann,'+1; a@x" in listed


def test_the_teams_of_an_earlier_list_stay() -> None:
    """With members and contacts; a team that is in both has the row of the later one."""
    first = imports.list_of([handed("owls", "new", members=["=Ann"], contacts=["a@x"]), handed("crows", "new")])
    second = imports.list_of([handed("Crows", "kept", members=["Bob"]), handed("jays", "new")], rows_of(first)[1:])
    assert rows_of(second) == [
        list(imports.HEADINGS),
        ["owls", "owls", "owls.join", "'=Ann", "a@x"],
        ["Crows", "Crows", "Crows.join", "Bob", ""],
        ["jays", "jays", "jays.join", "", ""],
    ]


@pytest.mark.parametrize("start", ["=", "+", "-", "@", " =", "\t="])
def test_no_cell_is_a_formula(start: str) -> None:
    """Whatever it begins with; a spreadsheet shows it."""
    assert cell(f"{start}1").startswith("'")
    assert cell("owls") == "owls"


def test_a_sheet_says_that_it_is_utf_8() -> None:
    """Or spreadsheets read accents wrongly."""
    assert sheet(("a", "b"), [("É", 'x"y')]).encode() == b'\xef\xbb\xbfa,b\r\n\xc3\x89,"x""y"\r\n'
