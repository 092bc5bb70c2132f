"""The host's day on the command line: what is typed, what is read, what becomes of the tournament."""

from pathlib import Path

import pytest

from .conftest import Desk, attending


def test_a_pause_and_a_resumption(desk: Desk) -> None:
    """Said in one line each; out of turn it is refused with 11."""
    number = desk.create(agents="ann,late")
    paused = desk.type("tournament", "pause", number)
    assert paused.code == 0
    assert paused.err.splitlines() == [
        f"Tournament {number} is paused after 0 of 2 matches.",
        f"Go on: gridarena tournament resume {number}",
    ]
    again = desk.type("tournament", "pause", number)
    assert again.code == 11
    assert "is paused, so there is nothing to pause" in again.line()
    assert (desk.json("tournament", "resume", number))["status"] == "running"


def test_status_says_who_is_missing(desk: Desk) -> None:
    """And how long they are waited for."""
    number = desk.create(agents="ann,late")
    said = desk.type("tournament", "status", number)
    assert "here      1 of 2: ann" in said.out
    assert "missing   late: not seen since the server started, waited for" in said.out
    ann, late = (desk.json("tournament", "status", number))["entrants"]
    assert (ann["presence"], late["presence"], late["unplayed"]) == ("here", "missing", 2)


def test_status_can_be_watched_to_the_end(desk: Desk) -> None:
    """Then it prints the table; it needs to know which tournament."""
    number = desk.create()
    said = desk.type("tournament", "status", number, "--watch")
    assert said.code == 0
    assert "is finished: 2 of 2 matches, 0 void" in said.err
    assert "ann" in said.out
    assert desk.type("tournament", "status", "--watch").code == 2


def test_a_match_is_voided_with_a_reason(desk: Desk) -> None:
    """Everybody reads it; without one nothing is done."""
    number = desk.create()
    desk.finished(number)
    match = str(desk.json("history", "--tournament", number)["matches"][0]["match"])
    assert desk.type("tournament", "void", match, "--reason", " ").code == 2
    said = desk.type("tournament", "void", match, "--reason", "wrong board")
    assert "void, counts for nobody: wrong board" in said.err
    assert desk.json("show", match)["void"] == "wrong board"
    view = desk.json("tournament", "status", number)["tournament"]
    assert (view["status"], view["finished"], view["voided"]) == ("finished", 1, 1)


def test_what_would_be_played_again_is_listed_first(desk: Desk) -> None:
    """Only with --yes it is void, and played again to its end."""
    number = desk.create()
    desk.finished(number)
    match = desk.json("history", "--tournament", number)["matches"][0]["match"]
    rerun = ("tournament", "rerun", number, "--match", str(match))
    tried = desk.type(*rerun)
    assert "1 match would be void and played again. Do it: the same command with --yes" in tried.err
    assert desk.json("tournament", "status", number)["tournament"]["voided"] == 0
    done = desk.json(*rerun, "--yes")
    assert (done["done"], [one["match"] for one in done["matches"]]) == (True, [match])
    view = desk.finished(number)
    assert (view["finished"], view["voided"]) == (2, 1)
    assert desk.json("history", "--tournament", number)["matches"][0]["header"]["attempt"] == 2


def test_how_a_match_was_lost_is_one_of_the_known_ways(desk: Desk) -> None:
    """Said before any server is asked."""
    said = desk.type("tournament", "rerun", "1", "--lost-by", "magic")
    assert said.code == 2
    assert "expected --lost-by completed, missing" in said.line()
    assert (desk.type("tournament", "rerun", "1")).code == 2


def test_agents_come_late_and_go_early(desk: Desk) -> None:
    """Their matches are appended, or dropped after a yes."""
    number = desk.create()
    late = desk.type("tournament", "enter", number, "cy", "dan")
    assert late.err.splitlines() == [
        "cy, dan entered: 4 agents, 12 matches.",
        "Not in the lobby yet, their matches wait: cy, dan",
        "nobody has ever connected as cy; whoever does not come loses",
        "nobody has ever connected as dan; whoever does not come loses",
    ]
    asked = desk.type("tournament", "withdraw", number, "dan")
    assert asked.code == 2
    assert "nobody is here to ask: add --yes" in asked.line()
    gone = desk.type("tournament", "withdraw", number, "dan", "--yes")
    assert gone.err.splitlines()[-1] == f"It comes back by: gridarena tournament enter {number} dan"
    desk.json("tournament", "withdraw", number, "cy", "--yes")
    view = desk.finished(number)
    assert (view["agents"], view["finished"], view["matches"]) == (["ann", "bob"], 2, 2)
    unknown = desk.type("tournament", "withdraw", number, "eve", "--yes")
    assert unknown.code == 10
    assert "eve does not take part" in unknown.line()


def test_an_update_is_held_until_the_host_allows_it(desk: Desk) -> None:
    """The student reads why, the host reads what to type."""
    hall = desk.hall
    team = hall.server.new_team(hall.folder)
    with attending(hall.server, desk.folder, "mine", team) as old:
        label = old.wait_for("connected to").split()[-1]
        number = desk.create(agents=f"bob,{label}")
        desk.finished(number)
        old.interrupt()
    with attending(hall.server, desk.folder, "mine", team, version="2") as new:
        desk.json("tournament", "rerun", number, "--agent", "bob", "--yes")
        desk.json("tournament", "rerun", number, "--agent", label, "--yes")
        new.wait_for("no match until 1 is back or the host allows the update")
        status = desk.type("tournament", "status", number)
        assert f"let it play: gridarena tournament allow {number} {label}" in status.out
        assert desk.type("tournament", "allow", number, label).code == 0
        assert desk.finished(number)["finished"] == 2


def test_the_log_says_what_was_decided(desk: Desk) -> None:
    """In order; of one tournament or of everything."""
    number = desk.create(agents="ann,late")
    desk.json("tournament", "pause", number)
    acts = (desk.json("tournament", "log", number))["log"]
    assert [act["kind"] for act in acts] == ["tournament.started", "tournament.paused"]
    said = desk.type("tournament", "log")
    assert "server.started" in said.out
    assert "tournament.paused" in said.out


def test_the_draw_of_boards_is_said_with_its_seed(desk: Desk) -> None:
    """A seed that is given is the one that is used; more boards than there are is a mistake."""
    boards = ("empty-2x2", "random-2x2-1", "random-2x2-2")
    words = ("tournament", "create", "--board", *boards, "--agents", "ann,bob,cy", "--boards-per-pairing")
    said = desk.type(*words, "2", "--seed", "77")
    assert "drawn     2 of the boards for each two agents, by --seed 77" in said.out
    assert "nobody has ever connected as cy; whoever does not come loses" in said.err
    assert "Not in the lobby yet: cy\n" in said.err
    drawn = desk.json(*words, "2")
    assert drawn["matches"] == 3 * 2 * 2
    assert 0 <= drawn["seed"] < 1_000_000
    assert "at most 3 --boards-per-pairing" in (desk.type(*words, "4")).line()


def test_named_agents_of_another_game_are_refused(desk: Desk) -> None:
    """They would be waited for and lose as absent; a name that nobody has yet is believed."""
    said = desk.type("tournament", "create", "--board", "3x3", "--agents", "ann,crows", "--time", "2")
    assert said.code == 2
    assert "ann plays sudoku, not dots" in said.line()


@pytest.mark.parametrize(
    "words",
    [
        ("history", "--tournament", "-1"),
        ("history", "--before", str(2**70)),
        ("show", str(2**70)),
        ("leaderboard", "--tournament", str(2**64)),
        ("watch", "--tournament", "0"),
        ("tournament", "create", "--board", "empty-2x2", "--away", "inf"),
        ("show", "1", "--why", "--turn", "1"),
        ("solve", "sudoku", "--vectors", "x.json", "--size", "2x2"),
        ("play", "--each", ".", "--time", "0.5"),
    ],
)
def test_words_that_mean_nothing_are_the_typists(desk: Desk, words: tuple[str, ...]) -> None:
    """Exit code 2, never a mistake of the program."""
    assert desk.type(*words).code == 2


def test_files_that_are_none_are_bad_files(desk: Desk) -> None:
    """A user that does not exist, a file that is not there, a join file as a token's."""
    join = desk.folder / "owls.join"
    join.write_text('team = "owls"\n', encoding="utf-8")
    for words in (
        ("solve", "sudoku", "--vectors", "nowhere.json"),
        ("match", "~nobodyknows/mine.py:Mine", "greedy"),
        ("history", "--token-file", str(join)),
    ):
        assert desk.type(*words).code == 9, words


def test_a_position_that_cannot_be_filled_has_no_value(desk: Desk) -> None:
    """Its last block has no place for a 3: no single row, column or block shows it."""
    said = desk.type("solve", "sudoku", "--position", "2 2  1 2 . .  . . 3 .  . . . .  . . . .")
    assert said.code == 9
    assert "cannot be filled" in said.err
    assert "value +" not in said.out


def test_a_team_is_rotated_into_its_own_file_by_its_real_name(desk: Desk, tmp_path: Path) -> None:
    """The file names the pseudonym."""
    file = tmp_path / "owls.join"
    assert desk.type("team", "add", "Ann Smith", "--pseudonym", "owls", "--out", str(file)).code == 0
    assert desk.type("team", "rotate", "Ann Smith", "--out", str(file)).code == 0
    assert desk.type("team", "rotate", "ann", "--out", str(file)).code == 2


def test_a_second_list_keeps_the_teams_of_the_first(desk: Desk, tmp_path: Path) -> None:
    """A file of that name that is no such list is not written over, and nobody becomes a team."""
    joins = tmp_path / "joins"
    for name in ("herons", "storks"):
        (tmp_path / "class.csv").write_text(f"team,student,email\n{name},Ann,ann@{name}\n", encoding="utf-8")
        assert desk.type("team", "import", "class.csv", "--out", "joins").code == 0
    listed = (joins / "teams.csv").read_text(encoding="utf-8")
    assert all(f"{name},{name}.join,Ann,ann@{name}" in listed for name in ("herons", "storks"))
    (joins / "teams.csv").write_text("mine", encoding="utf-8")
    (tmp_path / "class.csv").write_text("team\nibises\n", encoding="utf-8")
    said = desk.type("team", "import", "class.csv", "--out", "joins")
    assert said.code == 9
    assert "expected the list of an earlier import" in said.line()
    assert "ibises" not in {team["name"] for team in desk.json("team", "list")["teams"]}
