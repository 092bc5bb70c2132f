"""Who is here: a line for everybody about whom the host may have to do something."""

from dataclasses import replace

from gridarena_cli.render.attendance import attendance, strangers
from gridarena_protocol.teams import Team
from gridarena_protocol.views import Entrant, Entrants

from .test_progress import VIEW

HERE = Entrant("a", "here", 1, None, "1", "1", 2, 1, 3)


def lines(*entrants: Entrant) -> list[str]:
    agents = tuple(one.agent for one in entrants if one.presence != "withdrawn")
    return list(attendance(Entrants(replace(VIEW, agents=agents), entrants)))


def test_those_who_are_here_take_one_line() -> None:
    """With their number."""
    assert lines(HERE, replace(HERE, agent="b")) == ["here      2 of 2: a, b"]
    assert lines() == ["here      0 of 0"]


def test_every_trouble_has_its_line_and_its_remedy() -> None:
    """Since when somebody is missing, how long it is waited for, and what to type."""
    missing = Entrant("b", "missing", None, 42_000, "", "1", 0, 0, 6)
    held = Entrant("c", "held", 1, None, "2", "1", 0, 0, 6)
    silent = Entrant("d", "silent", 1, None, "1", "1", 0, 0, 6)
    gone = Entrant("e", "withdrawn", None, None, "", "1", 4, 0, 0)
    assert lines(HERE, missing, held, silent, gone) == [
        "here      1 of 4: a",
        "missing   b: not seen since the server started, waited for 42 s more",
        "held      c: version 2, but it began with 1; let it play: gridarena tournament allow 1 c",
        "silent    d: is connected but did not come to its latest match; its matches come last",
        "withdrawn e: 4 matches finished; back by: gridarena tournament enter 1 e",
    ]


def test_who_has_never_connected_is_named_with_whom_was_meant() -> None:
    """Whatever the case; agents of a team that was removed did connect."""
    teams = (Team("Crows", ("Crows/greedy",), 1), Team("Jays", ("Jays/bob",), 2, removed=True))
    assert list(strangers(("Crows/greedy", "Crows/greedi", "crows/Greedy", "Jays/bob", "nosuch"), teams)) == [
        "nobody has ever connected as Crows/greedi (did you mean Crows/greedy?); whoever does not come loses",
        "nobody has ever connected as crows/Greedy (did you mean Crows/greedy?); whoever does not come loses",
        "nobody has ever connected as nosuch; whoever does not come loses",
    ]


def test_being_last_seen_is_told_as_a_time() -> None:
    """In the reader's own time zone; the date where it was another day."""
    (_, line) = lines(Entrant("b", "missing", 0, 0, "", "", 0, 0, 6))
    assert line.startswith("missing   b: last seen 19")
    assert line.endswith(", no longer waited for")


def test_hostile_names_are_text() -> None:
    """No name moves the cursor."""
    assert lines(replace(HERE, agent="a\x1b[2J")) == ["here      1 of 1: a [2J"]
