"""Searches that Ctrl-C can end."""

import signal
import time

import pytest

from gridarena_kernels.jit import Flat
from gridarena_lab.solvers.stopping import stoppable


def test_what_the_search_finds_comes_back() -> None:
    """Or what it raises."""
    assert stoppable(lambda stop: int(stop[0])) == 0
    with pytest.raises(ZeroDivisionError):
        stoppable(lambda stop: 1 // int(stop[0]))


def test_an_interrupt_ends_the_search_first() -> None:
    """The flag is raised, the search comes to its end, then the interrupt goes on."""
    ended: list[bool] = []

    def search(stop: Flat) -> None:
        signal.raise_signal(signal.SIGINT)  # Python delivers it to the main thread
        while not stop[0]:
            time.sleep(0.001)
        ended.append(True)

    with pytest.raises(KeyboardInterrupt):
        stoppable(search)
    assert ended == [True]
