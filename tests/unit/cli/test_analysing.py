"""`analyse` and `show --analysis`, on a match in a file and on one of a server."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from gridarena_cli import saved
from gridarena_cli.main import main
from support.matches import HEADER, RECORD, played

SETUP = "2 2\n3 4 1 2\n1 . 3 4\n4 3 . 1\n2 1 4 ."
BLUNDER = played(
    "(3,3) -> 3",
    "(1,1) -> 2",
    "(2,2) -> 2",
    header=replace(HEADER, setup=SETUP, agents=("greedy", "owls/\x1b[31mmini")),
)
"""Three cells, no bomb: the first move leaves seven points to the other."""

Type = Callable[..., tuple[int, str, str]]


@pytest.fixture
def type_(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Type:
    monkeypatch.chdir(tmp_path)

    def type_(*words: str) -> tuple[int, str, str]:
        code = main(words)
        said = capsys.readouterr()
        return code, said.out, said.err

    return type_


def test_the_costliest_moves_are_told_with_their_reasons(type_: Type) -> None:
    """For people: turn, cost, what was better, why; a hostile name is shown as text."""
    code, out, err = type_("analyse", str(saved.keep(BLUNDER, 1)))
    assert code == 0, err
    assert "3 of 3 moves judged exactly" in out
    assert "greedy (seat 0)" in out
    assert "turn 1     (3,3) -> 3 cost 8" in out
    assert "points given away: lets the other complete row 1 and column 1 and block 0,0 for 7" in out
    assert "\x1b" not in out
    assert "100%  turn 3 of 3" in err


def test_json_holds_every_move(type_: Type) -> None:
    """One object; only the first move cost anything."""
    code, out, _ = type_("analyse", str(saved.keep(BLUNDER, 1)), "--json")
    assert code == 0
    found = json.loads(out)
    assert [move["turn"] for move in found["moves"]] == [1, 2, 3]
    cost = {move["turn"]: move["cost"] for move in found["moves"]}
    assert cost == {1: 8, 2: 0, 3: 0}
    assert found["costliest"] == [[1], []]


def test_show_takes_the_analysis_in(type_: Type) -> None:
    """Every move of the match, one turn of it, and the same object as JSON."""
    kept = str(saved.keep(BLUNDER, 1))
    told = json.loads(type_("analyse", kept, "--json")[1])
    _, out, _ = type_("show", kept, "--analysis")
    assert "better, and why" in out
    assert "points given away" in type_("show", kept, "--turn", "1", "--analysis")[1]
    assert json.loads(type_("show", kept, "--analysis", "--json")[1])["analysis"] == told
    assert "analysis" not in json.loads(type_("show", kept, "--json")[1])


def test_a_match_that_is_still_played_is_not_analysed(type_: Type) -> None:
    """Nobody gets advice at the board."""
    code, _, err = type_("analyse", str(saved.keep(replace(RECORD, result=None), 1)))
    assert code == 11
    assert "still being played" in err
