"""The list and the lock an agent finds, and when a proposal is whole."""

import copy
import pickle
from typing import Any

import pytest

from gridarena_agents.course.runner.bestmove import Channel, seat, whole_number

Told = list[tuple[tuple[int, int, int], bool]]


class Bare:
    """An agent of its own making."""


class Slotted:
    """An agent without room for a lock."""

    __slots__ = ("best_move",)


def channel() -> tuple[Channel, Told, list[str]]:
    told: Told = []
    complaints: list[str] = []
    return Channel(lambda move, whole: told.append((move, whole)), complaints.append), told, complaints


def seated(agent: Any) -> tuple[Any, Told, list[str]]:
    made, told, complaints = channel()
    seat(agent, made)
    return agent, told, complaints


def test_three_elements_make_a_proposal_in_any_order() -> None:
    """Before that they may be half-written."""
    agent, told, _ = seated(Bare())
    for place in (2, 0, 1):
        agent.best_move[place] = place + 1
    assert told[-1] == ((1, 2, 3), True)
    assert not any(whole for _, whole in told[:-1])


def test_under_the_lock_nothing_is_told_before_its_release() -> None:
    """However the elements were written."""
    agent, told, _ = seated(Bare())
    with agent.lock:
        agent.best_move[0] = 1
        agent.best_move[:] = [1, 2, 3]
        agent.best_move[1] = 0
        assert told == []
    assert told == [((1, 0, 3), True)]


def test_an_endless_value_is_no_move_and_lets_the_lock_go() -> None:
    """An agent that goes on after it must not wait for itself."""
    agent, told, complaints = seated(Bare())
    with agent.lock:
        agent.best_move[:] = [0, 0, float("inf")]
    with agent.lock:
        agent.best_move[:] = [0, 0, 1]
    assert told == [((0, 0, 1), True)]
    assert "inf" in complaints[0]


def test_element_written_again_closes_the_proposal_before() -> None:
    """A loop that never pauses is heard all the same."""
    agent, told, _ = seated(Bare())
    agent.best_move[:] = [1, 2, 3]
    agent.best_move[2] = 4
    agent.best_move[2] = 5
    assert told == [((1, 2, 3), True), ((1, 2, 4), False), ((1, 2, 4), True), ((1, 2, 5), False)]


@pytest.mark.parametrize("value", [[1, 2, 3], (1, 2, 3), iter((1.0, "2", 3))])
def test_another_list_in_its_place_is_a_proposal(value: Any) -> None:
    """And is written to like the first."""
    agent, told, _ = seated(Bare())
    agent.best_move = value
    assert told == [((1, 2, 3), True)]
    agent.best_move[:] = [4, 5, 6]
    assert told[-1] == ((4, 5, 6), True)


@pytest.mark.parametrize("value", [None, [1, 2], [1, None, 3], [1, 2.5, 3], ["a", 1, 1], object(), 7])
def test_what_is_no_move_is_named(value: Any) -> None:
    """In words a student finds in the code."""
    agent, told, complaints = seated(Bare())
    agent.best_move = value
    assert told == []
    assert complaints[0].startswith("best_move = ")
    assert complaints[0].endswith(": expected three whole numbers")


def test_other_instances_have_lists_of_their_own() -> None:
    """An agent may make another of its class to think for the rival."""
    agent, told, _ = seated(Bare())
    other = Bare()
    assert other.best_move == [0, 0, 0]  # type: ignore[attr-defined]
    other.best_move = [1, 1, 1]  # type: ignore[attr-defined]
    assert (agent.best_move, told) == ([0, 0, 0], [])


def test_agent_without_room_for_a_lock_is_heard() -> None:
    """Its class has slots."""
    agent, told, _ = seated(Slotted())
    agent.best_move[:] = [1, 2, 3]
    assert told == [((1, 2, 3), True)]


def test_list_is_a_plain_list_to_who_copies_it() -> None:
    """Nothing of the channel is copied or pickled."""
    agent, _, _ = seated(Bare())
    agent.best_move[:] = [1, 2, 3]
    for other in (copy.deepcopy(agent.best_move), pickle.loads(pickle.dumps(agent.best_move)), [*agent.best_move]):
        assert (type(other), other) == (list, [1, 2, 3])


def test_lock_is_the_frameworks() -> None:
    """It can be tried, does not know its owner, and complains of a release too many."""
    agent, _, _ = seated(Bare())
    assert agent.lock.acquire()
    assert not agent.lock.acquire(False)
    assert not agent.lock.acquire(True, 0.0)
    agent.lock.release()
    with pytest.raises(RuntimeError):
        agent.lock.release()


def test_whole_numbers() -> None:
    """As the course's referee takes them, and no half ones."""
    assert [whole_number(value) for value in (3, 3.0, "3", " 3 ", True)] == [3, 3, 3, 3, 1]
    for value in (3.5, "3.5", None, float("nan")):
        with pytest.raises((TypeError, ValueError)):
            whole_number(value)
