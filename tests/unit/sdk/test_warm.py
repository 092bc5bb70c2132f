"""What happens before an agent says it is ready."""

import gc
import sys
import weakref

import pytest

import gridarena
from gridarena._warm import settled, warmed
from gridarena_games.registry import find_game


class Slow(gridarena.Agent):
    """Has something to load."""

    warm = False

    def warm_up(self) -> None:
        self.warm = True

    def play(self, turn: gridarena.Turn) -> None:
        pass


def test_agents_own_warm_up_runs() -> None:
    """On the very instance that will play."""
    agent = Slow()
    assert warmed(agent) is agent
    assert agent.warm


def test_what_is_loaded_is_not_looked_through_again() -> None:
    """A collection in the middle of a turn only sees what came since."""
    try:
        assert isinstance(settled(Slow), Slow)
        assert gc.get_freeze_count() > 10 * len(gc.get_objects())
    finally:
        gc.unfreeze()


def test_an_instance_in_a_circle_is_gone_before_the_next_one_is_made() -> None:
    """What is frozen is never collected, and a search that knows its agent is not rare."""

    class Circular(Slow):
        def __init__(self) -> None:
            self.me = self

    try:
        last = weakref.ref(settled(Circular))
        gone: list[bool] = []

        def make() -> Slow:
            gone.append(last() is None)
            return Slow()

        settled(make)
        assert gone == [True]
    finally:
        gc.unfreeze()


def test_rules_are_there_before_the_first_turn() -> None:
    """Finding and importing them takes time; a game that is not installed here is none of this agent's troubles."""

    class Player(Slow):
        games = ("sudoku", "chess")

    find_game.cache_clear()
    warmed(Player())
    assert find_game.cache_info().currsize == 1


def test_shared_solver_is_warmed_where_it_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its kernels are compiled before the first turn, not in it."""
    from gridarena_kernels import solver

    calls: list[str] = []
    monkeypatch.setattr(solver, "warm", lambda: calls.append("warm"))
    warmed(Slow())
    assert calls == ["warm"]


def test_solver_is_not_loaded_for_agents_that_do_without(monkeypatch: pytest.MonkeyPatch) -> None:
    """Loading numba takes seconds and memory."""
    monkeypatch.delitem(sys.modules, "gridarena_kernels.solver", raising=False)
    warmed(Slow())
    assert "gridarena_kernels.solver" not in sys.modules
