"""Plans: numbers of games, seeds, and the text in an experiment's folder."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridarena_lab.contest import ContestError
from gridarena_lab.experiment.plan import FILE, LEGS, Cell, Experiment
from gridarena_lab.experiment.text import kept_plan, read_plan, read_table, write_plan
from gridarena_lab.statistics.sprt import Hypotheses

CELLS = tuple(Cell(agent, "greedy", "empty-2x2", "10n") for agent in ("minimax", "mcts?c=0.5", "skip"))
PLAN = Experiment("mine", "matrix", CELLS, 4, 7, "sudoku")


def test_games_are_numbered_breadth_first() -> None:
    """From 1 without a gap: the first pair of every cell, then the second; and back."""
    numbers = [PLAN.number(cell, pair, leg) for pair in range(4) for cell in range(3) for leg in LEGS]
    assert numbers == list(range(1, PLAN.games + 1))
    assert [PLAN.place(number) for number in (1, 2, 3, 7, 24)] == [
        (0, 0, 0),
        (0, 0, 1),
        (1, 0, 0),
        (0, 1, 0),
        (2, 3, 1),
    ]


def test_everything_random_has_a_seed_of_its_own() -> None:
    """The same in every run of the plan, another one in another plan."""
    seeds = {PLAN.seed_of(cell, pair, leg, who) for cell in CELLS for pair in range(4) for leg in LEGS for who in "ab"}
    assert len(seeds) == 48
    assert all(0 <= seed < 2**31 for seed in seeds)
    assert PLAN.seed_of("opening", "empty-2x2", 3) == 498565727
    assert Experiment("mine", "matrix", CELLS, 4, 8, "sudoku").seed_of("opening", "empty-2x2", 3) != 498565727


@given(
    st.text(),
    st.sampled_from([None, Hypotheses(), Hypotheses(-1.5, 3.0, 0.01, 0.02, "normalized")]),
    st.dictionaries(st.text(), st.text()),
)
def test_a_plan_survives_its_text(words: str, stopping: Hypotheses | None, options: dict[str, str]) -> None:
    """Whatever somebody called things."""
    cell = Cell(words, words[::-1], words, "0.1s")
    plan = Experiment(words, "sweep", (cell, *CELLS), 3, 9, "dots", 2, options, ("c", "k"), stopping, 0.5, words)
    assert read_plan(write_plan(plan)) == plan


@pytest.mark.parametrize("text", ["", "cell = 3", "name = 'x'\n[[cell]]\nagent = 'a'", "no = TOML"])
def test_a_spoilt_plan_gets_one_line(text: str, tmp_path: Path) -> None:
    """With the file's name; so does a folder that has none."""
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    with pytest.raises(ContestError, match=r"experiment.toml: expected an experiment's plan") as caught:
        kept_plan(tmp_path)
    assert "\n" not in str(caught.value)
    with pytest.raises(ContestError, match="expected an experiment's folder"):
        kept_plan(tmp_path / "nowhere")
    with pytest.raises(ContestError, match="expected a TOML file"):
        read_table(tmp_path / "nowhere.toml")
