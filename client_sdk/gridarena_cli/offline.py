"""What `match` does: plays through the lab, which drives the server's own referee, and shows what became of it.

Kernels are compiled here first, the first time on a machine: the lab's server would do it in a thread, which Ctrl-C
could not interrupt.
"""

import sys
from collections import Counter
from contextlib import nullcontext, redirect_stdout
from dataclasses import dataclass

from gridarena.ending import look
from gridarena_cli import saved
from gridarena_cli.render import match as match_view
from gridarena_cli.render import shapes
from gridarena_cli.terminal import note, plain, put_json, show
from gridarena_kernels import solver
from gridarena_lab.contest import Report
from gridarena_lab.match import Driver
from gridarena_lab.match import match as play_match
from gridarena_protocol.records import Clock, Record
from gridarena_protocol.views import StartBoard


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


def play(contest: Contest, *, whole: bool, as_json: bool) -> None:
    """Plays all matches and prints their end, or all of it."""
    solver.warm()
    clock = contest.clock
    records: list[Record] = []

    def ended(record: Record) -> None:
        records.append(record)
        note(f"{match_view.why(record)}; see: {look(saved.keep(record, len(records)), record.result)}")

    report = Report(say=note, match=ended)
    with redirect_stdout(sys.stderr) if as_json else nullcontext():
        for board in contest.boards:
            play_match(
                *contest.agents,
                game=contest.game,
                board=board,
                time=None if clock.budget_ms is None else clock.budget_ms / 1000,
                revealed=clock.kind == "revealed",
                games=contest.games,
                driver=contest.driver,
                inline=contest.inline,
                report=report,
            )
    if as_json:
        put_json({"matches": [shapes.whole_match(record) for record in records], "won": dict(wins(records))})
        return
    if whole:
        for record in records:
            show(*match_view.whole(record))
    else:
        show(match_view.board_text(records[-1], len(records[-1].turns)))
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
