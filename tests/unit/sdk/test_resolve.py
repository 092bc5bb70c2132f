"""Agent addresses."""

import sys
from pathlib import Path

import pytest

import gridarena
from gridarena import ArenaError
from gridarena._frames import AgentSource
from gridarena.resolve import find_agent, introduction, load_agent
from support.sdk import write_agent

TWO = """
class Base(gridarena.Agent):
    pass

class Mine(Base):
    def __init__(self, c: float = 1.0) -> None:
        self.c = c
    def play(self, turn):
        pass

Best = Mine
"""

MISSPELT = """
class A(gridarena.Agent):
    def plya(self, turn):
        pass
"""


@pytest.fixture(autouse=True)
def _clean_imports(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", list(sys.path))
    for name in [name for name in sys.modules if "agent_under_test" in name]:
        monkeypatch.delitem(sys.modules, name)


def test_installed_agent_is_found_by_its_entry_point() -> None:
    """A bare name is looked up, nothing is imported yet."""
    assert find_agent("greedy") == AgentSource("module", "gridarena_agents.greedy", "Greedy", {})


def test_query_becomes_keyword_arguments() -> None:
    """Numbers, truth values and None are read as such, everything else is text."""
    source = find_agent("greedy?c=1.5&k=5&deep=true&seed=none&name=a%20b&list=[1]")
    assert source.options == {"c": 1.5, "k": 5, "deep": True, "seed": None, "name": "a b", "list": "[1]"}


def test_module_address() -> None:
    """Dotted module, then the class."""
    assert find_agent("package.module:Mine?k=1") == AgentSource("module", "package.module", "Mine", {"k": 1})


def test_file_address(tmp_path: Path) -> None:
    """With the class or without, also in a folder with a space."""
    folder = tmp_path / "my agents"
    folder.mkdir()
    file = write_agent(folder, TWO, name="agent_under_test.py")
    assert find_agent(f"{file}:Mine?c=2") == AgentSource("file", str(file), "Mine", {"c": 2})
    assert find_agent(str(file)) == AgentSource("file", str(file), "", {})


@pytest.mark.parametrize(
    ("address", "line"),
    [
        ("no-such", "no agent is called 'no-such'; installed: greedy"),
        ("./no-such.py:Mine", "expected an agent's file at"),
        ("path/to/x", "expected an agent like greedy"),
        ("", "expected an agent like greedy"),
        ("greedy?c", "expected options like ?c=1.5&k=5, got 'greedy?c'"),
    ],
)
def test_address_that_cannot_be_used_gets_one_line(address: str, line: str) -> None:
    """What was expected, what came."""
    with pytest.raises(ArenaError) as raised:
        find_agent(address)
    assert line.split("; installed")[0] in str(raised.value)
    assert "\n" not in str(raised.value)
    assert raised.value.exit_code in (2, 9, 10)


def test_only_agent_of_a_file_needs_no_name(tmp_path: Path) -> None:
    """Abstract bases and second names do not count."""
    source = find_agent(str(write_agent(tmp_path, TWO, name="agent_under_test.py")))
    assert load_agent(source).__name__ == "Mine"


def test_file_may_import_its_neighbours(tmp_path: Path) -> None:
    """Its folder is on the path, as when Python runs it."""
    (tmp_path / "neighbour_of_agent_under_test.py").write_text("DEPTH = 4\n", encoding="utf-8")
    body = "from neighbour_of_agent_under_test import DEPTH\n" + TWO
    source = find_agent(str(write_agent(tmp_path, body, name="agent_under_test.py")))
    assert load_agent(source).__name__ == "Mine"


@pytest.mark.parametrize(
    ("body", "name", "line"),
    [
        ("x = 1\n", "", "expected one subclass of gridarena.Agent"),
        (TWO + "class Other(Mine):\n    pass\n", "", "got 2 of them (Mine, Other): say which, as in"),
        (TWO, "Nobody", "expected an agent 'Nobody' in"),
        (TWO, "Base", "lacks a method: def play(self, turn)"),
        (MISSPELT, "", "A in {file} lacks a method: def play(self, turn) (found plya)"),
        (MISSPELT, "A", "A in {file} lacks a method: def play(self, turn) (found plya)"),
        ("class Mine:\n    pass\n", "Mine", "got a class that is not a gridarena.Agent"),
        ("Mine = 3\n", "Mine", "got a int"),
    ],
)
def test_file_without_the_agent_gets_one_line(tmp_path: Path, body: str, name: str, line: str) -> None:
    """What was expected in the file, what is there."""
    file = write_agent(tmp_path, body, name="agent_under_test.py")
    with pytest.raises(ArenaError) as raised:
        load_agent(AgentSource("file", str(file), name))
    assert line.format(file=file) in str(raised.value)
    assert raised.value.exit_code == 9


def test_unknown_option_is_refused_with_the_known_ones(tmp_path: Path) -> None:
    """Before the agent is made."""
    source = find_agent(f"{write_agent(tmp_path, TWO, name='agent_under_test.py')}:Mine?d=2")
    with pytest.raises(ArenaError, match=r"Mine does not take these options .*'d'.*it knows: c"):
        load_agent(source)


def test_missing_module_gets_one_line() -> None:
    """Its own imports' failures come through, for they are the student's."""
    with pytest.raises(ArenaError, match="there is no module 'no_such_module'"):
        load_agent(AgentSource("module", "no_such_module.inner", "Mine"))


def test_class_of_a_module_is_found_again() -> None:
    """What run() is given becomes words another process understands."""
    source = find_agent(gridarena.Agent)
    assert source == AgentSource("module", "gridarena.agent", "Agent")


def test_class_made_in_a_function_says_what_to_do() -> None:
    """No other process could find it."""

    class Local(gridarena.Agent):
        def play(self, turn: gridarena.Turn) -> None:
            pass

    with pytest.raises(ArenaError, match="inline"):
        find_agent(Local)


def test_introduction_names_and_dates_the_agent(tmp_path: Path) -> None:
    """The class's name in lower case and a hash that changes with the file; its own words come first."""
    first = load_agent(find_agent(str(write_agent(tmp_path, TWO, name="agent_under_test.py"))))()
    second = load_agent(find_agent(str(write_agent(tmp_path, TWO + "# changed\n", name="agent_under_test2.py"))))()
    assert introduction(first).name == "mine"
    assert len(introduction(first).version) == 8
    assert introduction(first).version != introduction(second).version
    type(first).name, type(first).version, type(first).games = "hal", "9000", ("sudoku",)  # type: ignore[misc]
    assert introduction(first) == type(introduction(first))("hal", "9000", ("sudoku",))
