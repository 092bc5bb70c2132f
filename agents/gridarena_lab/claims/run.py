"""Runs the claims' experiments within a time, and judges.

The time is shared out by weight; what one experiment leaves over goes to those behind it. Each lies in a folder of its
own and goes on where it stopped, so that a second call makes the intervals narrower instead of playing again.
"""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from gridarena_lab.claims import report0, report1, report2, report3, report4
from gridarena_lab.claims.claim import Claim, Finding, Trial
from gridarena_lab.experiment.api import How, play
from gridarena_lab.experiment.games import Game, load
from gridarena_lab.experiment.run import Watcher
from gridarena_lab.experiment.wanted import plan_of

PLACE = Path("gridarena-lab") / "reports"
"""Where the experiments are, in the working folder, unless somebody names another place."""
LEAST_S = 5.0
"""No experiment is started for less."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A claim with what became of it."""

    claim: Claim
    conditions: str
    """Ours."""
    finding: Finding
    games: int
    """That decided it."""


def all_claims() -> tuple[Claim, ...]:
    """Of all five reports, in their order."""
    return tuple(claim for part in (report0, report1, report2, report3, report4) for claim in part.claims())


def trials(claims: Iterable[Claim]) -> tuple[Trial, ...]:
    """The experiments of these claims, each once."""
    return tuple({claim.trial.name: claim.trial for claim in claims if claim.trial is not None}.values())


def play_all(
    claims: Sequence[Claim],
    within_s: float,
    watcher: Watcher,
    *,
    folder: Path = PLACE,
    jobs: int | None = None,
    seed: int = 1,
    clock: Callable[[], float] = time.monotonic,
) -> None:
    """Plays what the time allows; another call goes on.

    Raises:
        ArenaError: something cannot be played; one line says why.
    """
    end = clock() + within_s
    waiting = list(trials(claims))
    while waiting:
        trial, left = waiting[0], end - clock()
        share = max(LEAST_S, left * trial.weight / sum(one.weight for one in waiting))
        if left <= 0:
            watcher.say(f"no time is left for {trial.name} and {len(waiting) - 1} more: the same command goes on")
            return
        waiting.pop(0)
        watcher.say(f"{trial.name}: {trial.conditions}")
        play(plan_of(replace(trial.wanted, seed=seed)), How(folder / trial.name, jobs, within_s=share), watcher)


def judge_all(claims: Sequence[Claim], folder: Path = PLACE) -> list[Judged]:
    """What is known by now, from whatever is there; measurements that need no games are made here."""
    played = {trial.name: _games(folder / trial.name) for trial in trials(claims)}
    return [_judged(claim, played) for claim in claims]


def _judged(claim: Claim, played: Mapping[str, Sequence[Game]]) -> Judged:
    if claim.impossible:
        return Judged(claim, "", Finding("", "cannot be checked", claim.impossible), 0)
    if claim.probe is not None:
        return Judged(claim, claim.conditions, claim.probe(), 0)
    assert claim.trial is not None and claim.judge is not None  # noqa: PT018 - one of the three is there
    games = played[claim.trial.name]
    return Judged(claim, claim.trial.conditions, claim.judge(games), len(games))


def _games(folder: Path) -> Sequence[Game]:
    return load(folder)[1] if folder.is_dir() else ()
