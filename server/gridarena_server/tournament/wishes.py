"""What a seeker wants of a casual match, and what two of them can agree on."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from gridarena_games.base import StartPositions
from gridarena_protocol.messages import Seek
from gridarena_protocol.records import Clock
from gridarena_server.errors import Code, ServiceError
from gridarena_server.tournament.lobby import Member

ANY_CLOCK = Clock("hidden", 1000)
"""Played where neither seeker wants another one."""
LONGEST_MS = 10_000
"""Thinking time of a turn, at most: a casual match shall not keep a slot of the server for a day."""

Positions = Callable[[str], StartPositions | None]
"""A game's start positions by name."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A seek that makes sense."""

    member: Member
    standing: bool
    since_ns: int
    game: str = ""
    boards: tuple[str, ...] = ()
    """All the boards that would do."""
    options: Mapping[str, str] | None = None
    clock: Clock | None = None


@dataclass(frozen=True, slots=True)
class Terms:
    """What is played."""

    game: str
    boards: tuple[str, ...]
    """One of them."""
    options: Mapping[str, str]
    clock: Clock


def wish(member: Member, seek: Seek, positions: Positions, now_ns: int) -> Wish:
    """Reads a seek.

    Raises:
        ServiceError: it wants what there is not; the text says what there is.
    """
    if seek.standing:
        return Wish(member, True, now_ns)
    if seek.game not in member.games:
        raise ServiceError(Code.UNKNOWN_GAME, f"expected one of the agent's games ({', '.join(member.games)})")
    shipped = positions(seek.game)
    suite = shipped.suite if shipped is not None else ()
    if not suite:
        raise ServiceError(Code.BAD_START, f"{seek.game} has no start positions for casual matches")
    boards = tuple(dict.fromkeys(seek.boards))
    if any(board not in suite for board in boards):
        raise ServiceError(Code.BAD_START, f"casual matches are played on one of: {', '.join(suite)}")
    budget_ms = seek.clock.budget_ms if seek.clock is not None else 1
    if budget_ms is None or budget_ms > LONGEST_MS:
        raise ServiceError(Code.INVALID, f"casual matches have a clock of at most {LONGEST_MS // 1000} s a turn")
    return Wish(member, False, now_ns, seek.game, boards or suite, dict(seek.options), seek.clock)


def agreed(mine: Wish, other: Wish) -> Terms | None:
    """What both want, None where there is no such thing; at most one of the two may be a standing wish."""
    if mine.standing:
        mine, other = other, mine
    clock = mine.clock or other.clock or ANY_CLOCK
    options = mine.options or {}
    if other.standing:
        fits = mine.game in other.member.games
        return Terms(mine.game, mine.boards, options, clock) if fits else None
    boards = tuple(board for board in mine.boards if board in other.boards)
    same = mine.game == other.game and options == other.options and clock == (other.clock or clock)
    return Terms(mine.game, boards, options, clock) if same and boards else None
