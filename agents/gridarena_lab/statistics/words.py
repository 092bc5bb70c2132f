"""What a comparison of two agents found, in one sentence for people and in the lines engine developers know."""

import math
from collections.abc import Sequence
from statistics import NormalDist

from gridarena_lab.statistics.interval import interval
from gridarena_lab.statistics.pairs import Z95, eased, games, score, variance
from gridarena_lab.statistics.planning import plan
from gridarena_lab.statistics.sprt import NORMALISED, Hypotheses, Verdict, verdict
from gridarena_server.tournament.elo import difference

_CERTAIN = 1e-4
"""No score is taken for nearer to 0 or 1: its Elo would be infinite."""
MARGIN = 0.05
"""Two agents whose scores differ by less than this from one half, on either side, are called about equal."""


def sentence(agent: str, rival: str, counts: Sequence[float], asked: Hypotheses | None = None) -> str:
    """What the pairs say, with the interval; with the answer of a sequential test where one was asked."""
    if not sum(counts):
        return f"Nothing is known of {agent} against {rival} yet: no pair of games is finished."
    figures = f"{_share(score(counts))} of the points in {_pairs(sum(counts))} ({_interval(counts)})"
    if asked is None:
        return f"{_relation(agent, rival, counts)}: {agent} made {figures}."
    found = verdict(counts, asked)
    odds = f"{max(asked.alpha, asked.beta):.0%}".replace("%", " %")
    if found.state == "better":
        return f"{agent} is better than {rival}: it made {figures}; such an answer is wrong at most {odds} of the time."
    if found.state == "not better":
        return (
            f"{agent} is not better than {rival} by {asked.elo1:g} Elo: it made {figures}; "
            f"such an answer is wrong at most {odds} of the time."
        )
    return (
        f"Undecided whether {agent} is better than {rival}: it made {figures}; the evidence stands at "
        f"{found.ratio:+.2f} between {found.lower:.2f} (not better) and {found.upper:+.2f} (better), "
        f"{_pairs_left(counts, asked, found)}."
    )


def fishtest_lines(counts: Sequence[float], asked: Hypotheses) -> tuple[str, ...]:
    """The same in the form of engine testing: Elo, normalised Elo, superiority, ratio, counts."""
    found = verdict(counts, asked)
    lead, half = elo(counts)
    normal, normal_half = normalised_elo(counts)
    letter = "n" if asked.model == "normalized" else ""
    return (
        f"Elo: {lead:.2f} +- {half:.2f} (95%), {letter}LLR: {found.ratio:.2f} "
        f"({found.lower:.2f},{found.upper:.2f}) [{asked.elo0:.2f},{asked.elo1:.2f}]",
        f"nElo: {normal:.2f} +- {normal_half:.2f} (95%), LOS: {superiority(counts):.1%}",
        f"Games: {games(counts):.0f}, {'Ptnml(0-2)' if len(counts) == 5 else 'L,D,W'}: "
        + ", ".join(f"{count:.0f}" for count in counts),
    )


def elo(counts: Sequence[float]) -> tuple[float, float]:
    """The lead in Elo and half its 95 % interval, by the normal approximation of fishtest's ``get_elo``."""
    seen = eased(counts)
    mean, half = score(seen), Z95 * math.sqrt(variance(seen) / sum(seen))
    return lead_of(mean), (lead_of(mean + half) - lead_of(mean - half)) / 2


def normalised_elo(counts: Sequence[float]) -> tuple[float, float]:
    """The lead in standard deviations of a game, as Elo, and half its 95 % interval (Van den Bergh, 2020)."""
    seen = eased(counts)
    a_game = math.sqrt(variance(seen) * (2 if len(counts) == 5 else 1))
    return NORMALISED * (score(seen) - 0.5) / a_game, NORMALISED * Z95 / math.sqrt(games(seen))


def superiority(counts: Sequence[float]) -> float:
    """The likelihood of superiority: how sure it is that the first is the better one, if nothing was known before."""
    seen = eased(counts)
    return NormalDist().cdf((score(seen) - 0.5) / math.sqrt(variance(seen) / sum(seen)))


def lead_of(mean: float) -> float:
    """The lead in Elo that a score means; large, but finite, for a certain one."""
    return difference(min(max(mean, _CERTAIN), 1 - _CERTAIN))


def _relation(agent: str, rival: str, counts: Sequence[float]) -> str:
    low, high = interval(counts)
    if low > 0.5:
        return f"{agent} is better than {rival}"
    if high < 0.5:
        return f"{agent} is worse than {rival}"
    if low >= 0.5 - MARGIN and high <= 0.5 + MARGIN:
        return f"{agent} and {rival} are about equally good"
    return f"These games do not tell {agent} and {rival} apart"


def _interval(counts: Sequence[float]) -> str:
    low, high = interval(counts)
    return f"95 % interval {100 * low:.1f} to {100 * high:.1f} %"


def _pairs(count: float) -> str:
    return f"{count:.0f} pair{'' if count == 1 else 's'} of games"


def _share(mean: float) -> str:
    return f"{100 * mean:.1f} %"


def _pairs_left(counts: Sequence[float], asked: Hypotheses, found: Verdict) -> str:
    """From where the evidence stands on, if the true lead is the one seen so far."""
    more = math.ceil(plan(asked, lead_of(score(eased(counts))), variance(eased(counts)), found.ratio).pairs)
    return f"about {more} more pair{'' if more == 1 else 's'} to go"
