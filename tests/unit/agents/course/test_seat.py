"""The base class of agents, in both generations."""

import threading
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

Modules = dict[str, ModuleType]


def a_move(modules: Modules) -> Any:
    """(1,2) -> 3 in either spelling."""
    move = modules["sudoku"].Move
    return move((1, 2), 3) if hasattr(modules["sudoku"], "Square") else move(1, 2, 3)


def test_an_agent_starts_without_a_move(modules: Modules) -> None:
    """The sentinel, no lock, no seat."""
    agent = modules["sudokuai"].SudokuAI()
    assert (agent.best_move, agent.lock, agent.player_number) == ([0, 0, 0], None, -1)
    with pytest.raises(NotImplementedError):
        agent.compute_best_move(None)


def test_a_proposal_is_written_into_the_list_that_is_there(modules: Modules) -> None:
    """The host's list is never replaced, and the lock is held meanwhile only."""
    agent = modules["sudokuai"].SudokuAI()
    shared, agent.lock = agent.best_move, threading.Lock()
    agent.propose_move(a_move(modules))
    assert shared is agent.best_move
    assert shared == [1, 2, 3]
    assert not agent.lock.locked()


def test_what_is_saved_is_loaded(
    modules: Modules, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the working folder, under the seat's number; both say how long it took."""
    monkeypatch.chdir(tmp_path)
    agent = modules["sudokuai"].SudokuAI()
    agent.player_number, agent.lock = 2, threading.Lock()
    assert agent.load() is None
    agent.save({"seen": [1]})
    assert [path.name for path in tmp_path.iterdir()] == ["2.pkl"]
    assert agent.load() == {"seen": [1]}
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("Saving data took 0 seconds and ")
    assert said[1].startswith("Loading data took 0 seconds and ")


def test_what_cannot_be_pickled_leaves_lock_and_file_alone(
    modules: Modules, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The course's own keeps the lock for ever here."""
    monkeypatch.chdir(tmp_path)
    agent = modules["sudokuai"].SudokuAI()
    agent.lock = threading.Lock()
    agent.save(1)
    with pytest.raises((AttributeError, TypeError)):
        agent.save(threading.Lock())
    assert not agent.lock.locked()
    assert agent.load() == 1


def test_star_imports_bring_what_agents_use(modules: Modules) -> None:
    """The module's own imports are part of it."""
    names = {"List", "GameState", "Move", "os", "pickle", "math", "datetime", "SudokuAI"}
    assert names <= set(vars(modules["sudokuai"]))
