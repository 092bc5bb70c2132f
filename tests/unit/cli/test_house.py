"""The house: whoever ends is started again, later each time it ends early."""

from pathlib import Path

import pytest

from gridarena.errors import ArenaError
from gridarena_cli.exits import CliError
from gridarena_cli.house import House, Watch, posts


class Agent:
    """A process that ends when the test says so."""

    def __init__(self) -> None:
        self.obituary: str | None = None


class Yard:
    """A watch with its clock and everything it started."""

    def __init__(self, *names: str) -> None:
        self.now = 100.0
        self.started: list[tuple[str, Agent]] = []
        self.said: list[str] = []
        self.watch = Watch(names, self._start, self.said.append, lambda: self.now)
        self.watch.look()

    def _start(self, name: str) -> Agent:
        self.started.append((name, Agent()))
        return self.started[-1][1]

    def wait(self, seconds: float) -> int:
        """How many have been started in all, so long afterwards."""
        self.now += seconds
        self.watch.look()
        return len(self.started)

    def end(self, reason: str = "it fell over") -> None:
        """The youngest process ends."""
        self.started[-1][1].obituary = reason
        self.watch.look()


def test_everybody_is_started_once() -> None:
    """And stays as long as it lives."""
    yard = Yard("greedy", "minimax")
    assert yard.wait(1000) == 2
    assert [name for name, _ in yard.started] == ["greedy", "minimax"]
    assert not yard.said


def test_who_ends_early_is_started_later_each_time() -> None:
    """1, 2, 4 ... seconds, a minute at most; the host reads why."""
    yard = Yard("greedy")
    for number, wait_s in enumerate((1, 2, 4, 8, 16, 32, 60, 60), start=1):
        yard.end()
        assert yard.wait(wait_s - 0.1) == number
        assert yard.wait(0.2) == number + 1
    assert yard.said[1] == "house agent greedy has ended (it fell over); it starts again in 2 s"


def test_who_has_lived_long_is_started_at_once() -> None:
    """And what happened before is forgotten."""
    yard = Yard("greedy")
    yard.end()
    yard.wait(1)
    yard.wait(61)
    yard.end()
    assert len(yard.started) == 3
    yard.end()
    assert yard.wait(1) == 4


def test_one_that_ends_disturbs_no_other() -> None:
    """The others' processes are theirs."""
    yard = Yard("greedy", "minimax")
    yard.end()
    assert yard.wait(1) == 3
    assert [name for name, _ in yard.started] == ["greedy", "minimax", "minimax"]


def test_agents_are_known_by_the_name_of_their_address() -> None:
    """Options are no part of it."""
    assert posts(["greedy", "mcts?c=0.5"]) == {"greedy": "greedy", "mcts": "mcts?c=0.5"}


def test_a_house_is_refused_before_the_server_starts() -> None:
    """One line for each mistake."""
    with pytest.raises(CliError, match="each agent once, got greedy twice"):
        posts(["greedy", "greedy?seed=1"])
    with pytest.raises(CliError, match="to name agents, such as greedy,minimax"):
        posts([])
    with pytest.raises(ArenaError, match="nobody"):
        House(["nobody"], Path("arena.db"), print)
