"""Dataclasses as plain JSON values and back, by their annotations; for the private pipe between network and worker.

It knows what those dataclasses are made of and nothing more: dataclasses, tuples, ``X | None``, JSON's own values.
"""

import json
from collections.abc import Callable
from dataclasses import asdict, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")
Plain = Any
"""What JSON holds."""
Hint = Any
"""An annotation."""
Fact = Any
"""A dataclass instance."""


def dump(value: Fact) -> bytes:
    """One dataclass instance as UTF-8 JSON: its class's name, then its fields."""
    return json.dumps([type(value).__name__, asdict(value)], separators=(",", ":")).encode()


def load(data: bytes, kinds: dict[str, type[T]]) -> T:
    """The instance that :func:`dump` wrote; ``kinds`` are the classes it may be of."""
    name, fields = json.loads(data)
    return build(kinds[name], fields)


def build(kind: type[T], fields: dict[str, Plain]) -> T:
    """The instance of a dataclass from its fields as JSON holds them."""
    hint: Hint = kind
    instance: T = _reader(hint)(fields)
    return instance


@cache
def _reader(hint: Hint) -> Callable[[Plain], Any]:
    if is_dataclass(hint):
        return _dataclass_reader(hint)
    origin: Hint = get_origin(hint)
    arguments = get_args(hint)
    if origin in (Union, UnionType) and type(None) in arguments:
        rest = [argument for argument in arguments if argument is not type(None)]
        inner = _reader(rest[0]) if len(rest) == 1 else _same
        return lambda value: None if value is None else inner(value)
    if origin is tuple:
        element = _reader(arguments[0])
        return lambda value: tuple(element(one) for one in value)
    return _same


def _dataclass_reader(hint: Hint) -> Callable[[Plain], Any]:
    readers = {name: _reader(field) for name, field in get_type_hints(hint).items()}
    return lambda value: hint(**{name: readers[name](one) for name, one in value.items()})


def _same(value: Plain) -> Plain:
    return value
