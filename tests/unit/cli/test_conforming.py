"""`conformance` law by law."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from gridarena.testing_games import LAWS
from gridarena_cli import conforming
from gridarena_cli.exits import CliError, Exit
from gridarena_games.dots import Dots, DotsBoard, Edge
from gridarena_games.errors import InvalidSetupError


class ForgetfulBoard(DotsBoard):
    def pop(self) -> None:
        points = list(self._points)
        super().pop()
        self._points[:] = points


class RaisingBoard(DotsBoard):
    def legal_moves(self) -> Iterator[Edge]:
        raise RuntimeError("as planned")


class Forgetful(Dots):
    board: type[DotsBoard] = ForgetfulBoard

    def start(self, setup, options):
        board = super().start(setup, options)
        board.__class__ = self.board
        return board


class Raising(Forgetful):
    board = RaisingBoard


def trial(game: str, *starts: str) -> conforming.Trial:
    return conforming.Trial(game, starts, (), 1, 1)


class Printing(Forgetful):
    board = DotsBoard

    def start(self, setup, options):
        print("thinking")  # noqa: T201
        return super().start(setup, options)


def test_prints_of_a_game_stay_out_of_the_object(capsys: pytest.CaptureFixture[str]) -> None:
    """One object on standard output, nothing else."""
    conforming.check(trial(f"{__name__}:Printing", "1x2"), as_json=True)
    told = capsys.readouterr()
    assert json.loads(told.out)["ok"] is True
    assert "thinking" in told.err


def test_a_long_text_is_no_file() -> None:
    """Longer than any file's name may be."""
    text = " ".join(["16"] * 256)
    assert conforming._text(text) == text


def test_a_good_game_keeps_every_law(capsys: pytest.CaptureFixture[str]) -> None:
    """A line each, then the whole."""
    conforming.check(trial("dots", "1x2", "2x2"), as_json=False)
    lines = capsys.readouterr().out.splitlines()
    assert [line.split() for line in lines[:-1]] == [["ok", law.__name__] for law in LAWS]
    assert lines[-1] == f"dots keeps all {len(LAWS)} laws on 1x2, 2x2"


@pytest.mark.parametrize(
    ("game", "law", "words"),
    [
        (Forgetful, "pop_undoes_push", "a pop did not give back the board before the push; after: h("),
        (Raising, "playouts_end", "1x2: the game raised RuntimeError: as planned"),
    ],
)
def test_a_broken_law_is_named_with_its_moves(
    game: type, law: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What it says, on which start, and the others go on."""
    with pytest.raises(CliError, match=r"dots breaks \d+ of \d+ laws \(seed 1\)") as caught:
        conforming.check(trial(f"{__name__}:{game.__name__}", "1x2"), as_json=True)
    assert caught.value.exit_code == Exit.PROBLEM
    found = json.loads(capsys.readouterr().out)
    assert not found["ok"]
    assert len(found["laws"]) == len(LAWS)
    assert words in next(one["broken"] for one in found["laws"] if one["law"] == law)


@pytest.mark.parametrize(
    ("game", "code", "words"),
    [
        ("nowhere:Game", Exit.BAD_FILE, "cannot be loaded: ModuleNotFoundError"),
        ("json:JSONDecoder", Exit.BAD_FILE, "is no game: expected name, start, move and text"),
        ("os:nothing", Exit.BAD_FILE, "cannot be loaded: AttributeError"),
    ],
)
def test_what_is_no_game_is_told(game: str, code: Exit, words: str) -> None:
    """In one line."""
    with pytest.raises(CliError) as caught:
        conforming.check(trial(game, "1x1"), as_json=False)
    assert caught.value.exit_code == code
    assert words in str(caught.value)


def test_starts_are_names_files_or_text(tmp_path: Path) -> None:
    """And one that the game refuses is no law's business."""
    file = tmp_path / "mine.txt"
    file.write_text("1x2 1000000", encoding="utf-8")
    starts = conforming.positions(Dots(), trial("dots", "2x2", str(file), "1x1 1100", "random-2x2-1"))
    assert [start.setup for _, start in starts][:3] == ["2x2", "1x2 1000000", "1x1 1100"]
    with pytest.raises(InvalidSetupError):
        conforming.positions(Dots(), trial("dots", "elsewhere"))
