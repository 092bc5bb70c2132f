"""Writes a report into its experiment's folder, or shows it in a notebook.

matplotlib comes with ``gridarena[lab]`` only. Without it everything but the plots is there, and a line says so.
"""

from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from gridarena_lab.contest import ContestError
from gridarena_lab.experiment.games import Game, heeds, load, machines
from gridarena_lab.experiment.plan import Experiment
from gridarena_lab.report import build, data, latex, markdown, page
from gridarena_lab.report.build import Found
from gridarena_lab.report.document import Block, Heading, Paragraph, Picture
from gridarena_lab.report.summary import complete
from gridarena_lab.statistics.ratings import System

if TYPE_CHECKING:
    from gridarena_lab.report.plots.style import Plot

FOLDER = "report"
NO_PLOTS = "no plots: matplotlib is not installed; the extra [lab] brings it, or: python -m pip install matplotlib"


def write_report(folder: Path, system: System = "davidson") -> Path:
    """Writes what the experiment in this folder has to say by now; the folder of the report.

    Raises:
        ContestError: the folder holds no experiment, or cannot be written.
    """
    plan, games = load(folder)
    found = Found(plan, games, machines(folder), heeds(folder))
    blocks, plots = _compose(found, system)
    target = folder / FOLDER
    texts = {
        "report.md": markdown.write(blocks),
        "report.html": page.write(build.title(plan), blocks, {plot.name: plot.svg() for plot in plots}),
        "games.csv": data.csv_of(games),
        "games.jsonl": data.json_lines_of(games),
    }
    if complete(games):
        texts["table.tex"] = latex.write(build.paper_table(found), plan.name or plan.kind)
    try:
        target.mkdir(exist_ok=True)
        for name, text in texts.items():
            (target / name).write_text(text, encoding="utf-8", newline="\n")
        for plot in plots:
            plot.save(target)
    except OSError as error:
        raise ContestError(f"cannot write the report into {target}: {error.strerror}") from None
    return target


def shown(plan: Experiment, games: Sequence[Game]) -> str:
    """The same as a fragment of HTML, for the end of a notebook's cell; without methods, which are in the folder."""
    found = Found(plan, games, ())
    blocks, plots = _compose(found, "davidson", closing=False)
    return page.fragment(blocks, {plot.name: plot.svg() for plot in plots})


def plots_are_possible() -> bool:
    """True where matplotlib is installed."""
    return find_spec("matplotlib") is not None


def _compose(found: Found, system: System, *, closing: bool = True) -> "tuple[list[Block], Sequence[Plot]]":
    blocks: list[Block] = [Heading(build.title(found.plan), 1), *build.opening(found)]
    plots: Sequence[Plot] = ()
    if complete(found.games):
        ranking = build.ranked(found, system)
        blocks += build.comparison(found) if found.plan.kind == "compare" else ()
        if plots_are_possible():
            from gridarena_lab.report.plots.choose import plots_of

            plots = list(plots_of(found, ranking))
        else:
            blocks.append(Paragraph(f"{NO_PLOTS[0].upper()}{NO_PLOTS[1:]}."))
        blocks += _pictures(plots)
        blocks += [Heading("Results"), *build.results(found)]
        if found.plan.kind == "matrix":
            blocks += [Heading("Strength"), *build.strengths(ranking)]
    if closing:
        blocks += build.closing(found)
    return blocks, plots


def _pictures(plots: "Sequence[Plot]") -> Iterator[Block]:
    return (Picture(plot.name, plot.caption) for plot in plots)
