"""A report's folder."""

from pathlib import Path

import pytest

from gridarena_lab.contest import ContestError
from gridarena_lab.experiment.api import Games
from gridarena_lab.experiment.plan import FILE
from gridarena_lab.experiment.text import write_plan
from gridarena_lab.report import write, write_report
from support.experiments import planned, played


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An experiment of which nothing is played."""
    (tmp_path / FILE).write_text(write_plan(planned(command="gridarena lab matrix a b")), encoding="utf-8")
    return tmp_path


def test_an_experiment_without_games_says_so(folder: Path) -> None:
    """The report is there at any moment, with the command and no table."""
    made = write_report(folder)
    text = (made / "report.md").read_text(encoding="utf-8")
    assert "0 games of 12 planned" in text
    assert "No pair of games is finished yet" in text
    assert "gridarena lab matrix a b" in text
    assert not (made / "table.tex").exists()


def test_a_folder_without_an_experiment_is_refused(tmp_path: Path) -> None:
    """One line says what was expected."""
    with pytest.raises(ContestError, match=r"expected an experiment's folder with its experiment\.toml"):
        write_report(tmp_path)


def test_without_matplotlib_a_line_stands_for_the_plots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables are there, and what to install."""
    monkeypatch.setattr(write, "find_spec", lambda name: None)
    plan = planned("compare")
    text = write.shown(plan, played(plan, lambda cell, pair, leg: 1.0))
    assert "python -m pip install matplotlib" in text
    assert "<svg" not in text
    assert "a is better than b" in text


def test_a_notebook_gets_plots_in_its_page() -> None:
    """A fragment with everything in it."""
    pytest.importorskip("matplotlib")
    plan = planned("compare")
    text = Games(plan, Path("x"), played(plan, lambda cell, pair, leg: 1.0))._repr_html_()
    assert text.startswith("<style>")
    assert text.count("<svg ") == 1
