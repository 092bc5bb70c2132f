"""The games themselves, for whoever wants to count again: CSV for spreadsheets, JSON lines for programs."""

import csv
import io
import json
from collections.abc import Iterable

from gridarena_lab.experiment.games import Game

COLUMNS = (
    "number",
    "agent",
    "rival",
    "board",
    "budget",
    "pair",
    "leg",
    "score",
    "points",
    "rival_points",
    "termination",
    "loser",
    "reason",
    "turns",
    "depth",
    "rival_depth",
    "nodes",
    "rival_nodes",
    "load",
    "seconds",
)
"""Of the table, and the keys of the JSON lines; ``leg`` 0: the agent had the first seat."""
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def csv_of(games: Iterable[Game]) -> str:
    """A row a game; what a spreadsheet would take for a formula gets an apostrophe."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(COLUMNS)
    table.writerows([_harmless(value) for value in _values(game)] for game in games)
    return text.getvalue()


def json_lines_of(games: Iterable[Game]) -> str:
    """An object a game, one a line."""
    return "".join(f"{json.dumps(dict(zip(COLUMNS, _values(game), strict=True)))}\n" for game in games)


def _values(game: Game) -> tuple[str | float | None, ...]:
    cell = game.cell
    return (
        game.number,
        cell.agent,
        cell.rival,
        cell.board,
        cell.budget,
        game.pair,
        game.leg,
        game.score,
        *game.points,
        game.termination,
        game.loser,
        game.reason,
        game.turns,
        *game.depth,
        *game.nodes,
        game.load,
        game.seconds,
    )


def _harmless(value: str | float | None) -> str | float | None:
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
