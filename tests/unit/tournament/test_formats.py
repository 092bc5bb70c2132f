"""The round robin: complete, balanced at any time, and a pure function."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridarena_protocol.records import Clock, Rules
from gridarena_protocol.views import Plan, StartBoard
from gridarena_server.tournament.formats import Entrants, Met, round_robin, schedule


def plan(agents: int, boards: int = 1, clocks: int = 1, rounds: int = 1) -> Plan:
    return Plan(
        name="test",
        game="pebbles",
        format="round-robin",
        boards=tuple(StartBoard(f"b{n}", "5", {}) for n in range(boards)),
        clocks=tuple(Clock("hidden", 100 + n) for n in range(clocks)),
        rules=Rules(),
        agents=tuple(f"a{n}" for n in range(agents)),
        rounds=rounds,
    )


plans = st.builds(plan, st.integers(2, 9), st.integers(1, 4), st.integers(1, 3), st.integers(1, 2))


@given(plans)
def test_every_two_meet_on_every_board_with_every_clock(plan: Plan) -> None:
    """Each pair of agents meets exactly `rounds` times on each board with each clock."""
    count = Counter((m.pair, m.board, m.clock) for meetings in schedule(plan) for m in meetings)
    everything = {
        (two, board, clock)
        for two in combinations(sorted(plan.agents), 2)
        for board in range(len(plan.boards))
        for clock in range(len(plan.clocks))
    }
    assert set(count) == everything
    assert set(count.values()) == {plan.rounds}


@given(plans)
def test_nobody_meets_twice_in_a_round(plan: Plan) -> None:
    """A round asks each agent for one meeting at most; with an even number for exactly one."""
    for meetings in schedule(plan):
        busy = [agent for meeting in meetings for agent in meeting.agents]
        assert len(busy) == len(set(busy))
        assert len(plan.agents) - len(busy) == len(plan.agents) % 2


@given(plans, st.floats(0, 1))
def test_any_part_of_a_tournament_is_a_balanced_table(plan: Plan, share: float) -> None:
    """Wherever it stops, no two agents have met more than once more often than any other two."""
    rounds = list(schedule(plan))
    part = [meeting for meetings in rounds[: round(share * len(rounds))] for meeting in meetings]
    met = Counter(meeting.pair for meeting in part)
    times = [met[two] for two in combinations(sorted(plan.agents), 2)]
    assert max(times) - min(times) <= 1
    played = Counter(agent for meeting in part for agent in meeting.agents)
    turns = [played[agent] for agent in plan.agents]
    assert max(turns) - min(turns) <= 1


@given(plans)
def test_boards_take_turns(plan: Plan) -> None:
    """At the end of any lap, no board was used more than one lap more than any other."""
    circle_rounds = len(plan.agents) - 1 + len(plan.agents) % 2
    laps = list(schedule(plan))[::circle_rounds]
    for end in range(1, len(laps) + 1):
        used = Counter(meetings[0].board for meetings in laps[:end])
        assert max(used.values()) - min(used[board] for board in range(len(plan.boards))) <= 1


@given(st.integers(2, 12))
def test_each_agent_is_named_first_about_as_often_as_second(agents: int) -> None:
    """In one lap the two sides of an agent differ by two at most."""
    first = Counter(meeting.agents[0] for meetings in schedule(plan(agents)) for meeting in meetings)
    second = Counter(meeting.agents[1] for meetings in schedule(plan(agents)) for meeting in meetings)
    assert all(abs(first[agent] - second[agent]) <= 2 for agent in plan(agents).agents)


def test_the_next_round_depends_on_what_was_scheduled_alone() -> None:
    """Asked again after a restart, the format goes on where the log ends."""
    wanted = plan(4, boards=2)
    everybody = Entrants(wanted.agents)
    met: list[Met] = []
    rounds = []
    while left := round_robin(wanted, everybody, met):
        assert left == schedule(wanted)[len(rounds) :]
        rounds.append(left[0])
        met += [Met(len(rounds), meeting, (None, None)) for meeting in left[0]]
    assert tuple(rounds) == schedule(wanted)
    assert round_robin(wanted, everybody, met) is None


@pytest.mark.parametrize(("agents", "matches"), [(2, 2), (3, 6), (4, 12), (5, 20)])
def test_a_lap_has_a_pair_of_matches_for_every_two(agents: int, matches: int) -> None:
    """N agents make n * (n - 1) matches on a board."""
    assert 2 * sum(len(meetings) for meetings in schedule(plan(agents))) == matches
