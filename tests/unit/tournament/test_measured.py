"""What earlier matches say: turns by board, shares of the time by agent and clock."""

import pytest

from gridarena_games.base import Termination
from gridarena_protocol.records import Clock
from gridarena_server.tournament.measured import Measurements
from support import facts
from support.simulation import Played

QUICK, SLOW = Clock("hidden", 100), Clock("hidden", 1_000)


def measured(*matches: tuple[str, str, Clock, int], end: Termination = "completed") -> Measurements:
    """Matches of ten turns that took so many milliseconds."""
    known = Measurements()
    for number, (first, second, clock, took_ms) in enumerate(matches, 1):
        header = facts.header(number, agents=(first, second), clock=clock, started_at=1_000)
        result = facts.result(header, [], turns=10, ended_at=1_000 + took_ms, termination=end)
        known.add(Played(number, header, result))
    return known


def test_nothing_is_made_up() -> None:
    """Before the first match there is neither a share nor a length."""
    nothing = Measurements()
    assert nothing.share(("a", "b"), QUICK) is None
    assert nothing.turns(facts.HEADER.setup, facts.HEADER.options) is None


def test_a_share_is_the_part_of_the_allowed_time_that_was_used() -> None:
    """Ten turns of 100 ms in 250 ms are a quarter, for agents that were never seen as well."""
    known = measured(("a", "b", QUICK, 250))
    for agents in (("a", "b"), ("x", "y")):
        assert known.share(agents, QUICK) == pytest.approx(0.25)


def test_slow_agents_make_slow_matches() -> None:
    """Three agents that use 90, 50 and 10 percent are told apart, though only their sums were seen."""
    seen = (("slow", "mid", QUICK, 700), ("mid", "fast", QUICK, 300), ("fast", "slow", QUICK, 500)) * 30
    known = measured(*seen)
    assert known.share(("slow", "slow2"), QUICK) == pytest.approx((0.9 + 0.5) / 2, abs=0.02)
    assert known.share(("slow", "mid"), QUICK) == pytest.approx(0.7, abs=0.02)
    assert known.share(("fast", "mid"), QUICK) == pytest.approx(0.3, abs=0.02)


def test_a_share_is_never_less_than_nothing() -> None:
    """Whatever the others did."""
    known = measured(("a", "b", QUICK, 1_000), ("a", "c", QUICK, 100), ("b", "c", QUICK, 0))
    assert known.share(("c", "c2"), QUICK) >= 0


def test_the_same_clock_counts_before_others() -> None:
    """An agent that answers at once does not take longer when it may; an unknown clock is like all known ones."""
    known = measured(("a", "b", QUICK, 500), ("a", "b", SLOW, 500))
    assert known.share(("a", "b"), QUICK) == pytest.approx(0.5)
    assert known.share(("a", "b"), SLOW) == pytest.approx(0.05)
    assert known.share(("a", "b"), Clock("hidden", 300)) == pytest.approx(0.275)


def test_turns_are_counted_by_board_and_options() -> None:
    """The same text with other options is another board."""
    known = measured(("a", "b", QUICK, 1), ("a", "b", SLOW, 1))
    assert known.turns(facts.HEADER.setup, facts.HEADER.options) == 10
    assert known.turns(facts.HEADER.setup, {}) is None


@pytest.mark.parametrize("end", ["absent", "abandoned"])
def test_matches_in_which_somebody_was_waited_for_say_nothing(end: Termination) -> None:
    """Their time is not the agents' thinking."""
    assert measured(("a", "b", QUICK, 60_000), end=end).matches == 0


def test_untimed_matches_tell_their_turns_alone() -> None:
    """There is no allowed time to take a part of."""
    known = measured(("a", "b", Clock("untimed"), 60_000))
    assert known.turns(facts.HEADER.setup, facts.HEADER.options) == 10
    assert known.share(("a", "b"), QUICK) is None
