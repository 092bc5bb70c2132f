"""A claim, what decides it, and what came out."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from gridarena_lab.experiment.games import Game
from gridarena_lab.experiment.wanted import Wanted

Verdict = Literal["held", "not held", "cannot be checked"]


@dataclass(frozen=True, slots=True)
class Finding:
    """What we found."""

    ours: str
    """Our figures."""
    verdict: Verdict
    why: str
    """One sentence."""


@dataclass(frozen=True, slots=True)
class Trial:
    """An experiment that decides one claim or several."""

    name: str
    """Of its folder."""
    wanted: Wanted
    weight: float
    """Its share of the time there is."""
    conditions: str
    """In words, for the table."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What a report says."""

    report: int
    words: str
    theirs: str
    """Under which conditions it was found."""
    trial: Trial | None = None
    """The games that decide it."""
    judge: Callable[[Sequence[Game]], Finding] | None = None
    """What the games say."""
    probe: Callable[[], Finding] | None = None
    """A measurement that needs no games."""
    conditions: str = ""
    """Of the probe."""
    impossible: str = ""
    """Why nothing of ours can decide it."""


def too_few(games: Sequence[Game]) -> Finding:
    """Before enough is played."""
    return Finding(f"{len(games)} games", "cannot be checked", "too few games yet: give it more time")
