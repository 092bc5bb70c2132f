"""Report 2: Monte Carlo tree search over cells, and its solver."""

from collections.abc import Sequence

from gridarena_lab.claims.claim import Claim, Finding, Trial, too_few
from gridarena_lab.claims.judging import everything, is_better, no_difference, of, told
from gridarena_lab.experiment.games import Game
from gridarena_lab.experiment.wanted import Wanted

SETTINGS = Trial(
    "report2-settings",
    Wanted(
        agents=("report-mcts2?c=0,2,5,10&backup=score,sign&choice=mean,visits",), opponents=("random",),
        boards=("empty-2x2", "empty-2x3"), budgets=("20n",), games=20, opening=2, name="report 2: settings of mcts",
    ),
    4.0,
    "16 settings against random, empty 2x2 and 2x3, 20 simulations a turn",
)  # fmt: skip
LARGE = Trial(
    "report2-4x4",
    Wanted(
        agents=("report-mcts2",), opponents=("random",), boards=("empty-4x4",), budgets=("5n",), games=2,
        name="report 2: empty 4x4",
    ),
    1.0,
    "report-mcts2 against random, empty 4x4, 5 simulations a turn",
)  # fmt: skip


def claims() -> tuple[Claim, ...]:
    """In the report's order."""
    theirs = "against random, 2 games a board"
    return (
        Claim(2, "C, backup and selection make no difference", theirs, SETTINGS,
              lambda games: no_difference(games, lambda game: game.cell.agent)),
        Claim(2, "mcts is about as good as random", theirs, SETTINGS, _like_random),
        Claim(2, "mcts is worse on small boards", theirs, SETTINGS, _worse_on_small),
        Claim(2, "mcts hangs on empty 4x4", theirs, LARGE, _hangs),
        Claim(2, "the start-up of 0.03 to 0.11 s misses the 0.1 s limit", theirs,
              impossible="a process a turn belonged to the framework; here an agent stays up and no turn pays for it"),
        Claim(2, "Algorithm X is thousands of times faster than the guessing solver", "no conditions given",
              impossible="neither of the report's two solvers is part of gridarena, whose own is of another kind"),
    )  # fmt: skip


def _like_random(games: Sequence[Game]) -> Finding:
    one = of(games, everything)
    if one is None:
        return too_few(games)
    if one.clear:
        word = "better" if one.clear > 0 else "worse"
        return Finding(
            told(one), "not held", f"clearly {word}; in the report the worst child was chosen by a wrong sign"
        )
    low, high = one.interval
    if high - low <= 0.1:
        return Finding(told(one), "held", "the interval is narrow and holds 50 %")
    return Finding(told(one), "cannot be checked", "the interval holds 50 %, but is wide")


def _worse_on_small(games: Sequence[Game]) -> Finding:
    return is_better(
        games,
        lambda game: game.cell.board == "empty-2x3",
        lambda game: game.cell.board == "empty-2x2",
        "better on 2x3 than on 2x2",
    )


def _hangs(games: Sequence[Game]) -> Finding:
    if not games:
        return too_few(games)
    turns = sum(game.turns for game in games)
    ours = f"{len(games)} games finished, {turns} turns, {sum(game.seconds for game in games):.0f} s"
    return Finding(
        ours, "not held", "it plays to the end; in the report all solutions of the empty grid were enumerated"
    )
