"""Names that people read on a board, so that no two of them look alike.

Letters are ASCII: whatever NFKC does not map there (Cyrillic letters, a zero-width joiner) is refused, and two teams'
names may not be :func:`alike`.
"""

import re
import unicodedata

from gridarena_server.errors import Code, ServiceError

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}", re.ASCII)


def clean_name(text: str) -> str:
    """The name as it is kept. Raises ServiceError(NAME_REFUSED)."""
    name = unicodedata.normalize("NFKC", text)
    if not _NAME.fullmatch(name):
        raise ServiceError(Code.NAME_REFUSED)
    return name


def clean_real_name(text: str) -> str:
    """A name that only the host reads, as it is kept: it may hold any letters, but nothing invisible.

    Raises:
        ServiceError: NAME_REFUSED.
    """
    name = unicodedata.normalize("NFKC", text).strip()
    if not name.isprintable():
        raise ServiceError(Code.NAME_REFUSED, "expected a name of printable characters")
    return name


def label_of(team: str, name: str) -> str:
    """What an agent is rated under: "team/name", or just the team where the two are equal."""
    return team if name == team else f"{team}/{name}"


def team_of(label: str) -> str:
    """Whose agent it is."""
    return label.partition("/")[0]


_LOOKS = str.maketrans("I1|O", "lll0")
"""ASCII letters and digits that one typeface or another draws the same."""


def alike(one: str, other: str) -> bool:
    """True when people might take one for the other: they differ in case alone, or in what looks the same."""
    return one.casefold() == other.casefold() or one.translate(_LOOKS) == other.translate(_LOOKS)
