"""Class lists as they come."""

from pathlib import Path

import pytest

from gridarena_cli.exits import CliError, Exit
from gridarena_cli.roster import Roster, read_roster, team_name

CANVAS = "name,canvas_user_id,user_id,login_id,sections,group_name,canvas_group_id,group_id"


@pytest.fixture
def read(tmp_path: Path) -> object:
    def reads(text: str | bytes) -> Roster:
        path = tmp_path / "roster.csv"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return read_roster(path)

    return reads


def names(roster: Roster) -> list[str]:
    return [group.name for group in roster.groups]


def test_a_canvas_export_has_students_in_groups(read) -> None:
    """Several a group, in any order; who is in none is told with the line."""
    roster = read(
        f"{CANVAS}\nAnn,1,1,a1,2AMU10,Group 7,9,\nBob,2,2,b2,2AMU10,,,\nCem,3,3,c3,2AMU10,Group 8,9,\n"
        "Dee,4,4,d4,2AMU10,Group 7,9,\n"
    )
    assert names(roster) == ["Group-7", "Group-8"]
    assert roster.groups[0].members == ["Ann", "Dee"]
    assert roster.groups[0].contacts == ["a1", "d4"]
    assert (roster.rows, roster.without) == (4, ((3, "Bob"),))


@pytest.mark.parametrize(
    ("heading", "found"),
    [
        ("team", "team"),
        ("Team Name", "team"),
        ("GROUP_NAME", "team"),
        ("Display name", "team"),
        ("name", "team"),
        (" Group ", "team"),
        ("\u00a0Team\u00a0", "team"),
    ],
)
def test_a_column_is_found_by_its_name(read, heading: str, found: str) -> None:
    """In whatever case and dress, at whatever place."""
    assert names(read(f"nr,{heading},remark\n1,{found},\n")) == [found]


def test_the_most_telling_column_counts(read) -> None:
    """A student's name is no team's where there is a column for teams."""
    roster = read("Name;E-mail address;Team;Pseudonym\nAnn;a@x;owls;\n")
    assert names(roster) == ["owls"]
    assert (roster.groups[0].members, roster.groups[0].contacts) == (["Ann"], ["a@x"])


@pytest.mark.parametrize(
    "text",
    [
        b"\xef\xbb\xbfteam,student\r\nowls,\xc3\x89va\r\n",
        "team;student\nowls;Éva\n".encode(),
        "team\tstudent\r\nowls\tÉva\r\n".encode("utf-16"),
        "sep=;\nteam;student\nowls;Éva\n".encode(),
        'team,student\n"owls","Éva"\n,,\n,,\n'.encode(),
        '="team",="student"\n="owls",="Éva"\n'.encode(),
        "team,student,,,\n owls , Éva ,,,\n".encode(),
    ],
    ids=["mark", "semicolons", "utf-16 tabs", "sep line", "empty rows", "wrapped", "empty columns"],
)
def test_every_spreadsheets_csv_is_read(read, text: bytes) -> None:
    """The same table out of each."""
    roster = read(text)
    assert (names(roster), roster.groups[0].members, roster.rows, roster.remarks) == (["owls"], ["Éva"], 1, ())


def test_an_old_code_page_is_told(read) -> None:
    """It may be another one."""
    roster = read("team,student\nowls,Éva\n".encode("cp1252"))
    assert roster.groups[0].members == ["Éva"]
    assert "Windows-1252" in roster.remarks[0]


def test_a_quoted_comma_or_line_end_stays_in_its_cell(read) -> None:
    """As CSV has it; lines are counted as an editor does."""
    roster = read('team,student\nowls,"de Vries, Ann"\n"Group\n9",Bob\n,Cem\n')
    assert names(roster) == ["owls", "Group-9"]
    assert roster.groups[0].members == ["de Vries, Ann"]
    assert roster.without == ((5, "Cem"),)


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("owls", "owls"),
        ("Group 7", "Group-7"),
        ("Équipe  Zürich & co.", "Equipe-Zurich-co"),
        ("Straße", "Strasse"),
        ("Team 1 \u2013 \u2018best\u2019", "Team-1-best"),
        ("\uff27\uff32\uff2f\uff35\uff30", "GROUP"),
        ("a" * 39 + " b", "a" * 39),
        ("-x-", "x"),
        ("=1+1", "1-1"),
        ("\u041ewls", None),
        ("Team \U0001f680", None),
        ("ow\u200dls", None),
        ("owls\u202e", None),
        ("\u4e00", None),
        ("...", None),
        ("", None),
    ],
)
def test_a_name_becomes_one_for_boards_or_none(said: str, name: str | None) -> None:
    """Accents and punctuation go; what looks like another letter, or like nothing, is refused."""
    assert team_name(said) == name


def test_a_pseudonym_stands_for_its_group(read) -> None:
    """With the real name kept in the same spelling as without one, so that it is known again either way."""
    roster = read("team,pseudonym\nGroup 7,owls\nGroup 8,\n\u041e\u0432\u0446\u044b,Night hawks\nGroup 7,owls\n")
    assert [(group.name, group.real_name) for group in roster.groups] == [
        *(("owls", "Group-7"), ("Group-8", ""), ("Night-hawks", "\u041e\u0432\u0446\u044b"))
    ]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (
            "student,mark\nAnn,7\n",
            "expected a first line with a column named team, group, group_name or name; its columns:",
        ),
        ("", "its columns: none"),
        ("team\n", "expected teams in column 'team', but it is empty"),
        (
            "team\nowls\n\u041ewls\n",
            "line 3: '\u041ewls' cannot be a team's name ('\u041e' (CYRILLIC CAPITAL LETTER O))",
        ),
        ("team\n!!!\n", "no letter or digit"),
        ("team\nGroup 7\nGroup-7\n", "line 3: 'Group-7' and 'Group 7' (line 2) would both be called Group-7"),
        ("team,alias\na,x\na,y\n", "line 3: 'a' has the pseudonym x in line 2 and 'y' here"),
        ("team,alias\na,x\nb,X\n", "would both be called X"),
        ("team\n" + "\u041e\n" * 3 + "\u041f\n" * 30, "and 23 more"),
        ("PK\x03\x04...", "save it as CSV"),
        ("team\0", "is no class list"),
        ('team\n"' + "x" * 200_000 + '"\n', "is no CSV text"),
    ],
)
def test_what_cannot_be_read_is_said_with_its_line(read, text: str, line: str) -> None:
    """All of it at once, in one line, with the number of files."""
    with pytest.raises(CliError) as raised:
        read(text)
    assert line in str(raised.value)
    assert "\n" not in str(raised.value)
    assert raised.value.exit_code == Exit.BAD_FILE


def test_a_list_that_is_not_there_is_said_so(tmp_path: Path) -> None:
    """By its name."""
    with pytest.raises(CliError, match=r"expected a class list at .*nowhere\.csv: No such file"):
        read_roster(tmp_path / "nowhere.csv")
