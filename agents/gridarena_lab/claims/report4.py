"""Report 4: Dots and Boxes. Its n x n counts dots; ours counts boxes, one fewer each way."""

from collections.abc import Sequence

from gridarena_lab.claims.claim import Claim, Finding, Trial, too_few
from gridarena_lab.claims.judging import seat_share
from gridarena_lab.claims.probes import best_first_moves, playouts_cost, value_of_four_boxes
from gridarena_lab.experiment.games import Game
from gridarena_lab.experiment.wanted import Wanted
from gridarena_lab.report.figures import percent, span
from gridarena_lab.statistics.interval import interval
from gridarena_lab.statistics.pairs import score, tally

THEIRS = 0.353
RULES = Trial(
    "report4-random",
    Wanted(
        agents=("random",), opponents=("random",), boards=("3x3",), budgets=("untimed",), games=600, kind="compare",
        name="report 4: random against random",
    ),
    1.5,
    "random against random on 3x3 boxes",
)  # fmt: skip
SLIP = Trial(
    "report4-alternate",
    Wanted(
        agents=("random",), opponents=("random",), boards=("3x3",), budgets=("untimed",), games=600, kind="compare",
        options={"turns": "alternate"}, name="report 4: random against random without the extra turn",
    ),
    1.5,
    "the same without the extra turn (turns=alternate)",
)  # fmt: skip
SECOND = Trial(
    "report4-second",
    Wanted(
        agents=("alphabeta",), opponents=("random",), boards=("2x2",), budgets=("untimed",), games=100, kind="compare",
        name="report 4: alpha-beta against random",
    ),
    1.5,
    "alphabeta against random on 2x2 boxes",
)  # fmt: skip


def claims() -> tuple[Claim, ...]:
    """In the report's order."""
    return (
        Claim(4, "random against random ends 353:647", "4x4 dots, 1,000 games", RULES, _first_seat),
        Claim(4, "the missing extra turn explains 353:647", "4x4 dots, 1,000 games", SLIP, _first_seat),
        Claim(4, "alpha-beta from the second seat makes 85:15 against random", "3x3 dots, 100 games", SECOND, _second),
        Claim(4, "3x3 dots are worth 0 under best play", "alpha-beta",
              probe=value_of_four_boxes, conditions="solved exactly, 2x2 boxes"),
        Claim(4, "pure Monte Carlo with 1,000 games takes 8.1 times as long as with 100", "3x3 dots, first move",
              probe=playouts_cost, conditions="first move on 2x2 boxes, processor time, best of 5"),
        Claim(4, "1k, 10k and 50k games find three different best first moves", "5x5 dots",
              probe=best_first_moves, conditions="first move on 4x4 boxes, 1,000 games, ten seeds"),
        Claim(4, "alpha-beta takes 165 us on 2x2 dots, 7.96 s on 3x3; cut-off 5 takes 97 ms to 3.52 s", "one machine",
              impossible="times of another machine and another program: `poe dots-report` prints ours as ratios"),
    )  # fmt: skip


def _first_seat(games: Sequence[Game]) -> Finding:
    shares = seat_share(games)
    if len(shares) < 30:
        return too_few(games)
    counts = tally(2 * share for share in shares)
    low, high = interval(counts)
    ours = f"the first seat makes {percent(score(counts))} % ({span((low, high))}) in {2 * len(shares)} games"
    if low <= THEIRS <= high:
        return Finding(ours, "held", "the interval holds 35.3 %")
    return Finding(ours, "not held", "35.3 % lie outside the interval")


def _second(games: Sequence[Game]) -> Finding:
    second = [game.score for game in games if game.leg == 1]
    if len(second) < 20:
        return too_few(games)
    counts = (sum(one == 0 for one in second), sum(one == 0.5 for one in second), sum(one == 1 for one in second))
    low, high = interval(counts)
    ours = f"{percent(score(counts))} % ({span((low, high))}) in {len(second)} games from the second seat"
    if low <= 0.85 <= high:
        return Finding(ours, "held", "the interval holds 85 %")
    word = "more" if low > 0.85 else "less"
    return Finding(ours, "not held", f"clearly {word} than 85 %: here a seat that completes a box moves again")
