"""What a page consists of, whatever it is written in: Markdown, HTML and a notebook show the same blocks.

All text is plain text; every writer escapes it for its own sink.
"""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Heading:
    """A section's title."""

    text: str
    level: Literal[1, 2, 3] = 2


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Some sentences."""

    text: str
    strong: bool = False
    """The sentence that matters."""


@dataclass(frozen=True, slots=True)
class Code:
    """Something to type."""

    text: str


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under a head; numbers are set to the right."""

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    words: int = 1
    """So many columns from the left hold words, the others numbers."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A plot, of which the report keeps files in three formats."""

    name: str
    """Of its files, without ending."""
    caption: str
    """Says what is to be seen, for who cannot see it, too."""


Block = Heading | Paragraph | Code | Table | Picture
