"""An experiment in a terminal: a row for each cell, and what it means in a sentence."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rich.table import Table

from gridarena_cli.render.document import Sheet
from gridarena_cli.render.tables import sheet
from gridarena_lab.experiment.api import Games
from gridarena_lab.experiment.games import Game
from gridarena_lab.experiment.plan import Cell, Experiment
from gridarena_lab.statistics.interval import interval
from gridarena_lab.statistics.pairs import tally
from gridarena_lab.statistics.words import sentence

_WORDS = ("agent", "rival", "board", "budget")
_NUMBERS = ("games", "won", "drawn", "lost", "score", "95 %")


@dataclass(frozen=True, slots=True)
class Row:
    """One cell's games so far."""

    cell: Cell
    games: int
    won: int
    drawn: int
    lost: int
    score: float | None
    """The share of the points, draws as half; None: nothing is played."""
    low: float | None
    high: float | None
    """The 95 % interval of the score over pairs that are whole; None: there is none."""


def rows(plan: Experiment, games: Iterable[Game]) -> list[Row]:
    """Every cell, in the plan's order."""
    played: defaultdict[Cell, list[Game]] = defaultdict(list)
    for game in games:
        played[game.cell].append(game)
    return [_row(cell, played[cell]) for cell in plan.cells]


def table(games: Games) -> Table:
    """Cells as rows; what is the same in all of them is left out."""
    found = rows(games.plan, games)
    varying = [word for word in _WORDS if word == "agent" or len({getattr(row.cell, word) for row in found}) > 1]
    cells = [
        (
            *(getattr(row.cell, word) for word in varying),
            *map(str, (row.games, row.won, row.drawn, row.lost)),
            _share(row.score),
            "" if row.low is None or row.high is None else f"{_share(row.low)} - {_share(row.high)}",
        )
        for row in found
    ]
    return sheet(Sheet((*varying, *_NUMBERS), tuple(cells), frozenset(_NUMBERS)))


def ending(games: Games) -> str:
    """What it means, for a comparison; else how much of it there is."""
    plan = games.plan
    if plan.kind == "compare":
        return sentence(plan.cells[0].agent, plan.cells[0].rival, tally(pair_scores(games)), plan.stopping)
    why = " (the time is up; the same command goes on)" if games.end == "out of time" else ""
    return f"{len(games)} of {plan.games} games are played{why}."


def shape(games: Games) -> dict[str, Any]:
    """For `--json`."""
    plan = games.plan
    return {
        "folder": str(games.folder),
        "kind": plan.kind,
        "game": plan.game,
        "seed": plan.seed,
        "opening": plan.opening,
        "end": games.end,
        "games": {"finished": len(games), "most": plan.games},
        "cells": [
            {word: getattr(row.cell, word) for word in _WORDS}
            | {word: getattr(row, word) for word in ("games", "won", "drawn", "lost", "score", "low", "high")}
            for row in rows(plan, games)
        ],
        "sentence": ending(games),
    }


def pair_scores(games: Iterable[Game]) -> list[float]:
    """The points of every pair that is whole."""
    pairs: defaultdict[tuple[Cell, int], list[float]] = defaultdict(list)
    for game in games:
        pairs[game.cell, game.pair].append(game.score)
    return [sum(scores) for scores in pairs.values() if len(scores) == 2]


def _row(cell: Cell, games: Sequence[Game]) -> Row:
    scores = [game.score for game in games]
    pairs = pair_scores(games)
    low, high = interval(tally(pairs)) if pairs else (None, None)
    return Row(
        cell,
        len(games),
        won=scores.count(1.0),
        drawn=scores.count(0.5),
        lost=scores.count(0.0),
        score=sum(scores) / len(scores) if scores else None,
        low=low,
        high=high,
    )


def _share(value: float | None) -> str:
    return "" if value is None else f"{100 * value:.1f}"
