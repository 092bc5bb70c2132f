"""What docs/lab.md shows and docs/examples holds can be played."""

import re
import tomllib
from pathlib import Path

import pytest

from gridarena_lab.experiment.wanted import plan_of, read_wanted

DOCS = Path(__file__).parents[4] / "docs"
PAGE = (DOCS / "lab.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)


def test_report_0_has_its_96_cells() -> None:
    """Two opponents, twelve boards, four clocks; `--scale` reduces games and clocks and leaves the cells."""
    wanted = read_wanted(DOCS / "examples" / "report-0.toml")
    whole, part = plan_of(wanted).plan, plan_of(wanted, 0.1).plan
    assert len(whole.cells) == len(part.cells) == 96
    assert {cell.budget for cell in whole.cells} == {"0.1s", "0.5s", "1s", "5s"}
    assert {cell.budget for cell in part.cells} == {"0.01s", "0.05s", "0.1s", "0.5s"}
    assert (whole.games, part.games) == (960, 192)


@pytest.mark.parametrize("text", BLOCKS)
def test_the_file_of_the_page_is_a_plan(text: str, tmp_path: Path) -> None:
    """Every word of it is known."""
    assert tomllib.loads(text)
    file = tmp_path / "shown.toml"
    file.write_text(text, encoding="utf-8")
    assert plan_of(read_wanted(file)).plan.games == 3 * 2 * 10
