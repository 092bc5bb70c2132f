"""Training of NEAT networks: one seed, one result; what is asked for and what comes out."""

import json
import random
from itertools import islice
from pathlib import Path

import pytest

from gridarena_agents.reports.network import from_file
from gridarena_cli.main import main
from gridarena_lab.neat import cells, play
from gridarena_lab.neat.evolution import evolve
from gridarena_lab.neat.training import Course, train

pytest.importorskip("neat", reason="needs the extra [neat]")
pytestmark = pytest.mark.timeout(120)


def test_phase_one_is_passed_by_learning() -> None:
    """From links of random sign to every cell of every board; the fitness ends higher than it began."""
    told: list[float] = []
    trained = train(Course(2, 2, 1, 300, 100, 2, 1), lambda what, share: told.append(share))
    assert trained.passed
    assert trained.scores == {"cells": 1}
    assert trained.best[-1] > trained.best[0]
    assert len(told) == len(trained.best) < 300
    assert cells.share_right(trained.network, 5) == 1


def test_a_seed_stands_for_one_result() -> None:
    """Whatever was drawn before; and nobody's own draws are disturbed."""

    def run(seed: int) -> list[object]:
        def judge(number: int, networks: object) -> list[float]:
            random.random()
            return play.marks("2x2", 2, seed, number, networks)  # type: ignore[arg-type]

        return list(islice(evolve(play.settings(4), "actions", seed, judge), 2))

    random.seed(5)
    before = random.getstate()
    one = run(1)
    random.seed(6)
    other = run(1)
    assert one == other
    assert run(2) != one
    random.setstate(before)


def test_the_command_writes_a_network_and_a_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The network can be read again, the picture is a PNG, the JSON says where both are."""
    pytest.importorskip("matplotlib", reason="needs the extra [neat]")
    file = tmp_path / "mine" / "net.json"
    words = ("lab", "train-neat", "2x2", "--phase", "1", "--population", "50", "--seed", "3", "-o", str(file), "--json")
    assert main(words) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["passed"], told["seed"], told["file"]) == (True, 3, str(file))
    assert len(told["best"]) == len(told["mean"])
    assert from_file(file).kind == "cells"
    assert Path(told["plot"]).read_bytes().startswith(b"\x89PNG")
    assert json.loads(file.read_text(encoding="utf-8"))["trained"]["command"].endswith("--seed 3")


@pytest.mark.parametrize("words", [("2y2",), ("9x9",), ("2x2", "--games", "3")])
def test_what_cannot_be_trained_is_said_in_one_line(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    """Before anything is."""
    assert main(("lab", "train-neat", *words)) == 2
    assert capsys.readouterr().err.count("\n") == 1
