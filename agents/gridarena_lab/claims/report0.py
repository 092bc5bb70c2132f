"""Report 0: greedy, alpha-beta with a skip, and Monte Carlo tree search."""

from collections.abc import Callable, Sequence

from gridarena_lab.claims.claim import Claim, Finding, Trial, too_few
from gridarena_lab.claims.judging import best_is, difference, is_better, score_is
from gridarena_lab.experiment.games import Game
from gridarena_lab.experiment.wanted import Wanted
from gridarena_lab.report.options import options_of
from gridarena_lab.report.summary import complete

SMALL = ("empty-2x2", "easy-2x2", "empty-2x3", "random-2x3")
LARGE = ("empty-3x3", "random-3x3", "hard-3x3", "easy-3x3")

BEST_C = Trial(
    "report0-c",
    Wanted(
        agents=("report-mcts?c=0:3:0.5",), opponents=("greedy",), boards=("empty-3x3",), budgets=("200n",), games=40,
        kind="sweep", name="report 0: c",
    ),
    3.0,
    "report-mcts against greedy, empty 3x3, 200 simulations a turn, 7 values",
)  # fmt: skip
BEST_K = Trial(
    "report0-k",
    Wanted(
        agents=("report-mcts?k=1,2,3,5,10,20",), opponents=("greedy",), boards=("empty-3x3",), budgets=("200n",),
        games=40, kind="sweep", name="report 0: k",
    ),
    3.0,
    "report-mcts against greedy, empty 3x3, 200 simulations a turn, 6 values",
)  # fmt: skip
MATRIX = Trial(
    "report0-matrix",
    Wanted(
        agents=("report-mcts",), opponents=("report-a2", "report-a2-skip"), boards=(*SMALL, *LARGE),
        budgets=("100n", "400n"), games=10, opening=2, name="report 0: mcts against a2 and a2-skip",
    ),
    5.0,
    "2 opponents, 8 boards up to 3x3, 100 and 400 nodes a turn, openings of 2 random moves",
)  # fmt: skip


def claims() -> tuple[Claim, ...]:
    """In the report's order."""
    sweep = "report-mcts against greedy, empty 3x3, 1 s, 10 games a value"
    matrix = "2 opponents x 12 boards x 0.1/0.5/1/5 s = 96 tests, half the games from each seat"
    return (
        Claim(0, "the best c is 1.5", sweep, BEST_C, lambda games: best_is(games, _value("c"), "1.5")),
        Claim(0, "the best k is 5", sweep, BEST_K, lambda games: best_is(games, _value("k"), "5")),
        Claim(0, "mcts loses to a2", matrix, MATRIX, lambda games: _loses_to(games, "report-a2")),
        Claim(0, "mcts loses to a2-skip", matrix, MATRIX, lambda games: _loses_to(games, "report-a2-skip")),
        Claim(0, "mcts is better on small boards", matrix, MATRIX, _small),
        Claim(0, "the seat is irrelevant", matrix, MATRIX, seat),
    )


def seat(games: Sequence[Game]) -> Finding:
    """No difference between the two seats, judged within pairs."""
    pairs = complete(games)
    if len(pairs) < 20:
        return too_few(games)
    edge, half = difference([one.score - other.score for one, other in pairs], [0.0] * len(pairs))
    by = f"{100 * edge:+.0f} \N{PLUS-MINUS SIGN} {100 * half:.0f} points for the first seat"
    if abs(edge) > half:
        return Finding(by, "not held", "the interval does not hold 0")
    if half > 0.1:
        return Finding(by, "cannot be checked", "the interval is too wide to exclude an effect of ten points")
    return Finding(by, "held", "an effect of more than ten points is excluded")


def _value(option: str) -> Callable[[Game], str]:
    return lambda game: options_of(game.cell.agent)[option]


def _loses_to(games: Sequence[Game], rival: str) -> Finding:
    return score_is(games, lambda game: game.cell.rival == rival, -1, "it loses")


def _small(games: Sequence[Game]) -> Finding:
    return is_better(
        games,
        lambda game: game.cell.board in SMALL,
        lambda game: game.cell.board in LARGE,
        "better on boards up to 2x3 than on 3x3",
    )
