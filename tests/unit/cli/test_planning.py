from dataclasses import replace
from pathlib import Path

import pytest

from gridarena_cli import planning
from gridarena_cli.exits import CliError
from gridarena_games.errors import InvalidSetupError
from gridarena_protocol.records import Clock, Rules
from gridarena_protocol.teams import Team

WISH = planning.Wish(
    game="sudoku",
    boards=("empty-2x2",),
    options=(),
    times_s=(0.1, 1.0),
    clock="hidden",
    agents=None,
    rounds=2,
    boards_per_pairing=0,
    seed=7,
    concurrency=0,
    illegal="lose",
    away_s=30,
    join_s=60,
    allow_updates=False,
    name=None,
)
TEAMS = (Team("owls", ("owls/a", "owls/b"), 1), Team("crows", ("crows",), 2), Team("jays", ("jays",), 3, removed=True))


def test_every_agent_that_has_connected_plays_by_default() -> None:
    """Of every team."""
    assert planning.plan(WISH, TEAMS).agents == ("owls/a", "owls/b", "crows")


def test_agents_of_other_games_stay_out() -> None:
    """Of whom it is not known what they play, they are let in; who is named and cannot is told so."""
    teams = (Team("owls", ("owls/a", "owls/b", "owls/c"), 1, games=(("dots",), ("dots", "sudoku"), ())),)
    assert planning.plan(WISH, teams).agents == ("owls/b", "owls/c")
    with pytest.raises(CliError, match="owls/a plays dots, not sudoku"):
        planning.plan(replace(WISH, agents=("owls/a", "owls/b")), teams)


def test_the_house_plays_only_where_it_is_named() -> None:
    """Its agents are there for casual matches."""
    teams = (*TEAMS, Team("house", ("house/greedy",), 3))
    assert planning.plan(WISH, teams).agents == ("owls/a", "owls/b", "crows")
    assert planning.plan(replace(WISH, agents=("crows", "house/greedy")), teams).agents == ("crows", "house/greedy")


def test_named_agents_play_alone() -> None:
    """Blanks around commas do not matter."""
    assert planning.plan(replace(WISH, agents=("owls/a", " crows ")), TEAMS).agents == ("owls/a", "crows")


def test_several_times_make_several_clocks() -> None:
    """Milliseconds from seconds, and the rules as wished."""
    plan = planning.plan(WISH, TEAMS)
    assert plan.clocks == (Clock("hidden", 100), Clock("hidden", 1000))
    assert plan.rules == Rules("lose", 30_000, 60_000)
    assert plan.format == "round-robin"


def test_untimed_takes_no_time() -> None:
    """And is one clock."""
    assert planning.clocks("untimed", ()) == (Clock("untimed"),)
    with pytest.raises(CliError, match="takes no --time"):
        planning.clocks("untimed", (0.1,))


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        (replace(WISH, agents=("a",)), "at least two agents, got a"),
        (replace(WISH, clock="fast"), "hidden, revealed or untimed, got 'fast'"),
        (replace(WISH, times_s=(0.0,)), "0.001 to 3600 seconds, got 0"),
        (replace(WISH, illegal="cry"), "lose or ignore, got 'cry'"),
        (replace(WISH, options=("mode",)), "KEY=VALUE, got 'mode'"),
    ],
)
def test_a_wish_that_means_nothing_is_told_before_a_server_is_asked(wish: planning.Wish, words: str) -> None:
    """Expected, got, in one line."""
    with pytest.raises(CliError, match=words) as failure:
        planning.plan(wish, TEAMS)
    assert "\n" not in str(failure.value)


def test_a_corrupt_board_file_is_told_by_its_name(tmp_path: Path) -> None:
    """One line that says what was expected."""
    path = tmp_path / "bad.txt"
    path.write_text("2 2\n1 2 3\n", encoding="utf-8")
    with pytest.raises(InvalidSetupError) as failure:
        planning.plan(replace(WISH, boards=(str(path),)), TEAMS)
    assert "bad" in str(failure.value)
    assert "\n" not in str(failure.value)
