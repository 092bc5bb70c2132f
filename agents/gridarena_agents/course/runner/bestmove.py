"""What the agent's ``best_move`` and ``lock`` are: a list and a lock that tell the adapter of every change at once.

The course's referee reads ``best_move`` when the turn is over; here the process may be killed at any moment, so each
proposal leaves it as soon as it is whole. That it is, is known when the lock is released, and where there is no lock,
when all three elements have been written, when one is written again, or when the list was replaced. Any other state is
told as one that may be half-written: it counts once nothing has followed for a moment, or at the end.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    Tell = Callable[[tuple[int, int, int], bool], None]
    Complain = Callable[[str], None]

NONE = (0, 0, 0)
"""No proposal, as the course has it."""


class Channel:
    """The way of one turn's proposals."""

    def __init__(self, tell: Tell, complain: Complain) -> None:
        """Opens it.

        Args:
            tell: Takes a proposal, and whether it is whole.
            complain: Takes the text of a value that is no proposal.
        """
        self._tell = tell
        self._complain = complain
        self.best_move = BestMove(self, NONE)
        self.lock = Lock(self)
        self._written: set[int] = set()

    def before(self, place: int) -> None:
        """An element is about to be written."""
        if place in self._written and not self.lock.held:
            self.flush()

    def after(self, place: int) -> None:
        """An element has been written."""
        self._written.add(place)
        if not self.lock.held:
            self._say(whole=len(self._written) == 3)

    def after_all(self) -> None:
        """All elements have been written at once."""
        self._written.update(range(3))
        if not self.lock.held:
            self.flush()

    def flush(self) -> None:
        """What stands there now is whole."""
        if self._written:
            self._written.clear()
            self._say(whole=True)

    def replace(self, values: Any) -> None:  # noqa: ANN401 - whatever the agent has put there
        """The agent has put another object in the list's place."""
        try:
            self.best_move = BestMove(self, _elements(values))
        except TypeError:
            self._complain(f"best_move = {_shown(values)}: expected three whole numbers")
        else:
            self.after_all()

    def _say(self, whole: bool) -> None:
        if whole:
            self._written.clear()
        try:
            row, col, value = map(whole_number, self.best_move)
        except (TypeError, ValueError, OverflowError):
            if whole:
                self._complain(f"best_move = {_shown(self.best_move)}: expected three whole numbers")
            return
        if (row, col, value) != NONE:
            self._tell((row, col, value), whole)


class BestMove(list):  # type: ignore[type-arg] # subscripted only from Python 3.9 on
    """A plain list of three to whoever reads it."""

    def __init__(self, channel: Channel, values: Iterable[Any]) -> None:
        super().__init__(values)
        self._channel = channel

    def __setitem__(self, place: Any, value: Any) -> None:  # noqa: ANN401 - an index or a slice, whatever fits it
        if isinstance(place, slice):
            super().__setitem__(place, value)
            self._channel.after_all()
            return
        index = range(len(self))[place]
        self._channel.before(index)
        super().__setitem__(index, value)
        self._channel.after(index)

    def __reduce__(self) -> tuple[type, tuple[list[Any]]]:
        return list, (list(self),)


class Lock:
    """A lock as `multiprocessing` has it, for threads; its release tells what was written under it."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._lock = threading.Lock()
        self.held = False

    def acquire(self, block: bool = True, timeout: float | None = None) -> bool:
        """Waits for the lock, for ever by default."""
        if not block:
            got = self._lock.acquire(blocking=False)
        else:
            got = self._lock.acquire(timeout=-1 if timeout is None else max(0.0, timeout))
        self.held = self.held or got
        return got

    def release(self) -> None:
        """Lets go; raises what a lock raises that nobody holds."""
        try:
            if self.held:
                self._channel.flush()
        finally:
            self.held = False
            self._lock.release()

    def __enter__(self) -> bool:
        return self.acquire()

    def __exit__(self, *failure: object) -> None:
        self.release()


class Seat:
    """Stands for ``best_move`` in the agent's class, so that a replaced list is noticed as well."""

    def __init__(self, agent: object, channel: Channel) -> None:
        self._agent = agent
        self._channel = channel

    def __get__(self, instance: Any, owner: object = None) -> Any:  # noqa: ANN401 - as every descriptor
        if instance is self._agent:
            return self._channel.best_move
        if instance is None:
            return list(NONE)
        return vars(instance).get("best_move", list(NONE))

    def __set__(self, instance: Any, value: Any) -> None:  # noqa: ANN401 - as every descriptor
        if instance is not self._agent:
            vars(instance)["best_move"] = value
        elif value is not self._channel.best_move:
            self._channel.replace(value)


def seat(agent: Any, channel: Channel) -> None:  # noqa: ANN401 - an agent need not inherit anything
    """Gives the agent what the course's referee gives it: a list for its proposals and a lock."""
    for name, value in (("best_move", channel.best_move), ("lock", channel.lock)):
        try:
            setattr(agent, name, value)
        except AttributeError:  # an agent with slots and without this one, or one of its own making
            continue
    try:
        type(agent).best_move = Seat(agent, channel)
    except (TypeError, AttributeError):  # a class that cannot be changed keeps the list it was given
        return


def whole_number(value: Any) -> int:  # noqa: ANN401 - that is the point
    """Numpy's integers, 3.0 and "3" are 3, as they are to the course's referee.

    Raises:
        TypeError, ValueError, OverflowError: it is no whole number.
    """
    number = int(value)
    if not isinstance(value, (str, bytes)) and number != value:
        raise ValueError(value)
    return number


def _elements(values: Any) -> list[Any]:  # noqa: ANN401 - whatever the agent has put there
    square = getattr(values, "square", None)
    if square is not None:
        return [*square, values.value]
    if hasattr(values, "value"):
        return [values.i, values.j, values.value]
    return list(values)


def _shown(value: object) -> str:
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001 - student code
        text = f"a {type(value).__name__}"
    return text if len(text) <= 60 else text[:57] + "..."
