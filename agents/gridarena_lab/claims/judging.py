"""Rules that turn games into verdicts: always by 95 % intervals over pairs, never by a mean alone."""

import math
from collections.abc import Callable, Iterable, Sequence
from statistics import fmean, pvariance

from gridarena_lab.claims.claim import Finding, Verdict, too_few
from gridarena_lab.experiment.games import Game
from gridarena_lab.report.figures import percent, span
from gridarena_lab.report.summary import Summary, complete, summarise
from gridarena_lab.statistics.interval import student95

FEWEST = 5
"""Pairs, without which nothing is judged."""
Keep = Callable[[Game], bool]


def everything(game: Game) -> bool:
    """No selection."""
    return True


def told(one: Summary) -> str:
    """A score with its interval."""
    return f"{percent(one.score)} % ({span(one.interval)})"


def of(games: Iterable[Game], keep: Keep) -> Summary | None:
    """The figures of a part of the games, when they are enough to judge."""
    found = summarise([game for game in games if keep(game)])
    return found if found is not None and found.pairs >= FEWEST else None


def score_is(games: Sequence[Game], keep: Keep, sign: int, what: str) -> Finding:
    """The score lies clearly above (1) or below (-1) one half."""
    one = of(games, keep)
    if one is None:
        return too_few(games)
    if one.clear == sign:
        return Finding(told(one), "held", f"the whole interval lies {'above' if sign > 0 else 'below'} 50 %: {what}")
    if one.clear == -sign:
        return Finding(told(one), "not held", "the whole interval lies on the other side of 50 %")
    return Finding(told(one), "cannot be checked", "the interval holds 50 %: these games do not tell")


def difference(first: Sequence[float], second: Sequence[float]) -> tuple[float, float]:
    """How much higher the first mean is, and half the 95 % interval of that (Welch's)."""
    if min(len(first), len(second)) < FEWEST:
        return 0.0, math.inf
    spread = sum(pvariance(each) / (len(each) - 1) for each in (first, second))
    return fmean(first) - fmean(second), student95(min(len(first), len(second)) - 1) * math.sqrt(spread)


def pair_scores(games: Iterable[Game], keep: Keep) -> list[float]:
    """The mean score of every complete pair."""
    return [(one.score + other.score) / 2 for one, other in complete(game for game in games if keep(game))]


def is_better(games: Sequence[Game], first: Keep, second: Keep, what: str) -> Finding:
    """The first part's score is clearly higher than the second's."""
    better, half = difference(pair_scores(games, first), pair_scores(games, second))
    one, other = of(games, first), of(games, second)
    if one is None or other is None or math.isinf(half):
        return too_few(games)
    ours = f"{told(one)} against {told(other)}"
    by = f"difference {100 * better:+.0f} \N{PLUS-MINUS SIGN} {100 * half:.0f} points"
    verdict: Verdict = "held" if better > half else "not held" if better < -half else "cannot be checked"
    tail = {"held": what, "not held": "it is the other way round", "cannot be checked": "these games do not tell"}
    return Finding(ours, verdict, f"{by}: {tail[verdict]}")


def best_is(games: Sequence[Game], value: Callable[[Game], str], claimed: str) -> Finding:
    """The claimed value has the highest score, clearly above every other's."""
    groups = {name: pair_scores(games, lambda game, name=name: value(game) == name) for name in map(value, games)}  # type: ignore[misc]
    if not groups or min(map(len, groups.values())) < FEWEST or claimed not in groups:
        return too_few(games)
    means = {name: fmean(scores) for name, scores in groups.items()}
    best = max(means, key=lambda name: means[name])
    ours = ", ".join(
        f"{name}: {100 * mean:.0f}" for name, mean in sorted(means.items(), key=lambda item: float(item[0]))
    )
    ours = f"score % by value: {ours} ({min(map(len, groups.values()))} pairs each)"
    behind, half = difference(groups[best], groups[claimed])
    if best != claimed and behind > half:
        return Finding(
            ours,
            "not held",
            f"{best} is clearly better: {100 * behind:+.0f} \N{PLUS-MINUS SIGN} {100 * half:.0f} points",
        )
    close = [name for name in groups if name != claimed and not _clearly(groups[claimed], groups[name])]
    if best == claimed and not close:
        return Finding(ours, "held", "clearly better than every other value")
    return Finding(
        ours, "cannot be checked", f"{len(close)} other values are not clearly worse, so few games name no best value"
    )


def no_difference(games: Sequence[Game], group: Callable[[Game], str]) -> Finding:
    """All groups have one mean, as far as a chi-square test of homogeneity can see."""
    groups = {name: pair_scores(games, lambda game, name=name: group(game) == name) for name in map(group, games)}  # type: ignore[misc]
    if len(groups) < 2 or min(map(len, groups.values())) < FEWEST:
        return too_few(games)
    means = {name: fmean(scores) for name, scores in groups.items()}
    pooled = sum(len(scores) * pvariance(scores) for scores in groups.values()) / (
        sum(map(len, groups.values())) - len(groups)
    )
    if not pooled:
        same = len(set(means.values())) == 1
        return Finding(_range(means), "held" if same else "not held", "no spread within the groups")
    middle = fmean(score for scores in groups.values() for score in scores)
    seen = sum(len(groups[name]) * (mean - middle) ** 2 for name, mean in means.items()) / pooled
    limit = chi_square95(len(groups) - 1)
    by = f"chi-square {seen:.1f} with a 95 % limit of {limit:.1f}"
    if seen <= limit:
        return Finding(_range(means), "held", f"no difference to be seen: {by}")
    best, worst = max(means, key=lambda name: means[name]), min(means, key=lambda name: means[name])
    return Finding(_range(means), "not held", f"{by}; best {best}, worst {worst}")


def chi_square95(freedom: int) -> float:
    """What chi-square stays below 95 times of 100 (Wilson and Hilferty, 1931)."""
    return freedom * (1 - 2 / (9 * freedom) + 1.6448536 * math.sqrt(2 / (9 * freedom))) ** 3


def seat_share(games: Sequence[Game]) -> list[float]:
    """What the first seat made of every complete pair, a game."""
    return [(one.score + 1 - other.score) / 2 for one, other in complete(games)]


def _clearly(one: Sequence[float], other: Sequence[float]) -> bool:
    better, half = difference(one, other)
    return better > half


def _range(means: dict[str, float]) -> str:
    return f"{len(means)} settings, {100 * min(means.values()):.0f} to {100 * max(means.values()):.0f} %"
