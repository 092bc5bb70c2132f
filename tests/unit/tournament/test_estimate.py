"""What a plan costs: figures that follow from schedule, random games and capacity."""

from dataclasses import replace

import pytest

from gridarena_protocol.records import Clock
from gridarena_protocol.views import StartBoard
from gridarena_server.tournament.estimate import MARGIN, Capacity, estimate, random_turns
from gridarena_server.tournament.measured import Measurements
from support import facts
from support.floor import plan
from support.simulation import Played

HOUR_MS = 3_600_000


def capacity(matches: int = 8, **slots: int) -> Capacity:
    return Capacity(matches, slots)


def measured(agents: tuple[str, str], *, turns: int, used_ms: int) -> Measurements:
    """One match on the first board with the first clock."""
    wanted = plan(*agents)
    header = replace(
        facts.header(1), setup=wanted.boards[0].setup, options={}, clock=wanted.clocks[0], agents=agents, started_at=0
    )
    known = Measurements()
    known.add(Played(1, header, facts.result(header, [], turns=turns, ended_at=used_ms)))
    return known


def test_matches_and_turns_are_those_of_the_schedule() -> None:
    """Two legs for every meeting, each with the margin over a random game on its board."""
    cost = estimate(plan("a", "b", "c", boards=2), {0: 10, 1: 30}, capacity(), Measurements())
    assert cost.matches == 12
    assert cost.turns_most == 6 * 10 * MARGIN + 6 * 30 * MARGIN


def test_hours_are_bounded_by_the_busiest_agent() -> None:
    """Two agents with a slot each play one match after the other, however many the server could host."""
    wanted = replace(plan("a", "b"), clocks=(Clock("hidden", 36_000),))
    cost = estimate(wanted, {0: 100}, capacity(8, a=1, b=1), Measurements())
    assert cost.hours_most == pytest.approx(2 * 100 * MARGIN * 36_000 / HOUR_MS)
    assert estimate(wanted, {0: 100}, capacity(8, a=2, b=2), Measurements()).hours_most == pytest.approx(
        cost.hours_most / 2
    )


def test_hours_are_bounded_by_the_matches_at_once() -> None:
    """Six agents could play three at once; the server's bound of one makes it three times as long."""
    wanted = plan(*"abcdef")
    wide = estimate(wanted, {0: 100}, capacity(3), Measurements()).hours_most
    assert estimate(wanted, {0: 100}, capacity(1), Measurements()).hours_most == pytest.approx(3 * wide)


def test_the_likely_figures_are_those_of_earlier_matches() -> None:
    """A guess while nothing is known; then turns and time as measured, never more than the most."""
    wanted = plan("a", "b")
    unknown = estimate(wanted, {0: 100}, capacity(), Measurements())
    assert (unknown.hours_likely, unknown.turns_likely, unknown.measured) == (unknown.hours_most / 2, 200, 0)
    known = estimate(wanted, {0: 100}, capacity(), measured(("a", "b"), turns=50, used_ms=2_500))
    assert (known.hours_likely, known.turns_likely) == (pytest.approx(2 * 2_500 / HOUR_MS), 100)
    late = estimate(wanted, {0: 100}, capacity(), measured(("a", "b"), turns=1, used_ms=90_000))
    assert late.hours_likely == late.hours_most


def test_grace_counts_as_time() -> None:
    """A revealed clock's turn lasts budget and grace."""
    hidden = estimate(replace(plan("a", "b"), clocks=(Clock("hidden", 400),)), {0: 9}, capacity(), Measurements())
    revealed = estimate(replace(plan("a", "b"), clocks=(Clock("revealed", 400),)), {0: 9}, capacity(), Measurements())
    assert revealed.hours_most == pytest.approx(hidden.hours_most * 500 / 400)


def test_a_random_game_fills_the_board_and_stumbles_into_condemned_moves() -> None:
    """At least the empty cells, at most every cell with every value; the same at every asking."""
    board = StartBoard("empty-2x2", "2 2\n" + "   .   .   .   .\n" * 4, {})
    turns = random_turns(board, "sudoku")
    assert 16 <= turns <= 64
    assert random_turns(board, "sudoku") == turns
