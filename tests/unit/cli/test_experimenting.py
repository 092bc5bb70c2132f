"""What was typed for an experiment, before anything is played."""

from dataclasses import replace
from pathlib import Path

import pytest

from gridarena_cli.exits import CliError
from gridarena_cli.experimenting import Asked, wanted
from gridarena_lab.experiment.wanted import SEED


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"seed": SEED + 1}, "seed"),
        ({"name": "again", "options": ("turns=alternate",)}, "options and name"),
        ({"game": "dots"}, "game"),
        ({"boards": ("3x3",), "games": 4}, "boards and games"),
    ],
)
def test_a_file_says_everything(change: dict[str, object], named: str, tmp_path: Path) -> None:
    """What is typed beside it is refused, for it would be ignored."""
    file = tmp_path / "plan.toml"
    file.write_text('agents = ["greedy", "random"]\nboards = ["empty-2x2"]\n', encoding="utf-8")
    asked = Asked("matrix", (str(file),), (), (), (), None, None, SEED, None, (), "", 0.5)
    assert wanted(asked).agents == ("greedy", "random")
    with pytest.raises(CliError, match=f"got {named} beside it"):
        wanted(replace(asked, **change))
