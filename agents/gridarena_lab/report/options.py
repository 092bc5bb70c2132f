"""What stands in the agents' addresses: the values a sweep goes through, and shorter names without what all share."""

from collections.abc import Iterable, Sequence
from urllib.parse import parse_qsl

from gridarena_lab.experiment.plan import Cell, Experiment


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


def number(text: str) -> float | None:
    """An option's value as a number, where it is one."""
    try:
        return float(text)
    except ValueError:
        return None


def different(values: Iterable[str]) -> Sequence[str]:
    """Each value once, in their order."""
    return list(dict.fromkeys(values))
