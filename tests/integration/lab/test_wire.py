"""The wire driver against the direct one: a server, gRPC, worker processes, and the same records."""

from dataclasses import replace
from pathlib import Path

import pytest

import gridarena
from gridarena.errors import ArenaError
from gridarena_lab import match
from gridarena_lab.contest import Report
from gridarena_protocol.records import Record, TurnRecord

pytestmark = pytest.mark.timeout(60)


def _play(driver: str, first: str, second: str, folder: Path, **more: object) -> list[Record]:
    return match(
        first, second, time=None, driver=driver, fallback=False, log_folder=folder,
        report=Report(lambda text: None), **more,
    )  # type: ignore[arg-type] # fmt: skip


def _timeless(record: Record) -> Record:
    """The record without instants and durations, and without the hashes that cover them."""
    assert record.result is not None
    return replace(
        record,
        header=replace(record.header, started_at=0),
        turns=tuple(_timeless_turn(turn) for turn in record.turns),
        result=replace(record.result, ended_at=0, hash=""),
        hashes=(),
        details=tuple(
            replace(detail, seen=tuple(replace(seen, arrival_us=0) for seen in detail.seen))
            for detail in record.details
        ),
    )


def _timeless_turn(turn: TurnRecord) -> TurnRecord:
    return replace(turn, opened_at=0, arrival_us=0, used_us=0, stall_us=0, rtt_us=0)


def test_both_drivers_make_equal_records(tmp_path: Path) -> None:
    """Header, turns with their answers and proposals, result: equal apart from times."""
    asked = {"board": "random-2x3", "games": 2}
    wire = _play("wire", "random?seed=3", "random?seed=4", tmp_path, **asked)
    direct = _play("direct", "random?seed=3", "random?seed=4", tmp_path, **asked)
    assert len(wire) == 2
    assert [_timeless(record) for record in wire] == [_timeless(record) for record in direct]
    assert any(turn.verdict == "taboo" for record in wire for turn in record.turns)


def test_both_drivers_play_searches_alike(tmp_path: Path) -> None:
    """Agents with a budget of nodes make the same moves; how many proposals travel is a matter of time."""
    asked = {"board": "random-2x2", "games": 2}
    wire = _play("wire", "skip?seed=1&nodes=300", "minimax?seed=2&nodes=300", tmp_path, **asked)
    direct = _play("direct", "skip?seed=1&nodes=300", "minimax?seed=2&nodes=300", tmp_path, **asked)
    for one, other in zip(wire, direct, strict=True):
        assert [(t.move, t.verdict, t.points, t.answer) for t in one.turns] == [
            (t.move, t.verdict, t.points, t.answer) for t in other.turns
        ]


def test_a_class_of_a_function_plays_inline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As one typed into a notebook; with a clock, both seats, and news on the way."""
    monkeypatch.setattr("gridarena._session.LOADING_S", 60.0)  # a busy machine loads the rival slowly, and says so

    class Here(gridarena.Agent):
        def play(self, turn: gridarena.Turn) -> None:
            turn.propose(next(turn.board.legal_moves()))

    said: list[str] = []
    turns: list[TurnRecord] = []
    over: list[Record] = []
    records = match(
        Here, "greedy", board="random-2x2", time=1.0, revealed=True, log_folder=tmp_path,
        report=Report(said.append, lambda number, turn: turns.append(turn), over.append),
    )  # fmt: skip
    assert [record.header.agents for record in records] == [("here", "greedy"), ("greedy", "here")]
    assert all(record.result is not None and record.result.termination == "completed" for record in records)
    assert over == records
    assert turns == [turn for record in records for turn in record.turns]
    assert said == []  # nothing was out of the ordinary


def test_an_agent_that_cannot_be_loaded_ends_it_with_one_line(tmp_path: Path) -> None:
    """Nobody waits for it."""
    file = tmp_path / "broken.py"
    file.write_text("import nothing_of_this_name\n", encoding="utf-8")
    with pytest.raises(ArenaError, match=r"broken\.py.*nothing_of_this_name"):
        match(str(file), "random", board="empty-2x2", log_folder=tmp_path, report=Report(lambda text: None))


def test_an_agent_whose_import_does_not_end_ends_it_with_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other one does not wait without limit."""
    monkeypatch.setattr("gridarena_lab.wire.LOADING_S", 5.0)
    file = tmp_path / "importhang.py"
    file.write_text("import time\n\ntime.sleep(1000)\n", encoding="utf-8")
    with pytest.raises(ArenaError, match="importhang is not loaded after 5 s"):
        match(str(file), "random", board="empty-2x2", log_folder=tmp_path, report=Report(lambda text: None))


def test_a_start_without_solution_is_refused(tmp_path: Path) -> None:
    """Before any agent is started."""
    board = tmp_path / "dead.txt"
    board.write_text("2 2\n1 2 3 .\n. . . 4\n. . . .\n. . . .", encoding="utf-8")
    with pytest.raises(ArenaError, match="board dead: the start position has no solution"):
        match("random", "random", board=str(board), log_folder=tmp_path)


def test_an_agent_of_another_game_is_not_seated(tmp_path: Path) -> None:
    """Said in one line before anything is played."""
    with pytest.raises(ArenaError, match="greedy plays sudoku, not dots"):
        _play("wire", "random", "greedy", tmp_path, board="2x2")


def test_matches_at_once_are_the_same_matches(tmp_path: Path) -> None:
    """In their order, with the seats they would have one after the other."""
    asked = {"board": "random-2x2", "games": 4}
    alone, together = (_play("wire", "greedy", "minimax?nodes=50", tmp_path, jobs=jobs, **asked) for jobs in (1, 2))
    assert [record.header.match for record in together] == [1, 2, 3, 4]
    assert [record.header.agents for record in together] == [record.header.agents for record in alone]
    assert all(record.result for record in together)


def test_only_the_wire_plays_matches_at_once(tmp_path: Path) -> None:
    """Whatever searches in this process has it to itself."""
    with pytest.raises(ArenaError, match="one match after the other"):
        _play("direct", "greedy", "greedy", tmp_path, jobs=2)
    with pytest.raises(ArenaError, match="one match after the other"):
        _play("wire", "greedy", "greedy", tmp_path, jobs=2, inline=True)
    with pytest.raises(ArenaError, match="1 to 15 matches at once"):
        _play("wire", "greedy", "greedy", tmp_path, jobs=16)
