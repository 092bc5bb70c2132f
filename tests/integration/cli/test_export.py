"""The records as rows: everything once, in both forms, and nothing that a spreadsheet would compute."""

import csv
import io
import json
from pathlib import Path

import pytest

from .conftest import Desk


@pytest.fixture
def number(desk: Desk) -> str:
    """A finished tournament on a board with a hostile name."""
    number = desk.create("--board", str(hostile(desk.folder)))
    desk.finished(number)
    return number


def hostile(folder: Path) -> Path:
    """A board that a spreadsheet would take for a formula."""
    file = folder / "=1+1;€.txt"
    file.write_text("2 2\n. . . .\n. . 1 2\n2 1 4 3\n4 3 2 1\n", encoding="utf-8")
    return file


def test_lines_say_what_show_says(desk: Desk, number: str) -> None:
    """Each match and each turn once, in the order in which matches ended."""
    rows = [json.loads(line) for line in desk.type("export", "matches", "--tournament", number).out.splitlines()]
    assert len(rows) == 4
    shown = desk.json("show", str(rows[0]["match"]))
    assert (rows[0]["agent_0"], rows[0]["why"]) == (shown["header"]["agents"][0], shown["why"])
    assert rows[0]["hash"] == shown["hashes"][-1]
    turns = [json.loads(line) for line in desk.type("export", "turns", "--tournament", number).out.splitlines()]
    mine = [turn for turn in turns if turn["match"] == rows[0]["match"]]
    assert [turn["move"] for turn in mine] == [turn["move"] for turn in shown["turns"]]
    assert len(turns) == sum(row["turns"] for row in rows)


def test_tables_are_those_that_are_shown(desk: Desk, number: str) -> None:
    """Standings of the tournament, ratings of the game."""
    said = [json.loads(line) for line in desk.type("export", "standings", "-t", number).out.splitlines()]
    assert said == [{"tournament": int(number)} | row for row in desk.json("tournament", "status", number)["rows"]]
    ratings = [json.loads(line) for line in desk.type("export", "ratings").out.splitlines()]
    assert [(row["agent"], row["elo"]) for row in ratings if row["game"] == "sudoku"] == [
        (row["agent"], row["elo"]) for row in desk.json("leaderboard", "--game", "sudoku")["rows"]
    ]


def test_a_spreadsheet_computes_nothing(desk: Desk, number: str) -> None:
    """UTF-8 with its mark, unless it is not wanted; a name that looks like a formula is text."""
    for words, mark in (((), "\ufeff"), (("--no-bom",), "")):
        out = desk.folder / f"matches{len(words)}.csv"
        said = desk.type("export", "matches", "--tournament", number, "--out", str(out), *words)
        assert f"4 matches written to {out}" in said.err
        text = out.read_text(encoding="utf-8")
        assert text.startswith(mark + "match,tournament,game,board,")
        boards = {row["board"] for row in csv.DictReader(io.StringIO(text.removeprefix("\ufeff")))}
        assert boards == {"short", "'=1+1;€"}


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("games",), "expected matches, turns, standings or ratings, got 'games'"),
        (("matches", "--format", "xlsx"), "expected --format jsonl or csv, got 'xlsx'"),
        (("ratings", "-t", "1"), "ratings are of all tournaments together: the standings of one have its Elo"),
        (("matches", "--out", "old.csv"), "old.csv exists already; name a new file"),
    ],
)
def test_what_cannot_be_exported_is_said(desk: Desk, words: tuple[str, ...], line: str) -> None:
    """In one line; nothing is overwritten."""
    old = desk.folder / "old.csv"
    old.write_text("mine", encoding="utf-8")
    said = desk.type("export", *words)
    assert said.code == 2
    assert line in said.line()
    assert old.read_text(encoding="utf-8") == "mine"


def test_an_unknown_tournament_is_said_and_leaves_no_file(desk: Desk) -> None:
    """Nor half a one."""
    said = desk.type("export", "matches", "-t", "999", "--out", "new.csv")
    assert said.code == 10
    assert "no such tournament" in said.line()
    assert not (desk.folder / "new.csv").exists()
