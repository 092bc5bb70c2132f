"""Checks at the trust boundary: what a peer sent is either inside the protocol or one :class:`MalformedError`.

Texts are measured where a client made them. What the server made was built from checked parts, and its size is bounded
by the channel's message limit, so the client's side pays for no second check.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Protocol, TypeVar, cast, get_args

from google.protobuf.message import DecodeError

from gridarena_games.base import Seat

LONGEST_NAME = 255
"""Characters of a name, a label, a version or a move; all of them printable."""
LONGEST_LINE = 1_000
"""Characters of a reason, a ticket or a thinking line."""
LONGEST_TEXT = 50_000
"""Characters of a start position."""
LARGEST_ID = 2**63 - 1
"""The largest integer every store can keep."""

E = TypeVar("E")
K = TypeVar("K")
P = TypeVar("P", bound="Parsed")


class MalformedError(ValueError):
    """Bytes that are not a message of this protocol; the text is one line and holds nothing the peer wrote."""


class Parsed(Protocol):
    """A generated message class, as far as the codec needs it."""

    @classmethod
    def FromString(cls: type[P], s: bytes) -> P:  # noqa: N802 - protobuf's name
        """Parses bytes."""
        ...


def parse(kind: type[P], raw: bytes) -> P:
    """Bytes become a message, or a MalformedError; unknown fields are ignored."""
    try:
        return kind.FromString(raw)
    except (DecodeError, UnicodeDecodeError) as error:
        raise MalformedError(f"expected a {kind.__name__}, got {len(raw)} bytes that are none") from error


def to_seat(value: int) -> Seat:
    """Seats are 0 and 1."""
    if value == 0:
        return 0
    if value == 1:
        return 1
    raise MalformedError(f"expected seat 0 or 1, got {value}")


def to_id(value: int) -> int:
    """Ids fit a signed 64-bit integer."""
    if value > LARGEST_ID:
        raise MalformedError(f"expected an id of at most {LARGEST_ID}, got {value}")
    return value


def to_name(field: str, text: str, longest: int = LONGEST_NAME) -> str:
    """Names are short and printable, so that they can be shown on any terminal."""
    if len(text) > longest:
        raise MalformedError(f"{field}: expected at most {longest} characters, got {len(text)}")
    if not text.isprintable():
        raise MalformedError(f"{field}: expected printable characters only")
    return text


def to_text(field: str, text: str, longest: int = LONGEST_TEXT) -> str:
    """Texts may have several lines but are bounded."""
    if len(text) > longest:
        raise MalformedError(f"{field}: expected at most {longest} characters, got {len(text)}")
    return text


def to_names(field: str, texts: Iterable[str]) -> tuple[str, ...]:
    """Every one of several names is checked."""
    return tuple(to_name(field, text) for text in texts)


def to_options(field: str, options: Mapping[str, str]) -> dict[str, str]:
    """A game's options: short names, values of one line."""
    return {to_name(field, key): to_name(field, value, LONGEST_LINE) for key, value in options.items()}


def to_choice(field: str, choices: Mapping[K, E], value: K) -> E:
    """A value of a closed set; what is outside it is malformed."""
    try:
        return choices[value]
    except KeyError:
        raise MalformedError(f"{field}: expected one of {len(choices)} known values, got another") from None


def by_seat(field: str, items: Iterable[E]) -> tuple[E, E]:
    """A "by seat" list has exactly two items."""
    pair = tuple(items)
    if len(pair) != 2:
        raise MalformedError(f"{field}: expected 2 items, one a seat, got {len(pair)}")
    return pair


def words(literal: Any) -> dict[str, Any]:  # noqa: ANN401 - a Literal alias is a special form
    """The closed set that a Literal alias spells, as a table for :func:`to_choice`."""
    return {cast("str", word): word for word in get_args(literal)}


def inverse(table: Mapping[K, E]) -> dict[E, K]:
    """The table read from right to left."""
    return {value: key for key, value in table.items()}
