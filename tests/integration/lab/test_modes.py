"""A seat with several turns running, through referee, wire, SDK, record and `show`."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from gridarena_cli.render import match as match_view
from gridarena_cli.render.replay import board_after
from gridarena_lab import match
from gridarena_lab.contest import Report
from gridarena_protocol.records import Record, chain

pytestmark = pytest.mark.timeout(60)

STUCK = "2 2\n1+ 2+ . .\n. . . .\n. . . .\n2 1 4 3\n"
"""In the mode rows the second seat has no square at all."""


def _play(driver: str, board: Path, folder: Path, time: float | None) -> Record:
    (record,) = match(
        "minimax?seed=1&nodes=500", "random?seed=2", board=str(board), options={"mode": "rows"}, time=time, games=1,
        driver=driver, fallback=False, log_folder=folder, report=Report(lambda text: None),
    )  # type: ignore[call-overload] # fmt: skip
    return record


@pytest.mark.parametrize(("driver", "time"), [("direct", None), ("wire", None), ("wire", 0.2)])
def test_a_seat_out_of_squares_passes_until_the_end(driver: str, time: float | None, tmp_path: Path) -> None:
    """Forced skips are numbered records without time or proposals; the other seat moves every second turn alone."""
    board = tmp_path / "stuck.txt"
    board.write_text(STUCK, encoding="utf-8")
    record = _play(driver, board, tmp_path / "logs", time)
    assert record.result is not None
    assert (record.result.termination, record.result.winner) == ("completed", 0)
    assert [turn.turn for turn in record.turns] == list(range(1, len(record.turns) + 1))
    assert [turn.seat for turn in record.turns] == [turn % 2 for turn in range(len(record.turns))]
    moves, skips = record.turns[::2], record.turns[1::2]
    assert {turn.verdict for turn in moves} <= {"accepted", "taboo"}
    assert sum(turn.verdict == "accepted" for turn in moves) == 10
    assert {(turn.verdict, turn.skip, turn.move, turn.proposals, turn.used_us) for turn in skips} == {
        ("skipped", "no squares", "", 0, 0)
    }
    assert record.hashes == tuple(chain(record.header, record.turns))
    assert str(board_after(record.header, record.turns)).startswith("rows: points")
    page = io.StringIO()
    console = Console(file=page, width=160, markup=False)
    console.print(*match_view.single(record, skips[0]))
    assert "never: a turn without a move" in page.getvalue()
    page.truncate(0)
    console.print(*match_view.whole(record))
    assert page.getvalue().count("skipped") == len(skips)
    assert "sudoku, mode=rows on stuck" in page.getvalue()
