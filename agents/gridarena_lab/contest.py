"""What a driver is asked to play: two agents on one board, so many matches, seats swapped after each.

Both drivers build every match's header from here, so their records can differ in nothing but times.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from gridarena.agent import Agent
from gridarena.errors import FILE_EXIT, UNKNOWN_EXIT, USAGE_EXIT, ArenaError
from gridarena.resolve import find_agent, load_agent
from gridarena.running import LOGS, say
from gridarena_games.errors import GameError, InvalidSetupError, UnknownGameError
from gridarena_games.registry import default_game
from gridarena_protocol.records import Clock, MatchHeader, Record, Rules, TurnRecord
from gridarena_protocol.views import StartBoard

_NOT_IN_A_NAME = re.compile(r"[^a-z0-9._-]+")
LONGEST_NAME = 38
"""Characters of a label, with room for what tells two of a name apart."""


class ContestError(ArenaError):
    """A contest that cannot be played; the text is one line for a person."""

    def __init__(self, text: str, exit_code: int = USAGE_EXIT) -> None:
        super().__init__(text)
        self.exit_code = exit_code

    @classmethod
    def of(cls, error: ArenaError | GameError) -> "ContestError":
        """The same failure as an error that can travel between processes; a command ends with the same number."""
        match error:
            case ArenaError():
                return cls(str(error), error.exit_code)
            case UnknownGameError():
                return cls(str(error), UNKNOWN_EXIT)
            case InvalidSetupError():
                return cls(str(error), FILE_EXIT)
        return cls(str(error), ArenaError.exit_code)


@dataclass(frozen=True, slots=True)
class Entrant:
    """One of the two agents."""

    label: str
    agent: str | type[Agent]
    """Its address, or its class."""

    def make(self) -> Agent:
        """A fresh instance, in this process; whatever its module raises comes through.

        Raises:
            ArenaError: the address leads nowhere.
        """
        if not isinstance(self.agent, str):
            return self.agent()
        source = find_agent(self.agent)
        return load_agent(source)(**source.options)


@dataclass(frozen=True, slots=True)
class Contest:
    """Two agents, one board, one clock."""

    entrants: tuple[Entrant, Entrant]
    board: StartBoard
    clock: Clock
    game: str = field(default_factory=default_game)
    rules: Rules = field(default_factory=Rules)
    games: int = 2
    before: int = 0
    """So many matches of these two were played elsewhere: what is played here goes on behind them."""
    swap: bool = True
    """The second, fourth, ... match is played with the seats swapped."""
    fallback: bool = True
    """The SDK sends a random legal move when a turn opens (wire driver only)."""
    jobs: int = 1
    """So many matches are played at once (wire driver only)."""
    inline: bool = False
    """Both agents search in this process: prints and breakpoint() work (the direct driver always does)."""
    log_folder: Path | None = None
    """Where prints and tracebacks go, in a folder for each agent; None: the SDK's usual place."""

    @property
    def to_play(self) -> range:
        """The games of this contest by their place, from 0; a match's number is one more."""
        return range(self.before, self.before + self.games)

    def seated(self, game: int) -> tuple[Entrant, Entrant]:
        """The entrants of the 0th, 1st, ... match by seat."""
        first, second = self.entrants
        return (second, first) if self.swap and game % 2 else (first, second)

    def logs(self, entrant: Entrant) -> Path:
        """The entrant's own folder."""
        return (self.log_folder or Path(LOGS)) / entrant.label

    def admit(self, label: str, games: Iterable[str]) -> None:
        """An agent that says which games it plays has to play this one. Raises ContestError."""
        known = tuple(games)
        if known and self.game not in known:
            raise ContestError(f"{label} plays {', '.join(known)}, not {self.game}")

    def header(
        self, game: int, *, match: int | None = None, versions: Mapping[str, str], started_at: int
    ) -> MatchHeader:
        """What is fixed before the first turn of that match.

        Args:
            game: Its place in the contest.
            match: Its number; None: the place says it.
            versions: By label.
            started_at: UTC milliseconds.
        """
        seated = self.seated(game)
        return MatchHeader(
            match=game + 1 if match is None else match,
            game=self.game,
            setup=self.board.setup,
            options=self.board.options,
            clock=self.clock,
            rules=self.rules,
            agents=(seated[0].label, seated[1].label),
            versions=(versions[seated[0].label], versions[seated[1].label]),
            tournament=None,
            pairing=None,
            leg=game % 2 if self.swap else 0,
            attempt=1,
            rated=False,
            started_at=started_at,
            board=self.board.name,
        )


def _unheard(*news: object) -> None:
    """Nobody asked."""


@dataclass(frozen=True, slots=True)
class Report:
    """Who is told what happens; called on the driver's event loop, must not block."""

    say: Callable[[str], None] = say
    """Lines for the person whose agents play."""
    turn: Callable[[int, TurnRecord], None] = _unheard
    """A turn of a match is over and public."""
    match: Callable[[Record], None] = _unheard
    """A match is over."""


def entrants(first: str | type[Agent], second: str | type[Agent]) -> tuple[Entrant, Entrant]:
    """Both agents under labels that tell them apart.

    Raises:
        ArenaError: an address cannot be understood.
    """
    labels = [label(first), label(second)]
    if labels[0] == labels[1]:
        labels = [f"{labels[0]}-1", f"{labels[1]}-2"]
    return Entrant(labels[0], first), Entrant(labels[1], second)


def label(agent: str | type[Agent]) -> str:
    """A name from the address alone: no student code is loaded for it."""
    if isinstance(agent, str):
        source = find_agent(agent)
        place = agent.strip().partition("?")[0]
        readable = _NOT_IN_A_NAME.search(place.lower()) is None
        name = source.name or (place if readable else source.qualname or Path(source.place).stem)
    else:
        name = agent.name or agent.__qualname__.rpartition(".")[2]
    return _NOT_IN_A_NAME.sub("-", name.lower())[:LONGEST_NAME].strip("-._") or "agent"
