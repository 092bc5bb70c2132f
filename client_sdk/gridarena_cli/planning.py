"""From the words of `tournament create` to a plan; whatever is wrong with them is said before a server is asked."""

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import cast, get_args

from gridarena.boards import meant_game, start_boards
from gridarena.resolve import find_agent
from gridarena_cli.exits import CliError, Exit
from gridarena_games.errors import InvalidSetupError
from gridarena_games.registry import find_game
from gridarena_protocol.records import Clock, ClockKind, IllegalRule, Rules
from gridarena_protocol.teams import HOUSE, Team
from gridarena_protocol.views import Plan, StartBoard

NEW_SEEDS = 1_000_000
"""A seed that nobody named is below this: short enough to be typed again."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What the host typed."""

    game: str
    boards: tuple[str, ...]
    options: tuple[str, ...]
    times_s: tuple[float, ...]
    clock: str
    agents: tuple[str, ...] | None
    rounds: int
    boards_per_pairing: int
    seed: int | None
    """None: one is drawn where it matters."""
    concurrency: int
    illegal: str
    away_s: float
    join_s: float
    allow_updates: bool
    name: str | None


def plan(wish: Wish, teams: Iterable[Team]) -> Plan:
    """The plan that was wished for; where none are named, everybody plays who has connected, may still and can.

    Raises:
        CliError: words that mean nothing.
        GameError: a board that cannot be read.
    """
    agents = entrants(wish, teams)
    if len(agents) < 2:
        raise CliError(Exit.USAGE, f"expected at least two agents, got {', '.join(agents) or 'none'}: {_advice(wish)}")
    boards = read_boards(wish.game, wish.boards, wish.options)
    if wish.boards_per_pairing > len(boards):
        raise CliError(
            Exit.USAGE,
            f"expected at most {len(boards)} --boards-per-pairing, as many as there are boards, "
            f"got {wish.boards_per_pairing}",
        )
    return Plan(
        name=wish.name or f"{wish.game} round robin",
        game=wish.game,
        format="round-robin",
        boards=boards,
        clocks=clocks(wish.clock, wish.times_s),
        rules=Rules(
            illegal=cast(IllegalRule, _one_of("--illegal", wish.illegal, get_args(IllegalRule))),
            away_ms=round(wish.away_s * 1000),
            join_ms=round(wish.join_s * 1000),
        ),
        agents=agents,
        rounds=wish.rounds,
        concurrency=wish.concurrency,
        boards_per_pairing=wish.boards_per_pairing,
        seed=secrets.randbelow(NEW_SEEDS) if wish.seed is None else wish.seed,
        allow_updates=wish.allow_updates,
    )


def entrants(wish: Wish, teams: Iterable[Team]) -> tuple[str, ...]:
    """Who is to play: the named ones, or all but the house's that do not say they play other games only."""
    known = {
        agent: games
        for team in teams
        if not team.removed and (team.name != HOUSE or wish.agents is not None)
        for agent, games in zip(team.agents, team.games or ((),) * len(team.agents), strict=False)
    }
    if wish.agents is None:
        return tuple(agent for agent, games in known.items() if not games or wish.game in games)
    named = tuple(name.strip() for name in wish.agents if name.strip())
    for agent in named:
        games = known.get(agent, ())
        if games and wish.game not in games:
            raise CliError(Exit.USAGE, f"{agent} plays {', '.join(games)}, not {wish.game}")
    return named


def game_of(game: str | None, names: Iterable[str], pairs: Iterable[str] = ()) -> str:
    """The game that was named, else the one the start positions are of."""
    return game or meant_game(names, game_options(pairs))


def read_boards(game: str, names: Sequence[str], pairs: Iterable[str]) -> tuple[StartBoard, ...]:
    """Start positions by name or file (``suite``: all that are shipped), each tried by the game's own rules."""
    rules, options = find_game(game), game_options(pairs)
    boards = start_boards(rules.name, names, options)
    for board in boards:
        try:
            rules.start(board.setup, board.options)
        except InvalidSetupError as error:
            raise InvalidSetupError(f"board {board.name}: {error}") from error
    return boards


def game_options(pairs: Iterable[str]) -> dict[str, str]:
    """`mode=classic` and the like."""
    options = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not (key and equals):
            raise CliError(Exit.USAGE, f"expected --option KEY=VALUE, got {pair!r}")
        options[key] = value
    return options


def person_plays(first: str, second: str, jobs: int) -> bool:
    """True when somebody at this terminal plays: then a turn has no clock unless one is asked for, and matches queue.

    Raises:
        CliError: two persons, or several matches at once.
        ArenaError: an address cannot be understood.
    """
    persons = [find_agent(address).present for address in (first, second)].count(True)
    if persons > 1 or (persons and jobs > 1):
        raise CliError(Exit.USAGE, "there is one terminal: expected one human, and one match after the other")
    return persons == 1


def clocks(kind: str, times_s: Iterable[float]) -> tuple[Clock, ...]:
    """One clock per thinking time."""
    known = cast(ClockKind, _one_of("--clock", kind, get_args(ClockKind)))
    times = tuple(times_s)
    if known == "untimed":
        if times:
            raise CliError(Exit.USAGE, "an untimed clock takes no --time")
        return (Clock("untimed"),)
    for time_s in times:
        if not 0.001 <= time_s <= 3600:
            raise CliError(Exit.USAGE, f"expected --time from 0.001 to 3600 seconds, got {time_s:g}")
    return tuple(Clock(known, round(time_s * 1000)) for time_s in times or (1.0,))


def _one_of(option: str, word: str, known: tuple[str, ...]) -> str:
    if word not in known:
        raise CliError(Exit.USAGE, f"expected {option} {', '.join(known[:-1])} or {known[-1]}, got {word!r}")
    return word


def _advice(wish: Wish) -> str:
    if wish.agents is None:
        return "no others have connected to this server yet; start them first or name them with --agents A,B"
    return "name them with --agents A,B"
