import io
from dataclasses import replace

from rich.console import Console

from gridarena_cli.render import match, tables
from gridarena_cli.render.replay import board_after
from gridarena_protocol.records import Reopening
from gridarena_protocol.teams import Team
from gridarena_protocol.views import Crosstable, CrosstableCell, Standing, TournamentView
from support.matches import RECORD, finished

VIEW = TournamentView(3, "spring", "sudoku", "running", ("a", "b"), ("b",), (), 12, 5, 2, 1)


def drawn(*what: object) -> str:
    """As in a pipe."""
    stream = io.StringIO()
    Console(file=stream, width=200, markup=False, highlight=False).print(*what, sep="\n")
    return stream.getvalue()


def test_a_leaderboard_is_as_it_was_ranked() -> None:
    """One line an agent, in the order given."""
    rows = [Standing(1, "greedy", 1012.6, 4, 3, 1, 0, 44), Standing(2, "random", 987.4, 4, 0, 1, 3, 20)]
    lines = drawn(tables.leaderboard(rows)).splitlines()
    assert lines[3].split() == ["1", "greedy", "1013", "4", "3", "1", "0", "44"]
    assert lines[4].split()[:2] == ["2", "random"]


def test_history_is_told_from_the_agents_own_side() -> None:
    """Points and result turn round with the seat."""
    first, second = (drawn(tables.history(agent, [RECORD])) for agent in RECORD.header.agents)
    points = finished(RECORD).points
    assert f"{points[0]} : {points[1]}" in first
    assert f"{points[1]} : {points[0]}" in second
    assert ("won" in first, "won" in second) == (False, True)
    assert ("lost" in first, "lost" in second) == (True, False)


def test_only_an_unusual_end_takes_a_sentence() -> None:
    """A list stays a list; what was lost by a rule says which."""
    assert "completed" in drawn(tables.matches([RECORD]))
    lost = replace(finished(RECORD), termination="missing", reason="greedy lost: no proposal in turn 3")
    unusual = replace(RECORD, result=lost)
    assert "missing" in drawn(tables.matches([unusual]))
    assert list(tables.sentences([RECORD, unusual, replace(RECORD, result=None)])) == [
        "match 17: greedy lost: no proposal in turn 3"
    ]


def test_a_void_match_says_that_it_counts_for_nobody() -> None:
    """With the reason."""
    void = replace(RECORD, void="disk on fire")
    assert "void" in drawn(tables.history("greedy", [void]))
    assert list(tables.sentences([void])) == ["match 17: void, counts for nobody: disk on fire"]


def test_a_match_shows_board_turns_reason_and_hash() -> None:
    """Everything that `show` promises is on the page."""
    page = drawn(*match.whole(RECORD))
    assert "match 17: sudoku on nearly-full" in page
    assert "0 empty" in page
    assert "(3,2) -> 2" in page
    assert "search, 12 nodes" in page
    assert finished(RECORD).reason in page
    assert RECORD.hashes[-1] in page


def test_a_changed_record_is_called_one() -> None:
    """A student sees that the file was touched."""
    turns = (replace(RECORD.turns[0], points=5), *RECORD.turns[1:])
    assert "DOES NOT HOLD" in drawn(*match.whole(replace(RECORD, turns=turns)))


def test_a_turn_shows_the_board_before_and_after_and_the_thinking() -> None:
    """Once the match is over."""
    page = drawn(*match.single(RECORD, RECORD.turns[1]))
    assert "3 empty" in page
    assert "2 empty" in page
    assert "12,345" in page
    assert "proposal 2 of 2" in page


def test_a_live_match_keeps_its_thinking_to_itself() -> None:
    """And says when it will be told."""
    live = replace(RECORD, result=None, details=())
    assert "when the match is over" in drawn(*match.single(live, live.turns[0]))


def test_remarks_name_what_was_unusual() -> None:
    """Fallback moves, openings again and stalls stand beside their turn."""
    odd = replace(RECORD.turns[0], fallback=True, stall_us=7_000)
    again = Reopening(17, 1, 2, 0, "restart")
    page = drawn(match.turn_table(replace(RECORD, turns=(odd,), reopenings=(again,))))
    assert "the SDK's random move" in page
    assert "opened again: restart" in page
    assert "7.0 ms given back" in page


def test_a_match_of_an_unknown_game_still_shows_its_turns() -> None:
    """Only the board is missing, with the reason."""
    page = drawn(*match.whole(replace(RECORD, header=replace(RECORD.header, game="chess"))))
    assert "no game is called 'chess'" in page
    assert "(3,0) -> 4" in page


def test_names_cannot_steer_the_terminal() -> None:
    """Control characters, colours and reversed lines from the network are shown as nothing."""
    header = replace(RECORD.header, agents=("\x1b[31mred\x07", "\u202egnp"), board="[bold]x[/bold]")
    page = drawn(*match.whole(replace(RECORD, header=header)))
    assert "\x1b" not in page
    assert "\x07" not in page
    assert "\u202e" not in page
    assert "[bold]x[/bold]" in page


def test_a_lost_turn_moves_nothing_on_the_board() -> None:
    """Illegal and missing turns end a match; the board stays."""
    lost = replace(RECORD.turns[1], verdict="illegal", move="nonsense", answer=None)
    assert str(board_after(RECORD.header, (RECORD.turns[0], lost))) == str(board_after(RECORD.header, RECORD.turns[:1]))


def test_a_crosstable_has_a_cell_where_two_have_met() -> None:
    """Won, drawn and lost, from the row's side."""
    page = drawn(tables.crosstable(Crosstable(VIEW, ("a", "b"), (CrosstableCell(0, 1, 2, 1, 0),))))
    assert "2/1/0" in page


def test_tournaments_name_who_is_missing_while_that_matters() -> None:
    """Not once they are over."""
    assert drawn(tables.tournaments([VIEW])).split()[-1] == "b"
    assert drawn(tables.tournaments([replace(VIEW, status="finished")])).split()[-1] == "1"


def test_a_team_sees_its_matches_from_its_own_side() -> None:
    """Whichever of its agents played, in whatever seat."""
    shown = drawn(tables.own_history("owls", [RECORD]))
    assert "owls/minimax" in shown
    assert "10 : 2" in shown
    assert "won" in shown


def test_teams_are_listed_with_their_agents() -> None:
    """One line a team."""
    owls = Team("owls", ("owls/a", "owls/b"), 1_700_000_000_000)
    shown = drawn(tables.teams([owls]))
    assert "owls/a, owls/b" in shown
    assert "real name" not in shown
    assert "removed" not in shown


def test_the_host_sees_who_is_behind_a_pseudonym_and_who_was_removed() -> None:
    """And what they wrote into their names stays text."""
    shown = drawn(tables.teams([Team("owls", (), 1, "Ann\x1b[31m"), Team("crows", (), 2, removed=True)]))
    assert "Ann [31m" in shown
    assert "removed" in shown
