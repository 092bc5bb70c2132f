"""What `match` does: plays through the lab, which drives the server's own referee, and shows what became of it.

Kernels are compiled here first, the first time on a machine: the lab's server would do it in a thread, which Ctrl-C
could not interrupt. Matches that are over when somebody stops the others are in the log all the same.
"""

import sys
from collections import Counter
from contextlib import nullcontext, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

from gridarena.ending import look
from gridarena_cli import saved
from gridarena_cli.exits import CliError, Exit
from gridarena_cli.pacing import Meter, Pace
from gridarena_cli.render import contest as contest_view
from gridarena_cli.render import match as match_view
from gridarena_cli.render import shapes
from gridarena_cli.render.contest import Kept
from gridarena_cli.render.document import as_html, as_text
from gridarena_cli.render.tables import sheet
from gridarena_cli.terminal import note, plain, put_json, show
from gridarena_cli.writable import ensure_writable
from gridarena_kernels import solver
from gridarena_lab.contest import Report
from gridarena_lab.match import Driver
from gridarena_lab.match import match as play_match
from gridarena_protocol.records import Clock, Record
from gridarena_protocol.views import StartBoard

LOG_WRITERS = {".html": as_html, ".htm": as_html, ".txt": as_text}


@dataclass(frozen=True, slots=True)
class Contest:
    """What is to be played."""

    agents: tuple[str, str]
    boards: tuple[StartBoard, ...]
    game: str
    clock: Clock
    games: int
    driver: Driver
    inline: bool
    drawn: bool = True
    """Progress is drawn; not where somebody types."""
    swap: bool = True
    jobs: int = 1


class Played:
    """The matches that are over, each kept in a file."""

    def __init__(self) -> None:
        self._matches: list[Kept] = []
        self._before = 0

    def next_board(self) -> None:
        """What follows is counted behind what was played."""
        self._before = len(self._matches)

    def add(self, record: Record) -> Path:
        """Keeps a match under its number here; its file."""
        number = self._before + record.header.match
        file = saved.keep(record, number)
        self._matches.append(Kept(record, number, str(file)))
        return file

    def in_order(self) -> list[Kept]:
        """As they were begun, whatever ended first."""
        return sorted(self._matches, key=lambda kept: kept.number)


def play(contest: Contest, *, whole: bool, as_json: bool, log: Path | None = None) -> None:
    """Plays all matches and prints their end, or all of it.

    Raises:
        CliError: the log cannot be written.
    """
    if log is not None:
        _check(log)
    solver.warm()
    played = Played()
    try:
        with redirect_stdout(sys.stderr) if as_json else nullcontext():
            _play(contest, played)
    finally:
        matches = played.in_order()
        if log is not None and matches:
            _write(log, matches)
    records = [kept.record for kept in matches]
    if as_json:
        put_json({"matches": [shapes.whole_match(record) for record in records], "won": dict(wins(records))})
    else:
        _show(records, whole=whole)


def _play(contest: Contest, played: Played) -> None:
    clock, pace = contest.clock, Pace(contest.games * len(contest.boards))
    with Meter(pace, drawn=contest.drawn) as meter:

        def ended(record: Record) -> None:
            meter.ended(record.header.match)
            count = f"{pace}: " if pace.total > 1 else ""
            note(f"{count}{match_view.why(record)}; see: {look(played.add(record), record.result)}")

        report = Report(say=note, match=ended, turn=lambda match, turn: meter.turn(match, turn.turn))
        for board in contest.boards:
            played.next_board()
            play_match(
                *contest.agents,
                game=contest.game,
                board=board,
                time=None if clock.budget_ms is None else clock.budget_ms / 1000,
                revealed=clock.kind == "revealed",
                games=contest.games,
                swap=contest.swap,
                jobs=contest.jobs,
                driver=contest.driver,
                inline=contest.inline,
                report=report,
            )


def _show(records: list[Record], *, whole: bool) -> None:
    if whole:
        for record in records:
            show(*match_view.whole(record))
    else:
        show(match_view.board_text(records[-1], len(records[-1].turns)))
    show(sheet(contest_view.table(records)))
    won = wins(records)
    drawn = sum(record.result is not None and record.result.winner is None for record in records)
    parts = [f"{plain(agent)} won {count}" for agent, count in won.items()]
    note(", ".join([*parts, f"{drawn} drawn"]))


def wins(records: list[Record]) -> Counter[str]:
    """Won matches by label; who won none is named too."""
    won = Counter({agent: 0 for record in records for agent in record.header.agents})
    for record in records:
        if record.result is not None and record.result.winner is not None:
            won[record.header.agents[record.result.winner]] += 1
    return won


def _check(log: Path) -> None:
    """Says now what would be said after hours."""
    if log.suffix.lower() not in LOG_WRITERS:
        raise CliError(Exit.USAGE, f"expected a log that ends in .html or .txt, got {log}")
    ensure_writable(log, "the log")


def _write(log: Path, matches: list[Kept]) -> None:
    text = LOG_WRITERS[log.suffix.lower()](contest_view.log(matches))
    try:
        log.write_text(text, encoding="utf-8")
    except OSError as error:
        raise CliError(Exit.BAD_FILE, f"the log cannot be written to {log}: {error.strerror}") from None
    note(f"every turn of {len(matches)} matches is in {log}")
