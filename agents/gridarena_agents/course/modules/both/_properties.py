"""The ``key = value`` text of generation v14, before anybody knows what the keys mean."""

from typing import Any, Dict, List


def parse_properties(text: str) -> Dict[str, str]:
    """Reads ``key = value`` lines; a line that starts with a space goes on with the value above it."""
    found: Dict[str, str] = {}
    key = ""
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith(" "):
            found[key] = (found.get(key, "") + "\n" + line.strip()).strip()
        else:
            key, _, value = line.partition("=")
            key = key.strip()
            found[key] = value.strip()
    return found


def numbers(text: str) -> List[int]:
    """The numbers of a list of moves, squares or scores; brackets, commas and arrows are blanks, minus signs too."""
    for sign in "[](),->":
        text = text.replace(sign, " ")
    return [int(word) for word in text.split()]


def groups(text: str, size: int) -> List[Any]:
    """The numbers in tuples of ``size``."""
    found = numbers(text)
    assert len(found) % size == 0
    return [tuple(found[k : k + size]) for k in range(0, len(found), size)]
