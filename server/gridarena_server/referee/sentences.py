"""One sentence that says why a match ended; every loss has one."""

from gridarena_games.base import Outcome, Seat, Termination
from gridarena_protocol.records import MatchHeader, TurnRecord


def completed(header: MatchHeader, outcome: Outcome) -> str:
    """The sentence for a match that was played to its end."""
    first, second = outcome.points
    if outcome.winner is None:
        return f"{header.agents[0]} and {header.agents[1]} drew with {first} points each"
    won, lost = max(first, second), min(first, second)
    return f"{header.agents[outcome.winner]} won by points, {won} to {lost}"


def lost(header: MatchHeader, seat: Seat, termination: Termination, record: TurnRecord | None) -> str:
    """The sentence for a match that one seat lost by a rule of the referee."""
    who = header.agents[seat]
    if record is not None and termination == "missing":
        return f"{who} lost: no proposal in turn {record.turn} ({header.clock})"
    if record is not None:
        arrival = f"proposal {record.number}, {record.arrival_us / 1000:.1f} ms into the turn"
        what = {"illegal": "an illegal move", "taboo": "a taboo move"}[termination]
        return f"{who} lost by {what} in turn {record.turn}: {record.reason} ({arrival})"
    return {
        "resigned": f"{who} resigned",
        "abandoned": f"{who} lost: away for longer than {header.rules.away_ms / 1000:g} s in all",
        "absent": f"{who} did not come within {header.rules.join_ms / 1000:g} s",
    }[termination]
