"""Short words for many agents."""

from pathlib import Path

import pytest

from gridarena_lab.contest import ContestError
from gridarena_lab.experiment.expand import expand


@pytest.mark.parametrize(
    ("word", "addresses", "swept"),
    [
        ("greedy", ["greedy"], ()),
        ("mcts?c=0.5:2:0.5", ["mcts?c=0.5", "mcts?c=1.0", "mcts?c=1.5", "mcts?c=2.0"], ("c",)),
        ("mcts?c=0.1:0.3:0.1", ["mcts?c=0.1", "mcts?c=0.2", "mcts?c=0.3"], ("c",)),
        ("mcts?k=1,5&c=2", ["mcts?k=1&c=2", "mcts?k=5&c=2"], ("k",)),
        ("mcts?c=1,2&k=1:3:2", [f"mcts?c={c}&k={k}" for c in (1, 2) for k in (1, 3)], ("c", "k")),
        ("cutoff?eval=score,takeable", ["cutoff?eval=score", "cutoff?eval=takeable"], ("eval",)),
        ("x?c=-1:1:1", ["x?c=-1", "x?c=0", "x?c=1"], ("c",)),
        (r"course:a?python=C:\py:3", [r"course:a?python=C:\py:3"], ()),
    ],
)
def test_a_range_is_all_its_values(word: str, addresses: list[str], swept: tuple[str, ...]) -> None:
    """Both ends included, in decimals as typed; options with one value are not swept."""
    found = expand([word])
    assert (list(found.addresses), found.swept) == (addresses, swept)


@pytest.mark.parametrize("text", ["3:1:1", "1:2:0", "1:2:-1", "0:1000000:1"])
def test_a_range_that_leads_nowhere_gets_one_line(text: str) -> None:
    """What was expected and what came."""
    with pytest.raises(ContestError, match=f"expected a range START:STOP:STEP.*{text}"):
        expand([f"mcts?c={text}"])


def test_a_pattern_is_every_agent_it_finds(tmp_path: Path) -> None:
    """Files and whatever a scheme makes of a folder; what is no agent is told, and each counts once."""
    for name in ("b", "a"):
        (tmp_path / f"{name}.py").write_text("", encoding="utf-8")
        (tmp_path / "teams" / name).mkdir(parents=True)
        (tmp_path / "teams" / name / "sudokuai.py").write_text("class SudokuAI: ...", encoding="utf-8")
    (tmp_path / "teams" / "results.csv").write_text("", encoding="utf-8")
    files = expand([f"{tmp_path}/*.py:Mine?depth=1,2", f"{tmp_path}/a.py:Mine?depth=2"])
    assert list(files.addresses) == [f"{tmp_path}/{name}.py:Mine?depth={depth}" for name in "ab" for depth in (1, 2)]
    course = expand([f"course:{tmp_path}/teams/*"])
    assert list(course.addresses) == [f"course:{tmp_path}/teams/{name}" for name in "ab"]
    assert [line.partition(" is left out: ")[0] for line in course.left_out] == [f"course:{tmp_path}/teams/results.csv"]
    with pytest.raises(ContestError, match="there are none"):
        expand([f"{tmp_path}/*.txt"])
