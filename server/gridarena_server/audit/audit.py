"""The whole log, entry by entry; keeps the first line that differs and counts the matches that do.

What is held is a few numbers a match and the tables, whatever was played, so a log may be as long as it likes.
"""

from dataclasses import dataclass

from gridarena_protocol.log import LogEntry, LogHead, LogTable, StoredMatch
from gridarena_server.audit.difference import Difference, of_match
from gridarena_server.audit.ledger import Ledger
from gridarena_server.audit.replay import can_replay, replayed
from gridarena_server.audit.rows import Sound, UnsoundError, read
from gridarena_server.audit.tables import Counted, Tables
from gridarena_server.tournament.elo import Elo


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was computed again, and what differs."""

    matches: int
    """Read, live and void ones too."""
    turns: int
    void: int
    live: int
    tables: tuple[LogTable, ...]
    """Computed again."""
    first: Difference | None
    """In the order of the log: its matches as they ended, then facts that are missing, then the tables."""
    differing: int
    """Matches in which something differs."""
    unplayed: tuple[str, ...]
    """Games that are not installed here: their matches were not played again."""


class Audit:
    """Reads the log once, from its head to its end."""

    def __init__(self) -> None:
        self.head: LogHead | None = None
        self._decided: frozenset[int] = frozenset()
        self._served: list[LogTable] = []
        self._tables: Tables | None = None
        self._ledger = Ledger()
        self._first: Difference | None = None
        self._differing = 0
        self._replays: dict[str, bool] = {}
        self.matches = 0
        self.turns = 0
        self._void = 0
        self._live = 0

    def add(self, entry: LogEntry) -> None:
        """The next entry: the head, a table, or a match."""
        match entry:
            case LogHead():
                self.head = entry
                self._decided = frozenset(entry.decided)
            case LogTable():
                self._served.append(entry)
            case StoredMatch():
                found = self._match(entry)
                if found is not None:
                    self._differing += 1
                    self._first = self._first or found

    def verdict(self) -> Verdict:
        """After the last entry."""
        head, tables = self._headed(), self._folded()
        first = self._first
        if first is None and head.gap is not None:
            first = Difference(f"fact {head.gap.seq}", "", head.gap.expected, "none")
        return Verdict(
            matches=self.matches,
            turns=self.turns,
            void=self._void,
            live=self._live,
            tables=tuple(tables.all()),
            first=first or tables.difference(),
            differing=self._differing,
            unplayed=tuple(sorted(game for game, known in self._replays.items() if not known)),
        )

    def _match(self, stored: StoredMatch) -> Difference | None:
        self.matches += 1
        self.turns += len(stored.turns)
        until = self._headed().until
        void_seq = None if stored.void is None else stored.void.seq
        void = void_seq is not None and void_seq <= until
        self._void += void
        self._live += stored.ended is None
        try:
            sound = read(stored)
        except UnsoundError as unsound:
            return unsound.difference
        if sound.result is not None and stored.result is not None:
            self._folded().add(Counted(stored.result.seq, sound.header, sound.result), void_seq)
        twice = self._ledger.add(stored, void=void) if stored.ended is not None else None
        declared = stored.match in self._decided
        if sound.result is not None and declared != void:
            expected = "one, since the host declared it void" if declared else "none, for the host declared none"
            return of_match(stored.match, None, "void", expected, "one" if void else "none")
        return self._replayed(sound) or twice

    def _replayed(self, sound: Sound) -> Difference | None:
        game = sound.header.game
        if game not in self._replays:
            self._replays[game] = can_replay(game)
        return replayed(sound) if self._replays[game] else None

    def _headed(self) -> LogHead:
        if self.head is None:
            raise ValueError("expected the head of the log first")
        return self.head

    def _folded(self) -> Tables:
        if self._tables is None:
            head = self._headed()
            self._tables = Tables(Elo(head.elo_k, head.elo_start), self._served)
        return self._tables
