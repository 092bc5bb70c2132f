"""The JSON shapes of reading commands; `docs/cli.md` lists every key and a test compares the two.

A shape is the view's dataclass as it stands, so that what a script reads is what the wire carries; the few keys added
here save scripts a computation.
"""

from collections.abc import Iterable
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from gridarena.ending import look, sentence
from gridarena_protocol.log import LogTable
from gridarena_protocol.records import Record, chain
from gridarena_protocol.teams import Team
from gridarena_protocol.views import (
    Crosstable,
    Entrants,
    Estimate,
    HostAct,
    Leaderboard,
    MatchesPage,
    Plan,
    Standing,
    Standings,
    TournamentView,
)
from gridarena_server.audit.audit import Verdict

if TYPE_CHECKING:  # the lab is slow to import, and most commands read without it
    from gridarena_lab.analysis import Analysis

Shape = dict[str, Any]


def leaderboard(board: Leaderboard) -> Shape:
    """The ratings of one game, best first."""
    return {"game": board.game, "rows": [standing(row) for row in board.rows]}


def standing(row: Standing) -> Shape:
    """One row of a table, with its score."""
    return {**asdict(row), "score": row.score}


def history(agent: str | None, page: MatchesPage, *, team: str | None = None) -> Shape:
    """Matches without their turns, newest first."""
    return {
        "agent": agent,
        "team": team,
        "matches": [match(record) for record in page.matches],
        "next_before": page.next_before,
    }


def match(record: Record) -> Shape:
    """A match as it is listed."""
    return {
        "match": record.header.match,
        "status": status(record),
        "header": asdict(record.header),
        "result": asdict(record.result) if record.result else None,
        "void": record.void,
        "why": sentence(record),
    }


def why(record: Record, name: str) -> Shape:
    """Why the match that was asked for by this name ended, and the command that shows where."""
    number, result = record.header.match, record.result
    return {"match": number, "status": status(record), "why": sentence(record), "see": look(name, result)}


def whole_match(record: Record) -> Shape:
    """A match with all its turns; `chain` says whether they hash to what the server stored and the seats were told."""
    return {
        **match(record),
        "turns": [asdict(turn) for turn in record.turns],
        "details": [asdict(detail) for detail in record.details],
        "reopenings": [asdict(reopening) for reopening in record.reopenings],
        "hashes": list(record.hashes),
        "chain": chain_holds(record),
    }


def one_turn(record: Record, turn: int, board: str | None) -> Shape:
    """One turn with its proposals (once the match is over) and the board after it."""
    details = [asdict(detail) for detail in record.details if detail.turn == turn]
    return {
        "match": record.header.match,
        "turn": asdict(record.turns[turn - 1]),
        "detail": details[0] if details else None,
        "board": board,
    }


def analysis(judged: "Analysis") -> Shape:
    """What every move cost; `costliest` holds turns, by seat and worst first."""
    costliest = [[scored.turn for scored in judged.costliest(seat)] for seat in (0, 1)]
    return {**asdict(judged), "costliest": costliest}


def tournament(view: TournamentView) -> Shape:
    """A tournament as it stands."""
    return asdict(view)


def tournament_table(standings: Standings, crosstable: Crosstable, entrants: Entrants) -> Shape:
    """A tournament with who is here, its table and its matrix; a cell's numbers index `agents`."""
    return {
        "tournament": asdict(standings.tournament),
        "entrants": [asdict(entrant) for entrant in entrants.agents],
        "rows": [standing(row) for row in standings.rows],
        "agents": list(crosstable.agents),
        "cells": [asdict(cell) for cell in crosstable.cells],
    }


def created(plan: Plan, costs: Estimate) -> Shape:
    """What a plan costs, and the seed by which its boards are drawn."""
    return {**asdict(costs), "seed": plan.seed}


def rerun(records: Iterable[Record], *, done: bool) -> Shape:
    """Matches that are void and played again, or would be."""
    return {"done": done, "matches": [match(record) for record in records]}


def log(acts: Iterable[HostAct]) -> Shape:
    """What was decided and noted, oldest first."""
    return {"log": [asdict(act) for act in acts]}


def verified(verdict: Verdict, source: str) -> Shape:
    """What was computed again; `difference` is null where all of it is as it was written."""
    first = verdict.first
    return {
        "ok": first is None,
        "source": source,
        "difference": None if first is None else {**asdict(first), "text": str(first)},
        "differing": verdict.differing,
        "matches": verdict.matches,
        "void": verdict.void,
        "live": verdict.live,
        "turns": verdict.turns,
        "unplayed": list(verdict.unplayed),
        "tables": [table(one) for one in verdict.tables],
    }


def table(computed: LogTable) -> Shape:
    """A tournament's standings, or (`tournament` is null) the ratings of a game."""
    rows = [standing(row) for row in computed.rows]
    return {"game": computed.game, "tournament": computed.tournament, "rows": rows}


def team(view: Team) -> Shape:
    """A team and the agents it has connected."""
    return asdict(view)


def demo(view: TournamentView, rows: tuple[Standing, ...], database: str) -> Shape:
    """How a demo ended; the database can be served and asked for everything else."""
    keys = ("agent", "elo", "played", "won", "drawn", "lost")
    table = [{key: getattr(row, key) for key in keys} for row in rows]
    return {
        "matches": view.matches,
        "finished": view.finished,
        "voided": view.voided,
        "leaderboard": table,
        "database": database,
    }


def status(record: Record) -> str:
    """`finished`, `void` or `live`."""
    if record.void is not None:
        return "void"
    return "finished" if record.result else "live"


def chain_holds(record: Record) -> bool:
    """True when header and turns hash to the stored chain, and the result's hash is its last link."""
    hashes = chain(record.header, record.turns)
    return hashes == list(record.hashes) and (record.result is None or record.result.hash == hashes[-1])
