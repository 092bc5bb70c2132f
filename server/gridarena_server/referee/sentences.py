"""One sentence that says why a match ended: the rule, the turn, the proposal and its arrival; every loss has one.

The sentence is kept with the result, so that everybody reads the same one for ever. Which command shows more depends on
where it is read; whoever shows the sentence adds it.
"""

from gridarena_games.base import Outcome, Seat
from gridarena_protocol.records import MatchHeader, TurnRecord
from gridarena_server.referee.turn import OpenTurn

RULES = {"illegal": "an illegal move", "taboo": "a taboo move"}
"""What a seat did that lost it the match by a move."""


def completed(header: MatchHeader, outcome: Outcome, turns: int) -> str:
    """The sentence for a match that was played to its end; points are named where they made the difference."""
    first, second = outcome.points
    after = f"after {turns} turn{'s' * (turns != 1)}"
    if outcome.winner is None:
        points = f" with {first} points each" if first == second != 0 else ""
        return f"{header.agents[0]} and {header.agents[1]} drew{points} {after}"
    won, lost = outcome.points[outcome.winner], outcome.points[1 - outcome.winner]
    points = f" by points, {won} to {lost}," if won > lost else ""
    return f"{header.agents[outcome.winner]} won{points} {after}"


def missing(header: MatchHeader, turn: OpenTurn, record: TurnRecord) -> str:
    """The sentence for a turn that closed without a proposal that counts."""
    used = _ms(record.used_us)
    budget_ms = header.clock.budget_ms
    if budget_ms is None or record.used_us < budget_ms * 1000:
        how = f"it ended the turn itself, {used} into it, without one"
    else:
        how = f"none had arrived when the turn closed, {used} into it ({header.clock})"
    if turn.refused:
        how += f"; the last of {turn.refused} that were refused: {turn.refusal}"
    elif turn.was_away:
        how += "; its connection was down"
    return f"{header.agents[record.seat]} lost by no proposal in {_turn(record)}: {how}"


def forbidden(header: MatchHeader, record: TurnRecord, rule: str) -> str:
    """The sentence for a proposal that the rules forbid; ``rule`` is a key of :data:`RULES`."""
    which = f"proposal {record.number}, the last of {record.proposals}"
    arrival = f"{which}, {_ms(record.arrival_us)} into the turn"
    return f"{header.agents[record.seat]} lost by {RULES[rule]} in {_turn(record)}: {record.reason} ({arrival})"


def resigned(header: MatchHeader, seat: Seat, turn: int) -> str:
    """The sentence for a seat that gave up."""
    return f"{header.agents[seat]} resigned in turn {turn}"


def abandoned(header: MatchHeader, seat: Seat, turn: int, *, after_restart: bool) -> str:
    """The sentence for a seat that went away; ``after_restart``: it had time to come back to a restarted server."""
    who, rules = header.agents[seat], header.rules
    lost = f"{who} lost by staying away in turn {turn}"
    if after_restart:
        return f"{lost}: it did not come back within {rules.join_ms / 1000:g} s of the server's restart"
    if rules.away_ms == 0:
        return f"{lost}: it was not connected, and this match waits for nobody"
    return f"{lost}: the match had waited for it for {rules.away_ms / 1000:g} s in all, which is the limit"


def absent(header: MatchHeader, seat: Seat) -> str:
    """The sentence for a seat that never came; such a match is not rated."""
    return f"{header.agents[seat]} lost by not coming within {header.rules.join_ms / 1000:g} s; the match is not rated"


def _turn(record: TurnRecord) -> str:
    return f"turn {record.turn}" if record.attempt == 1 else f"turn {record.turn} (attempt {record.attempt})"


def _ms(microseconds: int) -> str:
    return f"{microseconds / 1000:.1f} ms"
