"""What the Records and Admin services are asked and answer, as plain dataclasses."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from gridarena_games.base import Termination
from gridarena_protocol.records import Clock, MatchResult, Record, Rules, TurnRecord

TournamentStatus = Literal["created", "running", "paused", "finished", "aborted"]
MatchStatus = Literal["live", "finished", "void"]


@dataclass(frozen=True, slots=True)
class StartBoard:
    """A named start position in the game's own text."""

    name: str
    setup: str
    options: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything a tournament is made of."""

    name: str
    game: str
    format: str
    boards: tuple[StartBoard, ...]
    clocks: tuple[Clock, ...]
    rules: Rules
    agents: tuple[str, ...]
    rounds: int = 1
    """Pairs per pairing of agents, board and clock."""
    concurrency: int = 0
    """Matches at once; 0 leaves it to the server's bound."""
    boards_per_pairing: int = 0
    """How many of the boards each two agents meet on, drawn by the seed; 0 means all."""
    seed: int = 0
    """Of the draw."""
    allow_updates: bool = False
    """Whether an agent may go on with another version than it began with."""

    @property
    def drawn(self) -> int:
        """How many boards each two agents meet on."""
        return min(self.boards_per_pairing or len(self.boards), len(self.boards))


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a plan costs."""

    tournament: int | None
    """Set once created."""
    matches: int
    turns_most: int
    hours_most: float
    """Every turn uses its whole budget."""
    hours_likely: float
    """As measured in the server's finished matches, where there are any, else half of the most."""
    turns_likely: int = 0
    measured: int = 0
    """How many finished matches the likely figures rest upon."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One row of a leaderboard or of a tournament's table."""

    rank: int
    agent: str
    elo: float
    played: int
    won: int
    drawn: int
    lost: int
    points: int
    """Game points made."""

    @property
    def score(self) -> float:
        """Won matches plus half the drawn ones."""
        return self.won + self.drawn / 2


@dataclass(frozen=True, slots=True)
class TournamentView:
    """A tournament as it stands."""

    id: int
    name: str
    game: str
    status: TournamentStatus
    agents: tuple[str, ...]
    """Those that take part; not those that were withdrawn."""
    missing: tuple[str, ...]
    """Agents that are not in the lobby now."""
    held: tuple[str, ...]
    """Agents that are here with another version than they began with, and get no match until the host allows it."""
    matches: int
    finished: int
    live: int
    voided: int


PresenceKind = Literal["here", "missing", "held", "silent", "withdrawn"]


@dataclass(frozen=True, slots=True)
class Entrant:
    """One agent of a tournament: whether it is here, and how far it has come."""

    agent: str
    presence: PresenceKind
    """held: here with a version it may not play with; silent: in the lobby, but does not come to its matches."""
    seen_at: int | None
    """UTC milliseconds; None: not since the server started."""
    waited_ms: int | None
    """How much longer a missing agent is waited for; None while nobody waits."""
    version: str
    """With which it is here; empty when it is not."""
    frozen: str
    """With which it has to play; empty while any will do."""
    finished: int
    live: int
    unplayed: int


@dataclass(frozen=True, slots=True)
class Entrants:
    """The agents of a tournament, in the order in which they entered."""

    tournament: TournamentView
    agents: tuple[Entrant, ...]


@dataclass(frozen=True, slots=True)
class CrosstableCell:
    """Results of the row's agent against the column's."""

    row: int
    column: int
    won: int
    drawn: int
    lost: int


@dataclass(frozen=True, slots=True)
class ServerInfo:
    """The server's present state."""

    version: str
    protocol: int
    games: tuple[str, ...]
    connected: tuple[str, ...]
    live_matches: int
    now: int
    """UTC milliseconds."""
    draining: bool


MatchEvent = Record | TurnRecord | MatchResult | str
"""Of WatchMatch: the snapshot, then turns, at last the result, or the reason of a void."""


@dataclass(frozen=True, slots=True)
class TournamentEvent:
    """Of WatchTournament; each one replaces the one before."""

    tournament: TournamentView
    standings: tuple[Standing, ...]
    live: tuple[Record, ...]
    """Without turns."""


@dataclass(frozen=True, slots=True)
class LeaderboardQuery:
    """Asks for the ratings of one game, of everything or of one tournament."""

    game: str
    tournament: int | None = None


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """The ratings of one game."""

    game: str
    rows: tuple[Standing, ...]


@dataclass(frozen=True, slots=True)
class Standings:
    """A tournament and its table."""

    tournament: TournamentView
    rows: tuple[Standing, ...]


@dataclass(frozen=True, slots=True)
class Crosstable:
    """A tournament's agent x agent matrix; cells without a match are left out."""

    tournament: TournamentView
    agents: tuple[str, ...]
    cells: tuple[CrosstableCell, ...]


@dataclass(frozen=True, slots=True)
class MatchesQuery:
    """Asks for matches, newest first; None means any."""

    tournament: int | None = None
    agent: str | None = None
    termination: Termination | None = None
    status: MatchStatus | None = None
    before: int | None = None
    """Only matches with a smaller id: the cursor of the page before."""
    limit: int = 100
    """1 to 1,000."""
    team: str | None = None
    """Of any of its agents."""


@dataclass(frozen=True, slots=True)
class MatchesPage:
    """Some matches, newest first, without turns."""

    matches: tuple[Record, ...]
    next_before: int | None = None
    """What to ask for next; None when there is no more."""


@dataclass(frozen=True, slots=True)
class VoidRequest:
    """Asks that a match shall not count."""

    match: int
    reason: str


@dataclass(frozen=True, slots=True)
class RerunRequest:
    """Asks that finished matches are void and played again: those that fit everything that is set."""

    tournament: int
    reason: str
    lost_by: Termination | None = None
    agent: str | None = None
    """Who lost."""
    matches: tuple[int, ...] = ()
    """Only these; empty means any."""
    dry_run: bool = False
    """Only says which ones it would be."""


@dataclass(frozen=True, slots=True)
class EnterRequest:
    """Asks that agents enter a tournament; one that was withdrawn comes back."""

    tournament: int
    agents: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WithdrawRequest:
    """Asks that an agent plays no further match of a tournament."""

    tournament: int
    agent: str
    void_results: bool = False
    """Also the matches it has finished shall not count."""


@dataclass(frozen=True, slots=True)
class AllowRequest:
    """Asks that an agent plays on with another version than it began with."""

    tournament: int
    agent: str
    version: str | None = None
    """None: the one with which it is here now."""


@dataclass(frozen=True, slots=True)
class HostAct:
    """Something the host did, or the server noted for him."""

    kind: str
    text: str
    at: int
    """UTC milliseconds."""
    tournament: int | None
    match: int | None
    agent: str | None
    version: str | None
