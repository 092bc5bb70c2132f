"""Boards drawn for each two agents: as many as wished, evenly for everybody, and nobody's business but theirs."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from gridarena_protocol.views import Plan
from gridarena_server.tournament.draw import boards_of
from gridarena_server.tournament.formats import Entrants, Met, round_robin, schedule
from support.floor import plan as base


def plan(agents: int, boards: int, drawn: int, seed: int = 0, *, clocks: int = 1) -> Plan:
    names = tuple(f"a{n}" for n in range(agents))
    return base(*names, boards=boards, clocks=clocks, boards_per_pairing=min(drawn, boards), seed=seed)


plans = st.builds(plan, st.integers(2, 12), st.integers(1, 12), st.integers(1, 6), st.integers(0, 99))


@given(plans, st.integers(1, 2))
def test_every_two_meet_on_as_many_boards_as_wished(plan: Plan, clocks: int) -> None:
    """Each of theirs once with each clock."""
    plan = replace(plan, clocks=plan.clocks * clocks)
    met = Counter((m.pair, m.board, m.clock) for meetings in schedule(plan) for m in meetings)
    assert set(met.values()) == {1}
    boards: dict[object, set[int]] = {}
    for pair, board, _ in met:
        boards.setdefault(pair, set()).add(board)
    assert set(boards) == set(combinations(sorted(plan.agents), 2))
    assert {len(one) for one in boards.values()} == {plan.drawn}
    assert len(met) == len(boards) * plan.drawn * clocks


@given(plans)
def test_everybody_plays_every_board_about_equally_often(plan: Plan) -> None:
    """An agent's own counts differ by three at most, however many rivals it has."""
    played = Counter((agent, m.board) for meetings in schedule(plan) for m in meetings for agent in m.agents)
    for agent in plan.agents:
        counts = [played[agent, board] for board in range(len(plan.boards))]
        assert max(counts) - min(counts) <= 3


def test_a_class_plays_every_board_about_equally_often() -> None:
    """60 agents, 4 of 12 boards for each two: 590 pairs a board, within three percent."""
    wanted = plan(60, 12, 4, seed=5)
    used = Counter(meeting.board for meetings in schedule(wanted) for meeting in meetings)
    assert sum(used.values()) == 1770 * 4
    assert max(used.values()) / min(used.values()) < 1.03


@given(plans, st.integers(0, 20), st.integers(0, 20))
def test_a_draw_depends_on_the_seed_and_the_two(plan: Plan, one: int, other: int) -> None:
    """Whoever else takes part; and it is the same at every asking."""
    more = replace(plan, agents=(*plan.agents, "late"))
    assert boards_of(plan, one, other) == boards_of(more, one, other) == boards_of(plan, other, one)


def test_another_seed_is_another_draw() -> None:
    """Otherwise the seed would be for show."""
    assert len({schedule(plan(8, 12, 3, seed)) for seed in range(10)}) == 10


@given(plans, st.integers(1, 3), st.data())
def test_newcomers_meet_everybody_and_change_nobodys_boards(plan: Plan, late: int, data: st.DataObject) -> None:
    """At any moment of the scheduling; whoever is withdrawn gets no further meeting."""
    rounds = schedule(plan)
    done = rounds[: data.draw(st.integers(0, len(rounds)))]
    met = [Met(1, meeting, (None, None)) for meetings in done for meeting in meetings]
    everybody = (*plan.agents, *(f"late{n}" for n in range(late)))
    left = round_robin(plan, Entrants(everybody), met) or ()
    meetings = [meeting for meetings in (*done, *left) for meeting in meetings]
    assert len(meetings) == len(everybody) * (len(everybody) - 1) // 2 * plan.drawn
    before = {(m.pair, m.board) for meetings in rounds for m in meetings}
    assert before <= {(m.pair, m.board) for m in meetings}
    gone = plan.agents[0]
    for meetings in round_robin(plan, Entrants(everybody, frozenset({gone})), met) or ():
        assert all(gone not in meeting.agents for meeting in meetings)
