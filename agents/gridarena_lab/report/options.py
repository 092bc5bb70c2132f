"""What stands in the agents' addresses: the values a sweep goes through, and shorter names without what all share."""

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import takewhile
from urllib.parse import parse_qsl

from gridarena_lab.experiment.plan import Cell, Experiment

_MORE = "\N{HORIZONTAL ELLIPSIS}"
_BETWEEN = "/\\:?&"
"""Between an address's parts."""


def options_of(address: str) -> dict[str, str]:
    """The options as they were typed."""
    return dict(parse_qsl(address.partition("?")[2], keep_blank_values=True))


def setting(plan: Experiment, cell: Cell) -> tuple[str, ...]:
    """The values of the swept options in this cell, by the agent or else by its rival."""
    of = options_of(cell.rival) | options_of(cell.agent)
    return tuple(of.get(name, "") for name in plan.swept)


def without(address: str, names: Iterable[str]) -> str:
    """The address without these options."""
    kept = [f"{name}={value}" for name, value in options_of(address).items() if name not in set(names)]
    return "?".join(filter(None, (address.partition("?")[0], "&".join(kept))))


def shortened(names: Sequence[str], longest: int) -> list[str]:
    """The names for a place with room for so many characters; what tells them apart stays.

    Those that are too long lose the parts in front that all of them share, then those at the end, then whatever is in
    front. Different names stay different, for which some may stay too long.
    """
    labels = dict(zip(names, names, strict=True))
    for shorten in (_without_front, _without_end, partial(_without_most, longest=longest)):
        long = [name for name in labels if len(labels[name]) > longest]
        shorter = labels | dict(zip(long, shorten([labels[name] for name in long]), strict=True))
        if len(set(shorter.values())) == len(labels):
            labels = shorter
    return [labels[name] for name in names]


def _without_front(names: Sequence[str]) -> list[str]:
    shared = _shared(names)
    return [f"{_MORE}{name[shared:]}" for name in names] if shared else list(names)


def _without_end(names: Sequence[str]) -> list[str]:
    shared = _shared([name[::-1] for name in names])
    return [f"{name[:-shared]}{_MORE}" for name in names] if shared else list(names)


def _without_most(names: Sequence[str], longest: int) -> list[str]:
    return [f"{_MORE}{name[1 - longest :]}" for name in names]


def _shared(names: Sequence[str]) -> int:
    """How many characters at the front are whole parts that all names share; 0 of a single name."""
    if len(names) < 2:
        return 0
    same = takewhile(lambda chars: len(set(chars)) == 1, zip(*names, strict=False))
    return max((place for place, chars in enumerate(same, 1) if chars[0] in _BETWEEN), default=0)


def number(text: str) -> float | None:
    """An option's value as a number, where it is one."""
    try:
        return float(text)
    except ValueError:
        return None


def different(values: Iterable[str]) -> Sequence[str]:
    """Each value once, in their order."""
    return list(dict.fromkeys(values))
