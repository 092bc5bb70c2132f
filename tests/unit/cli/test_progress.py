import io
from dataclasses import replace

import pytest
from rich.console import Console

from gridarena.durations import spoken
from gridarena_cli.render import progress
from gridarena_cli.watching import Lines
from gridarena_protocol.records import Record
from gridarena_protocol.views import Standing, TournamentEvent, TournamentView
from support.matches import HEADER

from .test_tables import drawn

VIEW = TournamentView(1, "demo", "sudoku", "running", ("a", "b"), (), (), 48, 12, 2, 0)
ROWS = (Standing(1, "a", 1530.0, 6, 5, 1, 0, 60), Standing(2, "b", 1470.0, 6, 0, 1, 5, 20))
EVENT = TournamentEvent(VIEW, ROWS, (Record(HEADER),))


def test_what_is_left_follows_from_the_pace_so_far() -> None:
    """12 of 48 matches in 10 s leave 30 s."""
    assert progress.remaining_s(VIEW, 10.0) == pytest.approx(30.0)


def test_nothing_is_foretold_before_the_first_match_is_over() -> None:
    """No division, no guess."""
    assert progress.remaining_s(replace(VIEW, finished=0), 10.0) is None


def test_the_pace_counts_from_when_somebody_began_to_look() -> None:
    """What was finished before took time that nobody measured; a pause foretells nothing."""
    assert progress.remaining_s(VIEW, 10.0, before=2) == pytest.approx(36.0)
    assert progress.remaining_s(VIEW, 10.0, before=12) is None
    assert progress.remaining_s(replace(VIEW, status="paused"), 10.0) is None


def test_what_keeps_matches_from_being_opened_is_said() -> None:
    """A pause, agents that are missing, agents that are held."""
    view = replace(VIEW, status="paused", missing=("a",), held=("b",))
    assert progress.troubles(view) == [
        "paused: no further match is opened",
        "not in the lobby: a",
        "held for the host to allow: b",
    ]
    assert ", paused" in progress.line(replace(EVENT, tournament=view), 10.0)


@pytest.mark.parametrize("width", [40, 50, 80, 120])
def test_no_digit_is_lost_in_a_narrow_window(width: int) -> None:
    """What does not fit is left out with its heading."""
    rows = (Standing(1, "team1/minimax", 1523.0, 600, 601, 0, 0, 123456),)
    console = Console(width=width, file=io.StringIO())
    console.print(progress.picture(replace(EVENT, standings=rows, live=()), 10.0))
    shown = console.file.getvalue()  # type: ignore[attr-defined]
    assert "team1" in shown
    assert "601" in shown
    assert ("Elo" in shown) == ("1523" in shown) == ("points" in shown) == ("123456" in shown) == (width >= 80)


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.2, "1 s"), (59.0, "59 s"), (100.0, "2 min"), (7200.0, "2.0 h"), (0.0, "0 s")]
)
def test_durations_read_as_people_say_them(seconds: float, words: str) -> None:
    """Seconds, minutes or hours."""
    assert spoken(seconds) == words


def test_a_line_tells_how_far_it_is_and_who_leads() -> None:
    """All that matters to somebody who reads a log."""
    assert progress.line(EVENT, 10.0) == "12 of 48 matches, 2 being played, about 30 s left, leading: a (5.5 of 6)"


def test_the_picture_has_bar_matches_and_table() -> None:
    """What a terminal shows while it goes on."""
    page = drawn(progress.picture(EVENT, 10.0))
    assert "12/48 matches" in page
    assert "30 s left" in page
    assert "greedy - owls/minimax" in page
    assert "1530" in page


def test_a_long_list_of_live_matches_is_cut() -> None:
    """The table below stays on the screen."""
    many = replace(EVENT, live=tuple(Record(replace(HEADER, match=n)) for n in range(1, 21)))
    page = drawn(progress.picture(many, 10.0))
    assert f"match {progress.LIVE_SHOWN}" in page
    assert f"match {progress.LIVE_SHOWN + 1} " not in page
    assert "and 12 more" in page


def test_plain_lines_come_at_the_first_and_the_last_match_and_now_and_then(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A log stays short however often the server speaks."""
    lines = Lines()
    for step in range(49):
        lines.update(replace(EVENT, tournament=replace(VIEW, finished=step)), step * 0.5)
    shown = capsys.readouterr().err.splitlines()
    assert shown[0].startswith("0 of 48")
    assert shown[1].startswith("1 of 48")
    assert shown[-1].startswith("48 of 48")
    assert len(shown) <= 3 + 24 / 5
