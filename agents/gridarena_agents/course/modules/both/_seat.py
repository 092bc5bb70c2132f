"""What the base class of agents keeps between turns; the same in both generations.

Unlike the course's own, ``save`` gives the lock back when the object cannot be pickled, and replaces the file in one
step, so that an agent stopped in the middle of it finds what it saved before.
"""

import os
import pickle
import time
from contextlib import contextmanager
from typing import Any, Iterator, List


class Seat:
    """An agent's place: the move it proposes, the lock around it, and one object kept from turn to turn."""

    def __init__(self) -> None:
        self.best_move: List[Any] = [0, 0, 0]
        self.lock: Any = None
        self.player_number = -1

    def compute_best_move(self, game_state: Any) -> None:
        """Agents override it, and propose as often as they like until they are stopped."""
        raise NotImplementedError

    def save(self, object: Any) -> None:
        """Keeps one object for later turns of this match; the next call replaces it."""
        with locked(self):
            started = time.perf_counter()
            path = _file(self)
            with open(path + ".part", "wb") as file:
                pickle.dump(object, file)
            os.replace(path + ".part", path)
            _say("Saving", started)

    def load(self) -> Any:
        """The object kept last, or None."""
        with locked(self):
            started = time.perf_counter()
            path = _file(self)
            if not os.path.isfile(path):
                return None
            with open(path, "rb") as file:
                kept = pickle.load(file)
            _say("Loading", started)
            return kept


@contextmanager
def locked(agent: Any) -> Iterator[None]:
    """Nobody reads the move or stops the agent meanwhile, where there is a lock.

    No method: agents may call what they like by any name, and this one must still be found.
    """
    lock = agent.lock
    if lock:
        lock.acquire()
    try:
        yield
    finally:
        if lock:
            lock.release()


def _file(agent: Any) -> str:
    return os.path.join(os.getcwd(), "{}.pkl".format(agent.player_number))


def _say(what: str, started: float) -> None:
    seconds, milliseconds = divmod(int(1000 * (time.perf_counter() - started)), 1000)
    print("{} data took {} seconds and {} milliseconds".format(what, seconds, milliseconds))
