"""What a plan costs before anybody says yes: matches, turns, hours.

How many turns a match can take is the game's secret and nothing here may name a game. So the board is asked: a few
random games are played through the Board protocol, with the game's own oracle judging, and the longest one times a
margin is taken as the most. Random play is a fair guide because it stumbles into condemned moves, which are what
makes a match longer than its empty cells; the margin covers agents that look for them. It is a bound by experience,
not a proof. The seed is fixed, so the same plan is always told the same figures.

Hours follow from the schedule: all matches side by side, as many as the bounds allow, or the busiest agent one after
the other, whichever takes longer.
"""

import random
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from gridarena_games.base import Board, Oracle
from gridarena_games.registry import find_game, find_oracle
from gridarena_protocol.records import Clock
from gridarena_protocol.views import Estimate, Plan, StartBoard
from gridarena_server.tournament.formats import Meeting, schedule

PLAYOUTS = 2
"""Random games per start position; the longest one counts."""
MARGIN = 2.0
"""How many times as many turns as in the longest random game a match is allowed for."""
LONGEST = 20_000
"""Turns after which a random game is given up; a guard against games that need not end."""
UNTIMED_TURN_MS = 1_000
"""What an untimed turn is taken to last."""
LEGS = 2


@dataclass(frozen=True, slots=True)
class Capacity:
    """What can be played at once."""

    matches: int
    """By everybody together."""
    slots: Mapping[str, int]
    """By agent; 1 for those that are not here yet."""


def random_turns(start: StartBoard, game: str) -> int:
    """Turns of the longest of a few random games from this position. Takes up to seconds: call it in a thread."""
    return _random_turns(game, start.setup, tuple(sorted(start.options.items())))


@lru_cache(maxsize=256)
def _random_turns(game: str, setup: str, options: tuple[tuple[str, str], ...]) -> int:
    factory = find_oracle(game)
    longest = 0
    for seed in range(PLAYOUTS):
        board = find_game(game).start(setup, dict(options))
        oracle = factory(board) if factory is not None else None
        longest = max(longest, _playout(board, oracle, random.Random(seed)))
    return longest


def _playout(board: Board, oracle: Oracle | None, rng: random.Random) -> int:
    turns = 0
    while board.outcome() is None and turns < LONGEST:
        moves = [] if board.forced_skip() else list(board.legal_moves())
        if moves:
            move = rng.choice(moves)
            question = board.question(move)
            board.push(move, oracle.answer(question) if oracle is not None and question is not None else None)
        elif board.forced_skip():
            board.push(None)
        else:
            break
        turns += 1
    return turns


def turn_ms(clock: Clock) -> int:
    """The longest a turn can take."""
    return UNTIMED_TURN_MS if clock.budget_ms is None else clock.budget_ms + clock.grace_ms


def estimate(plan: Plan, turns: Mapping[int, int], capacity: Capacity, pace: float | None) -> Estimate:
    """A plan's cost.

    Args:
        plan: what is to be played.
        turns: turns of a random game, by index of the plan's board.
        capacity: what can be played at once.
        pace: share of the allowed time that matches took so far; None when nothing was played yet.
    """
    meetings = [meeting for meetings in schedule(plan) for meeting in meetings]
    likely_s = _hours(meetings, plan, turns, capacity)
    most = {board: round(count * MARGIN) for board, count in turns.items()}
    most_s = _hours(meetings, plan, most, capacity)
    return Estimate(
        tournament=None,
        matches=LEGS * len(meetings),
        turns_most=sum(LEGS * most[meeting.board] for meeting in meetings),
        hours_most=most_s,
        hours_likely=most_s / 2 if pace is None else likely_s * pace,
    )


def _hours(meetings: Iterable[Meeting], plan: Plan, turns: Mapping[int, int], capacity: Capacity) -> float:
    busy_ms: Counter[str] = Counter()
    total_ms = 0
    for meeting in meetings:
        pair_ms = LEGS * turns[meeting.board] * turn_ms(plan.clocks[meeting.clock])
        total_ms += pair_ms
        for agent in meeting.agents:
            busy_ms[agent] += pair_ms
    slots = {agent: max(1, capacity.slots.get(agent, 1)) for agent in plan.agents}
    at_once = max(1, min(capacity.matches, sum(slots.values()) // 2))
    spans = [busy / slots[agent] for agent, busy in busy_ms.items()]
    return max([total_ms / at_once, *spans]) / 3_600_000
