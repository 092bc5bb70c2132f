"""The estimate against the real scheduler and dispatcher in virtual time."""

import random
from dataclasses import replace

import pytest

from gridarena_protocol.views import Plan
from gridarena_server.tournament.estimate import MARGIN, Capacity, estimate, turn_ms
from gridarena_server.tournament.legs import Leg
from gridarena_server.tournament.measured import Measurements
from support.floor import plan
from support.simulation import Habits, run


def habits(wanted: Plan, seed: int) -> Habits:
    """Agents from quick to thorough, boards from short to long."""
    rng = random.Random(seed)
    return Habits(
        wanted,
        shares={agent: rng.uniform(0.1, 0.95) for agent in wanted.agents},
        turns={board: rng.randrange(30, 90) for board in range(len(wanted.boards))},
        overhead_ms=80,
        rng=rng,
    )


def practice(them: Habits) -> Measurements:
    """What is known after everybody has met four others on every board."""
    known, agents = Measurements(), them.plan.agents
    for number, agent in enumerate(agents):
        for further in (1, 2):
            pair = (agent, agents[(number + further) % len(agents)])
            for match in run(replace(them.plan, agents=pair, boards_per_pairing=0), 1, them.lasts).matches:
                known.add(match)
    return known


@pytest.mark.timeout(120)
def test_sixty_teams_take_as_long_as_was_foretold() -> None:
    """Within ten percent: 3,540 matches, 14 at once, an agent one at a time."""
    teams = tuple(f"team{n:02d}" for n in range(60))
    wanted = plan(*teams, boards=6, boards_per_pairing=1, seed=3)
    them = habits(wanted, seed=60)
    known = practice(them)
    told = estimate(wanted, dict.fromkeys(range(6), 999), Capacity(14, {}), known)
    took = run(wanted, 14, them.lasts)
    assert told.matches == len(took.matches) == 3540
    assert told.hours_likely == pytest.approx(took.hours, rel=0.10)
    assert told.turns_likely == pytest.approx(sum(match.result.turns for match in took.matches), rel=0.10)


@pytest.mark.parametrize(
    ("agents", "at_once", "slots"), [(2, 8, 1), (3, 8, 1), (5, 2, 1), (8, 3, 1), (12, 6, 1), (12, 4, 2), (13, 20, 3)]
)
def test_the_most_is_what_it_takes_when_every_turn_is_used_up(agents: int, at_once: int, slots: int) -> None:
    """Whatever bounds it: the agents' slots, the matches at once, or an odd number of agents."""
    names = tuple(f"a{n}" for n in range(agents))
    wanted = plan(*names, boards=3, clocks=2)
    turns = {0: 20, 1: 31, 2: 45}

    def lasts(leg: Leg) -> tuple[int, int]:
        count = round(turns[leg.pairing.board] * MARGIN)
        return count, count * turn_ms(wanted.clocks[leg.pairing.clock])

    told = estimate(wanted, turns, Capacity(at_once, dict.fromkeys(names, slots)), Measurements())
    took = run(wanted, at_once, lasts, slots)
    assert took.hours == pytest.approx(told.hours_most, rel=0.10)
    assert took.hours >= told.hours_most * 0.999
