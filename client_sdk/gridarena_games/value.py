"""A frozen, slotted dataclass at the price of an ordinary one.

``dataclass(frozen=True)`` keeps its word at run time by filling every new object through ``object.__setattr__``, which
takes several times as long as an assignment; a refereed turn makes a dozen such objects with fifty fields in all, a
twelfth of the time Python spends on it. So what is made for every turn keeps its word to the type checker instead:
assigning to a field of a ``value`` is an error there, and nothing looks at run time.
"""

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value(kind: type[T]) -> type[T]:
    """Makes the class a dataclass with slots, equal and hashed by its fields."""
    return dataclass(slots=True, unsafe_hash=True)(kind)
