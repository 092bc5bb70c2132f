"""From words to a plan."""

from pathlib import Path

import pytest

from gridarena_games.registry import find_positions
from gridarena_lab.contest import ContestError
from gridarena_lab.experiment.plan import Cell
from gridarena_lab.experiment.wanted import Wanted, plan_of, read_wanted
from gridarena_lab.statistics.sprt import Hypotheses


def test_every_agent_meets_every_opponent_everywhere() -> None:
    """On every board with every budget; boards of the suite by their names."""
    plan = plan_of(Wanted(("report-mcts",), ("report-a2", "skip"), ("suite",), ("0.1s", "5s"), games=10)).plan
    positions = find_positions("sudoku")
    assert positions is not None
    assert len(plan.cells) == 2 * len(positions.suite) * 2
    assert plan.cells[1] == Cell("report-mcts", "report-a2", "empty-2x2", "5s")
    assert (plan.pairs, plan.games, plan.game, plan.timed) == (5, 480, "sudoku", True)


def test_without_opponents_the_agents_meet_each_other() -> None:
    """Every two of them once, nobody itself."""
    plan = plan_of(Wanted(("greedy", "skip", "random", "greedy"), games=3)).plan
    assert [(cell.agent, cell.rival) for cell in plan.cells] == [
        ("greedy", "skip"), ("greedy", "random"), ("skip", "random"),
    ]  # fmt: skip
    assert plan.pairs == 2
    assert not plan.timed
    with pytest.raises(ContestError, match="expected two agents or more, or opponents"):
        plan_of(Wanted(("greedy",)))


def test_a_plan_can_be_reduced() -> None:
    """Games and budgets."""
    plan = plan_of(Wanted(("a",), ("b",), budgets=("5s", "1000n"), games=100), scale=0.1).plan
    assert ([cell.budget for cell in plan.cells], plan.pairs) == (["0.5s", "100n"], 5)
    assert plan_of(Wanted(("a",), ("b",), games=2), scale=0.01).plan.pairs == 1


def test_the_board_says_the_game() -> None:
    """Or whoever asks."""
    assert plan_of(Wanted(("a", "b"), boards=("3x3",))).plan.game == "dots"
    assert plan_of(Wanted(("a", "b"), game="dots")).plan.cells[0].board == "4x4"


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        (
            Wanted(("mcts?c=1,2",), ("random",), kind="compare"),
            r"got 2 pairings \(mcts\?c=1 - random, mcts\?c=2 - random",
        ),
        (Wanted(("a",), ("b", "c"), kind="compare"), "expected one agent and one rival"),
        (Wanted(("a", "b", "c"), stopping=Hypotheses(0, 20)), "got 3 pairings"),
        (Wanted(("mcts?c=1.5",), ("a", "b"), kind="sweep"), r"several values, .* got mcts\?c=1\.5$"),
        (Wanted(("mcts?c=1,1",), ("random",), kind="sweep"), "several values"),
    ],
)
def test_what_has_no_one_answer_is_refused(wanted: Wanted, words: str) -> None:
    """A comparison of several pairings would pool them all, a sweep of one value have no best one."""
    with pytest.raises(ContestError, match=words) as caught:
        plan_of(wanted)
    assert "\n" not in str(caught.value)


def test_one_pairing_is_compared_on_many_boards() -> None:
    """Also an agent with itself."""
    asked = Wanted(
        ("a",), ("a",), ("empty-2x2", "empty-3x3"), ("10n", "20n"), kind="compare", stopping=Hypotheses(0, 9)
    )
    assert len(plan_of(asked).plan.cells) == 4
    assert plan_of(Wanted(("random",), ("mcts?c=1,2",), kind="sweep")).plan.swept == ("c",)


FILE = """
name = "mine"
kind = "compare"
agents = ["mcts?c=1:2:1"]
opponents = "greedy"
boards = ["empty-2x2"]
budgets = ["10n"]
games = 4
seed = 9
opening = 2
options = {mode = "rows"}
stopping = {elo1 = 20}
"""


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_a_file_says_everything(tmp_path: Path, encoding: str) -> None:
    """In the same words, with the mark that Notepad leaves in front or without."""
    file = tmp_path / "mine.toml"
    file.write_text(FILE, encoding=encoding)
    assert read_wanted(file) == Wanted(
        ("mcts?c=1:2:1",), ("greedy",), ("empty-2x2",), ("10n",), 4, 9, 2, options={"mode": "rows"}, name="mine",
        kind="compare", stopping=Hypotheses(0.0, 20),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("gamse = 4", "expected agents, opponents, .*, got 'gamse'"),
        ('games = "4"', "expected games to be a whole number, got '4'"),
        ("games = true", "expected games to be a whole number, got True"),
        ("agents = [1]", "expected agents to be a list of texts"),
        ("stopping = {elo = 3}", "elo"),
        ("stopping = {elo1 = -3}", "expected elo0 below elo1"),
        ("seed", "mine.toml"),
    ],
)
def test_a_spoilt_file_gets_one_line(tmp_path: Path, line: str, words: str) -> None:
    """With its name."""
    file = tmp_path / "mine.toml"
    file.write_text(f"{line}\n" if "agents" in line else f'agents = ["a", "b"]\n{line}\n', encoding="utf-8")
    with pytest.raises(ContestError, match=words) as caught:
        read_wanted(file)
    assert str(caught.value).startswith(str(file))
    assert "\n" not in str(caught.value)
