"""How many streams one team, or one reader's machine, may hold at once."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from gridarena_server.errors import Code, ServiceError


class Quota:
    """Counts what is held by whom."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: Counter[str] = Counter()

    @contextmanager
    def hold(self, who: str) -> Iterator[None]:
        """Holds one for as long as the block runs. Raises ServiceError(BUSY) beyond the bound."""
        if self._held[who] >= self._most:
            raise ServiceError(Code.BUSY, f"at most {self._most} streams at once")
        self._held[who] += 1
        try:
            yield
        finally:
            self._held[who] -= 1
            if not self._held[who]:
                del self._held[who]
