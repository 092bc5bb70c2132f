"""A plan as TOML: written into its experiment's folder, and read from there or from a file that somebody wrote.

Whoever writes one names lists (``agents``, ``opponents``, ``boards``, ``budgets``), see
:mod:`gridarena_lab.experiment.expand`; what is kept in a folder lists every cell, so that it means the same tomorrow,
whatever a pattern would match then.
"""

import json
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from gridarena_lab.contest import ContestError
from gridarena_lab.experiment.plan import FILE, Cell, Experiment
from gridarena_lab.statistics.sprt import Hypotheses


def write_plan(experiment: Experiment) -> str:
    """The plan with every cell; :func:`read_plan` gives the same one back."""
    stopping = experiment.stopping
    lines = [
        f"name = {_text(experiment.name)}",
        f"kind = {_text(experiment.kind)}",
        f"game = {_text(experiment.game)}",
        f"pairs = {experiment.pairs}",
        f"seed = {experiment.seed}",
        f"opening = {experiment.opening}",
        f"swept = [{', '.join(map(_text, experiment.swept))}]",
        f"scale = {float(experiment.scale)}",
        f"command = {_text(experiment.command)}",
        "",
        "[options]",
        *(f"{_text(name)} = {_text(value)}" for name, value in experiment.options.items()),
    ]
    if stopping is not None:
        lines += ["", "[stopping]", *(f"{name} = {value!r}" for name, value in asdict(stopping).items())]
    for cell in experiment.cells:
        words = {"agent": cell.agent, "rival": cell.rival, "board": cell.board, "budget": cell.budget}
        lines += ["", "[[cell]]", *(f"{name} = {_text(word)}" for name, word in words.items())]
    return "\n".join((*lines, ""))


def read_plan(text: str) -> Experiment:
    """Reads what :func:`write_plan` wrote.

    Raises:
        ContestError: this is no such text.
    """
    try:
        table = tomllib.loads(text)
        cells = tuple(Cell(**cell) for cell in table.pop("cell"))
        stopping = table.pop("stopping", None)
        if stopping is not None:
            stopping = Hypotheses(**stopping)
        swept = tuple(table.pop("swept"))
        experiment = Experiment(cells=cells, stopping=stopping, swept=swept, **table)
    except (ValueError, KeyError, TypeError) as error:
        raise ContestError(f"expected an experiment's plan as gridarena writes it: {error}") from None
    return experiment


def kept_plan(folder: Path) -> Experiment:
    """The plan of the experiment in this folder.

    Raises:
        ContestError: there is none, or it cannot be read.
    """
    file = folder / FILE
    try:
        return read_plan(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        raise ContestError(f"expected an experiment's folder with its {FILE}, got {str(folder)!r}") from None
    except ContestError as error:
        raise ContestError(f"{file}: {error}") from None


def read_table(file: Path) -> Mapping[str, Any]:
    """A TOML file that somebody wrote.

    Raises:
        ContestError: it cannot be read.
    """
    try:
        return tomllib.loads(file.read_text(encoding="utf-8-sig"))  # Notepad leaves a mark in front
    except (OSError, UnicodeDecodeError):
        raise ContestError(f"expected a TOML file, got {str(file)!r}, which cannot be read") from None
    except tomllib.TOMLDecodeError as error:
        raise ContestError(f"{file}: {error}") from None


def words(value: str | Iterable[str]) -> tuple[str, ...]:
    """One word, or a list of them."""
    return (value,) if isinstance(value, str) else tuple(value)


def _text(word: str) -> str:
    """A basic string: JSON's escapes are TOML's, but for the one control character that JSON leaves alone."""
    return json.dumps(word, ensure_ascii=False).replace("\x7f", "\\u007f")
