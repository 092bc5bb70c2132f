"""A match in a file."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from gridarena.errors import UnusableFileError
from gridarena_cli import saved
from gridarena_cli.render import shapes
from gridarena_protocol.records import Reopening
from support.matches import RECORD


@pytest.mark.parametrize(
    "record",
    [
        RECORD,
        replace(RECORD, result=None, details=()),
        replace(RECORD, void="the host said so"),
        replace(RECORD, reopenings=(Reopening(17, 1, 2, 0, "restart", (5, 6)),)),
    ],
)
def test_what_is_kept_is_read_again(record: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To the last field; the file is what `show --json` prints."""
    monkeypatch.chdir(tmp_path)
    file = saved.keep(record, 3)  # type: ignore[arg-type]
    assert saved.read(file) == record
    assert json.loads(file.read_text(encoding="utf-8")) == json.loads(json.dumps(shapes.whole_match(record)))  # type: ignore[arg-type]


def test_the_mark_of_an_editor_is_no_part_of_the_match(tmp_path: Path) -> None:
    """Notepad writes one in front."""
    file = saved.keep(RECORD, 3, tmp_path)
    file.write_text(file.read_text(encoding="utf-8"), encoding="utf-8-sig")
    assert saved.read(file) == RECORD


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"match": 1}', '"x"', "\udcff"])
def test_any_other_file_gets_one_line(text: str, tmp_path: Path) -> None:
    """Which names it."""
    file = tmp_path / "match.json"
    file.write_text(text, encoding="utf-8", errors="surrogateescape")
    with pytest.raises(UnusableFileError, match=r"match\.json, as `gridarena show MATCH --json` prints it"):
        saved.read(file)


@pytest.mark.parametrize("damage", [{"header": {}}, {"turns": [{}]}, {"turns": 5}, {"details": [5]}, {"hashes": 5}])
def test_a_damaged_file_gets_one_line(damage: dict[str, object], tmp_path: Path) -> None:
    """Whatever is missing in it."""
    file = tmp_path / "match.json"
    file.write_text(json.dumps(shapes.whole_match(RECORD) | damage), encoding="utf-8")
    with pytest.raises(UnusableFileError, match=r"match\.json"):
        saved.read(file)
