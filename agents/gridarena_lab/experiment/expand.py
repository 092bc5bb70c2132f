"""Short words for many agents: ranges and lists of option values, and patterns of files.

mcts?c=0.5:3.0:0.5          c = 0.5, 1, 1.5, 2, 2.5, 3
mcts?k=1,3,5                k = 1, 3, 5; several swept options give every combination
course:submissions/*        every course agent in the folder
./agents/*.py               every file
"""

import glob
import itertools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal

from gridarena.errors import ArenaError
from gridarena.resolve import find_agent
from gridarena_lab.contest import ContestError

MOST_VALUES = 1000
"""Of one range: more is a slip of the pen."""

_NUMBER = r"-?\d{1,12}(?:\.\d{1,12})?"
_RANGE = re.compile(rf"({_NUMBER}):({_NUMBER}):({_NUMBER})", re.ASCII)
_PLACE = re.compile(r"(?P<scheme>[a-z][a-z0-9]+:)?(?P<path>.*?)(?P<name>:[^\W\d][\w.]*)?")


@dataclass(frozen=True, slots=True)
class Expanded:
    """What some words stand for."""

    addresses: tuple[str, ...]
    swept: tuple[str, ...]
    """Names of the options that have several values."""
    left_out: tuple[str, ...]
    """A line for each place that a pattern found and that is no agent."""


def expand(words: Iterable[str]) -> Expanded:
    """Every address that the words stand for, each once, in their order.

    Raises:
        ContestError: a range leads nowhere, or a pattern fits nothing.
    """
    addresses: dict[str, None] = {}
    swept: dict[str, None] = {}
    left_out: list[str] = []
    for word in words:
        place, mark, query = word.partition("?")
        options = [_values(option) for option in query.split("&")] if mark else []
        swept |= {name: None for name, values in options if len(set(values)) > 1}
        for found in _places(place, left_out):
            for chosen in itertools.product(*(values for _, values in options)):
                pairs = "&".join(
                    f"{name}={value}" if value else name for (name, _), value in zip(options, chosen, strict=True)
                )
                addresses[f"{found}{mark}{pairs}"] = None
    return Expanded(tuple(addresses), tuple(swept), tuple(left_out))


def _values(option: str) -> tuple[str, tuple[str, ...]]:
    """An option's name and its values, one or several."""
    name, _, text = option.partition("=")
    if found := _RANGE.fullmatch(text):
        return name, tuple(_range(text, *(Decimal(number) for number in found.groups())))
    return name, tuple(text.split(","))


def _range(text: str, start: Decimal, stop: Decimal, step: Decimal) -> Iterator[str]:
    if step <= 0 or stop < start or (stop - start) / step >= MOST_VALUES:
        raise ContestError(f"expected a range START:STOP:STEP of at most {MOST_VALUES} values, upwards, got {text}")
    value = start
    while value <= stop:
        yield f"{value:f}"
        value += step


def _places(place: str, left_out: list[str]) -> list[str]:
    """The place itself, or what its pattern finds."""
    if "*" not in place:
        return [place]
    parts = _PLACE.fullmatch(place)
    assert parts is not None  # it fits everything
    scheme, name = parts["scheme"] or "", parts["name"] or ""
    found = []
    for path in sorted(glob.glob(parts["path"], recursive=True)):  # noqa: PTH207 - a pattern may be absolute
        address = f"{scheme}{path}{name}"
        try:
            find_agent(address)
        except ArenaError as error:
            left_out.append(f"{address} is left out: {error}")
        else:
            found.append(address)
    if not found:
        raise ContestError(f"expected agents at {place}: there are none")
    return found
