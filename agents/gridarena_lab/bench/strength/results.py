"""The matches of a strength run, a line of JSON each, written as they end, so that an interrupted run can go on."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from gridarena_lab.bench.strength.schedule import Pair

LEFT_OUT = "left out"
VOID = "void"


@dataclass(frozen=True, slots=True)
class Game:
    """One match, from the measured agent's side."""

    mode: str
    rival: str
    time_ms: int
    board: str
    pair: int
    leg: int
    """0 or 1: the measured agent's seat."""
    setup: str
    score: float
    """1, 0.5 or 0."""
    points: tuple[int, int]
    """Own, the rival's."""
    termination: str
    """How it ended; :data:`LEFT_OUT`: the agent had lost before the first move; :data:`VOID`: the server gave up."""
    loser: str | None
    """Who ended it by doing what loses: "own" or "rival"; None where it was played to its end."""
    moves: tuple[str, ...]
    """In order; a forced pass is empty, a bomb ends in ``!``."""
    depth: float | None
    """The measured agent's own word, the mean of its turns."""
    first_ms: tuple[float, float] | None
    """From the opening of a turn to its own first proposal: the median and the longest."""
    fallbacks: tuple[int, int]
    """Turns, own and the rival's, in which the SDK's random first move counted: its machine was busy, or it crashed."""
    load: float
    """Of the machine when the match ended."""
    seconds: float

    @property
    def counts(self) -> bool:
        """False where nothing was played."""
        return self.termination not in (LEFT_OUT, VOID)


class Results:
    """What a file holds, and what is added to it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        self._gap = "\n" if text and not text.endswith("\n") else ""
        self.games = list(_read(text))
        self.played = Counter((game.mode, game.rival, game.time_ms) for game in self.games if game.counts)
        """Matches that count, by pairing."""

    def add(self, game: Game) -> None:
        """Keeps it, in the file first."""
        with self._path.open("a", encoding="utf-8") as file:
            file.write(self._gap + json.dumps(asdict(game)) + "\n")
        self._gap = ""
        self.games.append(game)
        self.played[game.mode, game.rival, game.time_ms] += game.counts

    def of(self, pair: Pair) -> dict[int, Game]:
        """The legs of a pair that are over."""
        return {game.leg: game for game in self.games if _is_of(game, pair)}

    def setups(self, pair: Pair) -> set[str]:
        """Where the other pairs of the pairing began."""
        key = pair.pairing.key
        return {game.setup for game in self.games if (game.mode, game.rival, game.time_ms) == key}


def _is_of(game: Game, pair: Pair) -> bool:
    return (game.mode, game.rival, game.time_ms, game.board, game.pair) == (*pair.pairing.key, pair.board, pair.number)


def _read(text: str) -> Iterator[Game]:
    """A run that was killed may have left half a line."""
    for line in text.splitlines():
        try:
            fields = json.loads(line)
        except ValueError:
            continue
        for name in ("points", "moves", "first_ms", "fallbacks"):
            fields[name] = None if fields[name] is None else tuple(fields[name])
        yield Game(**fields)
