"""How a lead turns into chances of winning, drawing and losing: three models, with their derivatives.

``lead`` is a difference of strengths in natural units (Elo times ln 10 / 400), ``width`` says how common draws are.
Every model gives the log-likelihood of ``wins, draws, losses`` and its first and second derivatives by lead and width.
All are concave, so that a fit has one answer.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
Model = Literal["bradley-terry", "davidson", "rao-kupper"]


@dataclass(frozen=True, slots=True)
class Slopes:
    """A log-likelihood with its derivatives, one entry for each pair of agents."""

    value: Array
    by_lead: Array
    by_width: Array
    lead_lead: Array
    lead_width: Array
    width_width: Array


@dataclass(frozen=True, slots=True)
class Chances:
    """Of the three results, one entry for each lead."""

    win: Array
    draw: Array
    loss: Array


def bradley_terry(lead: Array, width: float) -> Chances:
    """Odds of winning are ``exp(lead)`` (Bradley and Terry, Biometrika 39, 1952); nobody draws."""
    return Chances(_logistic(lead), np.zeros_like(lead), _logistic(-lead))


def davidson(lead: Array, width: float) -> Chances:
    """Win, draw and loss are as ``exp(lead / 2) : exp(width) : exp(-lead / 2)`` (Davidson, JASA 65, 1970)."""
    win, draw, loss = np.exp(lead / 2), np.full_like(lead, np.exp(width)), np.exp(-lead / 2)
    total = win + draw + loss
    return Chances(win / total, draw / total, loss / total)


def rao_kupper(lead: Array, width: float) -> Chances:
    """A win needs a lead above ``width`` (Rao and Kupper, JASA 62, 1967; in BayesElo ``width`` is ``eloDraw``)."""
    win, loss = _logistic(lead - width), _logistic(-lead - width)
    return Chances(win, win * loss * np.expm1(2 * width), loss)


def bradley_terry_slopes(lead: Array, width: float, wins: Array, draws: Array, losses: Array) -> Slopes:
    """A draw is half a win and half a loss, as in Ordo; the width means nothing."""
    up, down = wins + draws / 2, losses + draws / 2
    found = bradley_terry(lead, width)
    none = np.zeros_like(lead)
    return Slopes(
        up * np.log(found.win) + down * np.log(found.loss),
        up - (up + down) * found.win,
        none,
        -(up + down) * found.win * found.loss,
        none,
        none,
    )


def davidson_slopes(lead: Array, width: float, wins: Array, draws: Array, losses: Array) -> Slopes:
    """An exponential family: observed minus expected."""
    games, found = wins + draws + losses, davidson(lead, width)
    tilt, decided = found.win - found.loss, found.win + found.loss
    return Slopes(
        wins * np.log(found.win) + draws * np.log(found.draw) + losses * np.log(found.loss),
        (wins - losses - games * tilt) / 2,
        draws - games * found.draw,
        -games * (decided - tilt**2) / 4,
        games * found.draw * tilt / 2,
        -games * found.draw * decided,
    )


def rao_kupper_slopes(lead: Array, width: float, wins: Array, draws: Array, losses: Array) -> Slopes:
    """The chance of a draw is a product of a win's, a loss's and a number, which splits the logarithm."""
    found, grown = rao_kupper(lead, width), np.expm1(2 * width)
    up, down = wins + draws, losses + draws
    bend_up, bend_down = up * found.win * (1 - found.win), down * found.loss * (1 - found.loss)
    return Slopes(
        up * np.log(found.win) + down * np.log(found.loss) + draws * np.log(grown),
        up * (1 - found.win) - down * (1 - found.loss),
        -up * (1 - found.win) - down * (1 - found.loss) + draws * 2 * (1 + 1 / grown),
        -bend_up - bend_down,
        bend_up - bend_down,
        -bend_up - bend_down - draws * 4 * (1 + 1 / grown) / grown,
    )


CHANCES: dict[Model, Callable[[Array, float], Chances]] = {
    "bradley-terry": bradley_terry,
    "davidson": davidson,
    "rao-kupper": rao_kupper,
}
SLOPES: dict[Model, Callable[[Array, float, Array, Array, Array], Slopes]] = {
    "bradley-terry": bradley_terry_slopes,
    "davidson": davidson_slopes,
    "rao-kupper": rao_kupper_slopes,
}


def _logistic(lead: Array) -> Array:
    return np.asarray(1 / (1 + np.exp(-lead)))
