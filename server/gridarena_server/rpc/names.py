"""Names that people read on a board, so that no two of them look alike.

Letters are ASCII: whatever NFKC does not map there (Cyrillic letters, a zero-width joiner) is refused, and teams may
not differ in case alone.
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


def label_of(team: str, name: str) -> str:
    """What an agent is rated under: "team/name", or just the team where the two are equal."""
    return team if name == team else f"{team}/{name}"


def team_of(label: str) -> str:
    """Whose agent it is."""
    return label.partition("/")[0]
