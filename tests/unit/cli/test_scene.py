"""What an onlooker sees of a match."""

import io
from dataclasses import replace

import pytest
from rich.console import Console

from gridarena_cli.render.scene import Stage, changed, line, picture, title
from gridarena_cli.stepping import scene_at, step
from support.matches import RECORD, finished

LIVE = replace(RECORD, turns=(), result=None, details=(), hashes=RECORD.hashes[:1])


def drawn(what: object, **style: object) -> str:
    stream = io.StringIO()
    Console(file=stream, width=80, markup=False, highlight=False, **style).print(what)  # type: ignore[arg-type]
    return stream.getvalue()


def test_a_match_is_seen_turn_by_turn() -> None:
    """Points, who moves and the board follow; at the end the sentence says why."""
    stage = Stage(LIVE)
    assert "> seat 0" in drawn(picture(stage.scene))
    for turn in RECORD.turns:
        stage.play(turn)
    assert stage.scene.points == finished(RECORD).points
    stage.end(finished(RECORD))
    page = drawn(picture(stage.scene))
    assert finished(RECORD).reason in page
    assert ">" not in page.replace("->", "")


def test_a_scene_told_at_once_is_the_one_told_turn_by_turn() -> None:
    """A reader that fell behind is told the whole again."""
    stage = Stage(LIVE)
    for turn in RECORD.turns[:2]:
        stage.play(turn)
    assert Stage(replace(LIVE, turns=RECORD.turns[:2])).scene == stage.scene


def test_what_a_colour_says_a_sign_says_too() -> None:
    """On a terminal without any style the last move still stands out."""
    stage = Stage(LIVE)
    stage.play(RECORD.turns[0])
    plain = drawn(picture(stage.scene))
    assert "\x1b" not in plain
    assert "|[4]. | . . |" in plain
    assert "turn 1: greedy + (3,0) -> 4 accepted +1 (column 0)" in plain
    assert "\x1b[1;7m4" in drawn(picture(stage.scene), force_terminal=True, color_system="standard")


def test_a_void_match_says_so() -> None:
    """With the reason."""
    stage = Stage(LIVE)
    stage.end("the host said so")
    assert "void, counts for nobody: the host said so" in drawn(picture(stage.scene))


def test_the_wait_for_a_turn_is_shown_while_it_lasts() -> None:
    """And the clock beside it."""
    assert "turn 1: thinking for 1.2 s (0.1 s hidden)" in drawn(picture(Stage(LIVE).scene, 1.24))


def test_a_match_of_an_unknown_game_is_told_without_its_board() -> None:
    """Turns and points come over the wire."""
    stage = Stage(replace(LIVE, header=replace(LIVE.header, game="chess")))
    stage.play(RECORD.turns[0])
    page = drawn(picture(stage.scene))
    assert "chess is not installed here" in page
    assert "(3,0) -> 4" in page


def test_names_cannot_steer_the_terminal() -> None:
    """Neither in the picture nor in the lines."""
    header = replace(RECORD.header, agents=("\x1b[31mred\x07", "\u202egnp"), board="[bold]x[/bold]")
    record = replace(RECORD, header=header)
    for page in (drawn(picture(Stage(record).scene)), title(record), line(record, record.turns[0], (1, 0))):
        assert not set(page) & {"\x1b", "\x07", "\u202e"}


@pytest.mark.parametrize(
    ("before", "after", "shown"),
    [
        ("| . . |", "| 4 . |", "|[4]. |"),
        ("|  . 10 |", "| 12 10 |", "|[12]10 |"),
        ("+   +", "+---+", "+---+"),
        ("points 0 - 0", "points 7 - 0", "points 7 - 0"),
        ("ab", "ab\n x ", "ab\n[x]"),
        ("", " 1", "[1"),
    ],
)
def test_what_a_turn_has_changed_is_bracketed_where_there_is_room(before: str, after: str, shown: str) -> None:
    """In the game's own drawing, whatever the game; words are no part of it."""
    lines = ["".join(piece for piece, _ in pieces) for pieces in changed(before, after)]
    assert "\n".join(lines) == shown


def test_a_replay_steps_both_ways_and_stays_inside() -> None:
    """Enter, b, a number, q; the end of the input is a q."""
    answers = {"\n": 3, "b\n": 1, "4\n": 4, "99\n": 4, "0\n": 0, "what\n": 2, "q\n": None, "": None}
    assert {answer: step(answer, 2, 4) for answer in answers} == answers
    assert (step("\n", 4, 4), step("b\n", 0, 4)) == (4, 0)


def test_a_replay_does_not_tell_the_end_before_it_comes() -> None:
    """Points and sentence are those of the turn."""
    assert scene_at(RECORD, 0).points == (0, 0)
    assert finished(RECORD).reason not in drawn(picture(scene_at(RECORD, 3)))
    assert finished(RECORD).reason in drawn(picture(scene_at(RECORD, 4)))
