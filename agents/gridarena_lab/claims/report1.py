"""Report 1: alpha-beta over all moves against random and greedy."""

from collections.abc import Sequence
from statistics import fmean

from gridarena_lab.claims.claim import Claim, Finding, Trial, too_few
from gridarena_lab.claims.judging import FEWEST, score_is
from gridarena_lab.experiment.games import Game
from gridarena_lab.experiment.wanted import Wanted
from gridarena_lab.report.summary import by

MATRIX = Trial(
    "report1-matrix",
    Wanted(
        agents=("report-minimax",), opponents=("random", "greedy"), boards=("empty-3x3", "easy-3x3"),
        budgets=("200n", "1000n", "3000n"), games=24, name="report 1: minimax against random and greedy",
    ),
    4.0,
    "empty and easy 3x3, 200, 1,000 and 3,000 nodes a turn",
)  # fmt: skip
DEPTH = Trial(
    "report1-depth",
    Wanted(
        agents=("report-minimax",), opponents=("random",), boards=("empty-3x3",), budgets=("0.1s",), games=6,
        name="report 1: depth at 0.1 s",
    ),
    1.0,
    "report-minimax against random, empty 3x3, 0.1 s a turn on this machine",
)  # fmt: skip


def claims() -> tuple[Claim, ...]:
    """In the report's order."""
    theirs = "empty and easy 3x3, 0.1/0.5/1/5 s, 5 games each"
    return (
        Claim(1, "minimax beats random in all but one cell", theirs, MATRIX, _all_but_one),
        Claim(1, "minimax beats greedy on empty", theirs, MATRIX, lambda games: _greedy(games, "empty-3x3", 1)),
        Claim(1, "minimax loses to greedy on easy", theirs, MATRIX, lambda games: _greedy(games, "easy-3x3", -1)),
        Claim(1, "minimax reaches depth 1 for most of a 3x3 game", theirs, DEPTH, _depth),
    )


def _all_but_one(games: Sequence[Game]) -> Finding:
    cells = {cell: one for cell, one in by(games, lambda game: game.cell).items() if cell.rival == "random"}
    if not cells or min(one.pairs for one in cells.values()) < FEWEST:
        return too_few(games)
    lost = sum(one.score <= 0.5 for one in cells.values())
    ours = (
        f"ahead in {len(cells) - lost} of {len(cells)} cells, {min(one.score for one in cells.values()):.0%} at worst"
    )
    if lost <= 1:
        return Finding(ours.replace("%", " %"), "held", "at most one cell is not won")
    return Finding(ours.replace("%", " %"), "not held", f"{lost} cells are not won")


def _greedy(games: Sequence[Game], board: str, sign: int) -> Finding:
    return score_is(
        games,
        lambda game: game.cell.rival == "greedy" and game.cell.board == board,
        sign,
        "it wins" if sign > 0 else "it loses",
    )


def _depth(games: Sequence[Game]) -> Finding:
    depths = [game.depth[0] for game in games if game.depth[0] is not None]
    if len(depths) < 4:
        return too_few(games)
    mean = fmean(depths)
    ours = f"mean depth {mean:.2f} in {len(depths)} games"
    if mean < 2:
        return Finding(ours, "held", "on average the second depth is not finished, though later turns go deeper")
    return Finding(ours, "not held", "most turns finish the second depth")
