"""What a plan costs before anybody says yes: matches, turns, hours.

How many turns a match can take is the game's secret and nothing here may name a game. So the board is asked: a few
random games are played through the Board protocol, with the game's own oracle judging, and the longest one times a
margin is taken as the most. Random play is a fair guide because it stumbles into condemned moves, which are what
makes a match longer than its empty cells; the margin covers agents that look for them. It is a bound by experience,
not a proof. The seed is fixed, so the same plan is always told the same figures.

The likely figures are those of earlier matches on these boards, with these clocks, by these agents, as far as there
were any (see ``measured``).

Hours follow from the schedule: all matches side by side, as many as the bounds allow, or the busiest agent one after
the other, whichever takes longer. The dispatcher comes within a few percent of that bound: it never keeps two agents
waiting that are free, and a round robin always has somebody else to play.
"""

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from gridarena_games.base import Board, Oracle
from gridarena_games.registry import find_game, find_oracle
from gridarena_protocol.records import Clock
from gridarena_protocol.views import Estimate, Plan, StartBoard
from gridarena_server.tournament.formats import Meeting, schedule
from gridarena_server.tournament.measured import Measurements, allowed_ms

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
    return allowed_ms(clock) or UNTIMED_TURN_MS


def estimate(plan: Plan, turns: Mapping[int, int], capacity: Capacity, measured: Measurements) -> Estimate:
    """A plan's cost.

    Args:
        plan: what is to be played.
        turns: turns of a random game, by index of the plan's board.
        capacity: what can be played at once.
        measured: what earlier matches were like; half of the most while there are none.
    """
    meetings = [meeting for meetings in schedule(plan) for meeting in meetings]
    most = {board: round(count * MARGIN) for board, count in turns.items()}
    most_h = _hours(meetings, plan, capacity, lambda one: most[one.board] * turn_ms(plan.clocks[one.clock]))
    likely = {board: _likely_turns(plan.boards[board], count, measured) for board, count in turns.items()}

    def likely_ms(one: Meeting) -> float:
        clock = plan.clocks[one.clock]
        share = measured.share(one.agents, clock)
        return likely[one.board] * turn_ms(clock) * (1.0 if share is None else share)

    return Estimate(
        tournament=None,
        matches=LEGS * len(meetings),
        turns_most=sum(LEGS * most[meeting.board] for meeting in meetings),
        hours_most=most_h,
        hours_likely=min(most_h, _hours(meetings, plan, capacity, likely_ms)) if measured.matches else most_h / 2,
        turns_likely=round(sum(LEGS * likely[meeting.board] for meeting in meetings)),
        measured=measured.matches,
    )


def _likely_turns(board: StartBoard, random_game: int, measured: Measurements) -> float:
    turns = measured.turns(board.setup, board.options)
    return random_game if turns is None else turns


def _hours(meetings: Iterable[Meeting], plan: Plan, capacity: Capacity, match_ms: Callable[[Meeting], float]) -> float:
    busy_ms: defaultdict[str, float] = defaultdict(float)
    total_ms = 0.0
    for meeting in meetings:
        pair_ms = LEGS * match_ms(meeting)
        total_ms += pair_ms
        for agent in meeting.agents:
            busy_ms[agent] += pair_ms
    slots = {agent: max(1, capacity.slots.get(agent, 1)) for agent in plan.agents}
    at_once = max(1, min(capacity.matches, sum(slots.values()) // 2))
    spans = [busy / slots[agent] for agent, busy in busy_ms.items()]
    return max([total_ms / at_once, *spans]) / 3_600_000
