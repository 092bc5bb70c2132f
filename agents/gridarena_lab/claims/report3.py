"""Report 3: one solution, cells only, even rests, and a skip."""

from collections.abc import Sequence
from dataclasses import replace

from gridarena_lab.claims.claim import Claim, Finding, Trial, too_few
from gridarena_lab.claims.judging import FEWEST, is_better
from gridarena_lab.claims.probes import even_doubles, skip_in_time
from gridarena_lab.experiment.games import Game
from gridarena_lab.experiment.wanted import Wanted
from gridarena_lab.report.figures import percent, span
from gridarena_lab.report.summary import complete
from gridarena_lab.statistics.interval import interval
from gridarena_lab.statistics.pairs import score, tally

MATRIX = Trial(
    "report3-matrix",
    Wanted(
        agents=("report-minimax", "report-even"), opponents=("random", "greedy"),
        boards=("empty-2x2", "easy-2x2", "empty-2x3", "random-2x3", "empty-3x3", "easy-3x3"),
        budgets=("100n", "1000n"), games=10, opening=2, name="report 3: A1 and A2",
    ),
    5.0,
    "6 boards up to 3x3, 2 opponents, 100 and 1,000 nodes a turn, openings of 2 random moves",
)  # fmt: skip


def claims() -> tuple[Claim, ...]:
    """In the report's order."""
    theirs = "12 boards x 2 opponents x 4 clocks x 2 seats = 192 games, a draw counts as lost"
    return (
        Claim(3, "A2 wins clearly more than A1 (84 % against 45 % of all games)", theirs, MATRIX, _better_than_a1),
        Claim(3, "A2 wins about 100 % against random", theirs, MATRIX, _always),
        Claim(3, "A1 loses 55 % of its games for want of a move, A2 one game", theirs,
              impossible="that came of the framework's process a turn; here a move is there when a turn opens"),
        Claim(3, "the even heuristic doubles the time at depths above 5", "single searches",
              probe=even_doubles, conditions="one search to depth 6 on four 2x3 boards, processor time"),
        Claim(3, "the skip is unusable below 5 s", "single turns",
              probe=skip_in_time, conditions="report-even's skip on every second position of a game, 2x2 to 3x3"),
    )  # fmt: skip


def _better_than_a1(games: Sequence[Game]) -> Finding:
    won = {agent: _won(games, agent, ("random", "greedy")) for agent in ("report-minimax", "report-even")}
    if min(len(pairs) for pairs in won.values()) < FEWEST:
        return too_few(games)
    compared = is_better(
        _decided(games),
        lambda game: game.cell.agent == "report-even",
        lambda game: game.cell.agent == "report-minimax",
        "A2 wins clearly more",
    )
    shares = {agent: (tally(pairs), interval(tally(pairs))) for agent, pairs in won.items()}
    ours = ", ".join(
        f"{agent} {percent(score(counts))} % ({span(around)})" for agent, (counts, around) in shares.items()
    )
    return Finding(f"wins: {ours}", compared.verdict, compared.why)


def _always(games: Sequence[Game]) -> Finding:
    pairs = _won(games, "report-even", ("random",))
    if len(pairs) < FEWEST:
        return too_few(games)
    counts = tally(pairs)
    ours = f"wins {percent(score(counts))} % ({span(interval(counts))})"
    if interval(counts)[1] < 0.95:
        return Finding(ours, "not held", "the whole interval lies below 95 %")
    if interval(counts)[0] > 0.9:
        return Finding(ours, "held", "the whole interval lies above 90 %")
    return Finding(ours, "cannot be checked", "the interval holds 95 %, but reaches below 90 %")


def _decided(games: Sequence[Game]) -> list[Game]:
    """The games with every draw as a loss, as the report counted."""
    return [replace(game, score=float(game.score == 1)) for game in games]


def _won(games: Sequence[Game], agent: str, rivals: Sequence[str]) -> list[float]:
    """Wins of every complete pair, 0 to 2."""
    part = [game for game in _decided(games) if game.cell.agent == agent and game.cell.rival in rivals]
    return [one.score + other.score for one, other in complete(part)]
