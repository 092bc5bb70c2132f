"""Tables are pure functions of the log."""

import itertools
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridarena_games.base import Seat
from gridarena_protocol.records import Clock, MatchHeader, MatchResult, Rules
from gridarena_protocol.views import CrosstableCell
from gridarena_server.tournament.elo import Elo, updated
from gridarena_server.tournament.standings import Tally

AGENTS = ("ann", "bob", "cy")


@dataclass(frozen=True)
class Row:
    seq: int
    header: MatchHeader
    result: MatchResult


def row(
    seq: int, agents: tuple[str, str], winner: Seat | None, *, rated: bool = True, points: tuple[int, int] = (5, 3)
) -> Row:
    header = MatchHeader(
        match=seq,
        game="pebbles",
        setup="5",
        options={},
        clock=Clock("hidden", 100),
        rules=Rules(),
        agents=agents,
        versions=("1", "1"),
        tournament=1,
        pairing=1,
        leg=0,
        attempt=1,
        rated=True,
        started_at=1_000,
    )
    result = MatchResult(
        match=seq,
        winner=winner,
        points=points,
        termination="completed" if rated else "absent",
        reason="",
        rated=rated,
        turns=10,
        hash="",
        ended_at=1_250,
    )
    return Row(seq, header, result)


def tally(*rows: Row, rated_only: bool = False) -> Tally:
    whole = Tally(Elo(), rated_only=rated_only)
    whole.add(rows)
    return whole


meetings = st.sampled_from([("ann", "bob"), ("bob", "ann"), ("ann", "cy"), ("cy", "bob")])
logs = st.lists(st.tuples(meetings, st.sampled_from([0, 1, None]), st.booleans()), max_size=20).map(
    lambda entries: [row(n, agents, winner, rated=rated) for n, (agents, winner, rated) in enumerate(entries, start=1)]
)


def test_wins_draws_losses_and_points_are_counted_by_seat() -> None:
    """Seat and winner decide whose match it was."""
    table = tally(row(1, ("ann", "bob"), 0), row(2, ("bob", "ann"), 0), row(3, ("ann", "bob"), None))
    ann, bob = sorted(table.standings(by="score"), key=lambda row: row.agent)
    assert (ann.played, ann.won, ann.drawn, ann.lost, ann.points, ann.score) == (3, 1, 1, 1, 13, 1.5)
    assert (bob.played, bob.won, bob.drawn, bob.lost, bob.points, bob.score) == (3, 1, 1, 1, 11, 1.5)


@given(logs, st.integers(0, 20))
def test_going_on_equals_starting_over(log: list[Row], at: int) -> None:
    """A tally fed in two overlapping reads equals one of the whole log."""
    parts = Tally(Elo(), rated_only=False)
    parts.add(log[:at])
    parts.add(log[max(0, at - 3) :])
    assert parts.standings(by="elo") == tally(*log).standings(by="elo")
    assert parts.crosstable(AGENTS) == tally(*log).crosstable(AGENTS)


@given(logs)
def test_unrated_matches_never_move_a_rating(log: list[Row]) -> None:
    """Elo is that of the rated matches, whatever else was played."""
    rated = [row for row in log if row.result.rated]
    elo = {row.agent: row.elo for row in tally(*log).standings(AGENTS, by="elo")}
    assert elo == {row.agent: row.elo for row in tally(*rated).standings(AGENTS, by="elo")}


def test_a_leaderboard_leaves_unrated_matches_out_and_a_tournament_counts_them() -> None:
    """Who won because the rival was absent has the point in the tournament, not on the leaderboard."""
    log = [row(1, ("ann", "bob"), 0, rated=False)]
    assert tally(*log, rated_only=True).standings(by="elo") == ()
    assert [(row.agent, row.won) for row in tally(*log).standings(by="score")] == [("ann", 1), ("bob", 0)]


def test_ratings_change_in_the_order_of_the_log() -> None:
    """Two wins and then a loss is another rating than a loss and then two wins."""
    first = tally(row(1, ("ann", "bob"), 0), row(2, ("ann", "cy"), 1)).standings(by="elo")
    second = tally(row(1, ("ann", "cy"), 1), row(2, ("ann", "bob"), 0)).standings(by="elo")
    assert {row.agent: row.elo for row in first} != {row.agent: row.elo for row in second}
    ann, _ = updated(1500, 1500, 1, 32)
    ann, cy = updated(ann, 1500, 0, 32)
    assert {row.agent: row.elo for row in first}["ann"] == pytest.approx(ann)
    assert {row.agent: row.elo for row in first}["cy"] == pytest.approx(cy)


def test_equals_share_a_rank_and_the_next_rank_is_skipped() -> None:
    """1, 1, 3 as in sports."""
    ranks = {
        row.agent: row.rank for row in tally(row(1, ("ann", "bob"), None, points=(4, 4))).standings(AGENTS, by="score")
    }
    assert ranks == {"ann": 1, "bob": 1, "cy": 3}


def test_of_equal_scores_more_points_are_better_whichever_match_ended_first() -> None:
    """Elo depends on that order, so it ranks nobody in a tournament."""
    matches = [(("ann", "cy"), 0, (9, 1)), (("bob", "cy"), 0, (8, 2)), (("cy", "ann"), 0, (5, 4))]
    for order in itertools.permutations(matches):
        rows = [row(number, agents, winner, points=points) for number, (agents, winner, points) in enumerate(order, 1)]
        table = tally(*rows).standings(by="score")
        assert [(one.rank, one.agent) for one in table] == [(1, "ann"), (2, "bob"), (2, "cy")]


def test_agents_that_have_not_played_are_in_the_table() -> None:
    """Everybody starts at the start rating with no match."""
    (only,) = tally().standings(["ann"], by="elo")
    assert (only.rank, only.elo, only.played) == (1, 1500, 0)


def test_the_crosstable_holds_both_sides_of_every_meeting() -> None:
    """A cell and its mirror agree; who has not met has no cell."""
    table = tally(row(1, ("ann", "bob"), 0), row(2, ("bob", "ann"), None)).crosstable(AGENTS)
    assert table == (CrosstableCell(0, 1, 1, 1, 0), CrosstableCell(1, 0, 0, 1, 1))
