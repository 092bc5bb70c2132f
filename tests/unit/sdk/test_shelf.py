"""Idle workers of many agents share the machine's memory."""

from typing import Any, cast

from gridarena._shelf import Shelf
from gridarena._workers import Worker


class Owner:
    """A pool that writes down what it loses."""

    def __init__(self) -> None:
        self.lost: list[object] = []

    def discard(self, worker: Worker) -> None:
        self.lost.append(worker)


def worker() -> Worker:
    return cast(Any, object())


def test_the_one_that_waited_longest_makes_room() -> None:
    """Whoever it belongs to."""
    shelf, ann, bob = Shelf(2), Owner(), Owner()
    first, second, third = worker(), worker(), worker()
    shelf.put(first, ann)
    shelf.put(second, bob)
    assert ann.lost == bob.lost == []
    shelf.put(third, bob)
    assert (ann.lost, bob.lost) == ([first], [])


def test_a_worker_that_is_taken_has_left_its_place() -> None:
    """And comes back as the newest; taking one that is not there means nothing."""
    shelf, ann = Shelf(2), Owner()
    first, second, third = worker(), worker(), worker()
    shelf.put(first, ann)
    shelf.put(second, ann)
    shelf.take(first)
    shelf.take(first)
    shelf.put(first, ann)
    shelf.put(third, ann)
    assert ann.lost == [second]
