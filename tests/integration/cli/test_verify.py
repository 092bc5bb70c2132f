"""A real database, changed in every place where somebody could change one: the first line that differs is named."""

import hashlib
import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from gridarena_cli.main import main

from .conftest import Desk, Hall, opened, sit_down

Change = Callable[[sqlite3.Connection], object]


@pytest.fixture(scope="module")
def own_hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """A server on which nobody else has played."""
    with opened(tmp_path_factory.mktemp("own")) as hall:
        yield hall


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Where the copy of a database is kept that every test of this file damages in its own way."""
    return {"original": tmp_path_factory.mktemp("kept") / "arena.db"}


@pytest.fixture
def database(
    desk: Desk, own_hall: Hall, played: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """Two tournaments of ann and bob: in the first a match was played again; in the second one is void for good."""
    if not played["original"].exists():
        host = sit_down(own_hall, tmp_path, monkeypatch, desk.capsys)
        first, second = host.create(), host.create()
        for number in (first, second):
            host.finished(number)
        again = host.json("history", "--tournament", first)["matches"][0]["match"]
        host.json("tournament", "rerun", first, "--match", str(again), "--yes")
        host.finished(first)
        gone = host.json("history", "--tournament", second)["matches"][0]["match"]
        host.json("tournament", "void", str(gone), "--reason", "wrong board")
        kept, original = own_hall.server.database, played["original"]
        with closing(sqlite3.connect(kept)) as source, closing(sqlite3.connect(original)) as copy:
            source.backup(copy)
    monkeypatch.delenv("GRIDARENA_SERVER")
    copy_of = tmp_path / "copy.db"
    copy_of.write_bytes(played["original"].read_bytes())
    return copy_of


def sql(text: str) -> Change:
    """A change of one row."""
    return lambda db: db.execute(text)


def flip_winner(db: sqlite3.Connection) -> object:
    """By somebody who knows how the result is hashed."""
    match, body = db.execute(f"SELECT match, body FROM result WHERE match = ({LAST})").fetchone()
    result = json.loads(body)
    result["winner"], result["points"] = 1 - (result["winner"] or 0), result["points"][::-1]
    text = json.dumps(result, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    digest = hashlib.sha256(text.encode()).hexdigest()
    return db.execute("UPDATE result SET body = ?, hash = ? WHERE match = ?", (text, digest, match))


def make_absent(db: sqlite3.Connection) -> object:
    """The winner is said never to have come."""
    match, body = db.execute(f"SELECT match, body FROM result WHERE match = ({LAST})").fetchone()
    result = json.loads(body)
    result |= {"winner": 1 - (result["winner"] or 0), "termination": "absent", "rated": False}
    text = json.dumps(result, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    values = (text, hashlib.sha256(text.encode()).hexdigest(), match)
    return db.execute("UPDATE result SET body = ?, hash = ?, termination = 'absent' WHERE match = ?", values)


def swap_results(db: sqlite3.Connection) -> object:
    """Another order of the results makes other ratings."""
    (first, a), (second, b) = db.execute("SELECT match, seq FROM result ORDER BY seq LIMIT 2").fetchall()
    db.execute("UPDATE result SET seq = -1 WHERE match = ?", (first,))
    db.execute("UPDATE result SET seq = ? WHERE match = ?", (a, second))
    return db.execute("UPDATE result SET seq = ? WHERE match = ?", (b, first))


def remove_void(db: sqlite3.Connection) -> object:
    """Both attempts at a leg would count."""
    db.execute("DELETE FROM host_event WHERE kind = 'match.rerun'")
    return db.execute("DELETE FROM void WHERE match = (SELECT min(match) FROM void)")


COUNTS = "SELECT match FROM result WHERE match NOT IN (SELECT match FROM void)"
LAST = f"SELECT max(match) FROM ({COUNTS})"
TURN_2 = f"WHERE turn = 2 AND match = ({LAST})"
CHANGES: dict[str, tuple[Change, str]] = {
    "a move": (
        sql(f'UPDATE turn SET record = replace(record, \'"move":"(\', \'"move":"( \') {TURN_2}'),
        "turn 2 of match {last}: hash: expected .* (the turn was changed)",
    ),
    "a time": (
        sql(f"UPDATE turn SET record = replace(record, '\"used_us\":', '\"used_us\":1') {TURN_2}"),
        "turn 2 of match {last}: hash: expected .* (the turn was changed)",
    ),
    "a hash": (
        sql(f"UPDATE turn SET hash = 'xx' || substr(hash, 3) {TURN_2}"),
        "turn 2 of match {last}: hash: .* stored is xx.* fits: the hash was changed, not the turn)",
    ),
    "the last hash": (
        sql(
            f"UPDATE turn SET hash = 'xx' || substr(hash, 3) WHERE match = ({LAST}) "
            f"AND turn = (SELECT max(turn) FROM turn WHERE match = ({LAST}))"
        ),
        "match {last}: hash: .* fits: the hash was changed, not the turn)",
    ),
    "a record that is none": (
        sql(f"UPDATE turn SET record = x'ff00' {TURN_2}"),
        "turn 2 of match {last}: hash: expected",
    ),
    "a header": (
        sql(f"UPDATE match SET header = replace(header, 'ann', 'amm') WHERE match = ({LAST})"),
        "match {last}: hash of its header: expected .* (the header was changed)",
    ),
    "a column": (
        sql(f"UPDATE match SET tournament = tournament + 1 WHERE match = ({LAST})"),
        "match {last}: tournament: expected {second}, stored is .* (as its header says)",
    ),
    "a result": (
        sql(f"UPDATE result SET body = replace(body, '\"winner\":', '\"winner\":1') WHERE match = ({LAST})"),
        "match {last}: hash of its result: expected",
    ),
    "how a match ended": (
        sql(f"UPDATE result SET termination = 'taboo' WHERE match = ({LAST})"),
        "match {last}: termination: expected completed, stored is taboo",
    ),
    "a standing, its hashes made anew": (flip_winner, "match {last}: points of its result: expected"),
    "a rating, by another order": (swap_results, "match .*: seq of its result: expected"),
    "a turn deleted": (
        sql(f"DELETE FROM turn {TURN_2}"),
        "turn 2 of match {last}: number: expected turn 2, stored is turn 3 in its place",
    ),
    "the last turn deleted": (
        sql(f"DELETE FROM turn WHERE match = ({LAST}) AND turn = (SELECT max(turn) FROM turn WHERE match = ({LAST}))"),
        "match {last}: seq of its result: expected",
    ),
    "a void and its decision removed, the match was played again": (
        remove_void,
        "match {again}: void: expected one, since match .* is its leg's attempt 2, stored is none: both would count",
    ),
    "a void removed": (
        sql("DELETE FROM void WHERE match = (SELECT max(match) FROM void)"),
        "match {gone}: void: expected one, since the host declared it void, stored is none",
    ),
    "a result deleted": (
        sql(f"DELETE FROM result WHERE match = ({LAST})"),
        "fact .*: expected one between turn .* of match {last} (fact .*) and .*, stored is none",
    ),
    "a note deleted": (
        sql("DELETE FROM host_event WHERE kind = 'tournament.started'"),
        "fact .*: expected one between .*, stored is none",
    ),
    "a decision deleted": (
        sql("DELETE FROM host_event WHERE kind = 'match.rerun'"),
        "match {again}: void: expected none, for the host declared none, stored is one",
    ),
    "a void that nobody declared": (
        sql(f"INSERT INTO void SELECT 1 + max(seq), ({LAST}), 'the host declared it void', 1 FROM void"),
        "match {last}: void: expected none, for the host declared none, stored is one",
    ),
    "a win that was played, made an absence": (
        make_absent,
        "match {last}: end: expected that of the game, stored is absent",
    ),
}


@pytest.mark.parametrize("place", CHANGES)
def test_the_first_line_that_differs_is_named(database: Path, desk: Desk, place: str) -> None:
    """With its match and turn, what was expected and what is stored; the command ends with 12."""
    change, expected = CHANGES[place]
    with closing(sqlite3.connect(database)) as db:
        numbers = {
            "last": db.execute(LAST).fetchone()[0],
            "again": db.execute("SELECT min(match) FROM void").fetchone()[0],
            "gone": db.execute("SELECT max(match) FROM void").fetchone()[0],
            "second": db.execute(f"SELECT tournament FROM match WHERE match = ({LAST})").fetchone()[0],
        }
        before = db.total_changes
        change(db)
        assert db.total_changes > before
        db.commit()
    said = desk.type("verify", "--database", str(database))
    assert said.code == 12, said
    pattern = expected.format(**numbers).replace("(", r"\(").replace(")", r"\)")
    with pytest.raises(AssertionError, match=f"^(turn [0-9]+ of )?{pattern}"):
        raise AssertionError(said.out)
    assert said.out.count("\n") == 1


@pytest.mark.parametrize("what", ["matches", "standings", "ratings"])
def test_nothing_of_a_damaged_file_is_exported_as_if_it_were_whole(database: Path, desk: Desk, what: str) -> None:
    """The row is named, in the last line."""
    with closing(sqlite3.connect(database)) as db:
        db.execute(f"UPDATE result SET body = replace(body, 'winner', 'loser') WHERE match = ({LAST})")
        db.commit()
    said = desk.type("export", what, "--database", str(database))
    assert (said.code, "hash of its result: expected" in said.err.splitlines()[-1]) == (8, True), said
    assert "Traceback" not in said.err


def test_a_file_knows_its_tournaments_as_its_server_does(database: Path, desk: Desk) -> None:
    """An export of one that is not there is not empty, but refused."""
    said = desk.type("export", "matches", "-t", "999", "--database", str(database))
    assert (said.code, "no such tournament" in said.line()) == (10, True), said


def test_what_was_not_touched_is_found_well(database: Path, desk: Desk) -> None:
    """And nothing of the file is changed by the looking."""
    before = database.read_bytes()
    said = desk.json("verify", "--database", str(database))
    assert (said["ok"], said["difference"]) == (True, None)
    assert said["void"] == 2
    assert database.read_bytes() == before


def test_a_server_is_asked_where_one_has_the_file(desk: Desk) -> None:
    """Its tables are those that are computed again, also while something is being played."""
    number = desk.create()
    said = desk.json("verify", "--database", str(desk.hall.server.database))
    assert said["source"].startswith("the server at 127.0.0.1:")
    assert said["ok"], said
    desk.finished(number)
    said = desk.json("verify")
    rows = desk.json("tournament", "status", number)["rows"]
    assert [table["rows"] for table in said["tables"] if table["tournament"] == int(number)] == [rows]
    ratings = desk.json("leaderboard", "--game", "sudoku")["rows"]
    assert [table["rows"] for table in said["tables"] if table["tournament"] is None] == [ratings]


def test_only_the_host_may_have_the_log(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """A team's token is refused."""
    team = desk.hall.teams["ann"]
    monkeypatch.setenv("GRIDARENA_HOST_TOKEN", team["GRIDARENA_TOKEN"])
    said = desk.type("verify")
    assert said.code == 4
    assert "only the host may do this" in said.line()


@pytest.mark.parametrize(("text", "reason"), [("nothing.db", "no database"), ("other.db", "is no SQLite database")])
def test_what_is_no_database_is_said_in_one_line(
    text: str, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is none, or it is something else."""
    for name in ("GRIDARENA_SERVER", "GRIDARENA_HOST_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "other.db").write_text("hello, this is a letter", encoding="utf-8")
    assert main(("verify", "--database", str(tmp_path / text))) == 8
    said = capsys.readouterr().err
    assert reason in said
    assert said.count("\n") == 1
