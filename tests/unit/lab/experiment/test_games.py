"""Games read back from an experiment's folder."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from gridarena_lab import match
from gridarena_lab.contest import ContestError
from gridarena_lab.experiment.games import Measured, load, machines, measured_of
from gridarena_lab.experiment.keeping import facts_of
from gridarena_lab.experiment.machine import Machine, machine_text, this_machine
from gridarena_lab.experiment.plan import DATABASE, FILE, Cell, Experiment
from gridarena_lab.experiment.text import write_plan
from gridarena_protocol.records import Record, chain
from gridarena_server.facts import HostEvent
from gridarena_server.store.sqlite import SqliteStore

CELLS = (Cell("minimax?nodes=9", "greedy", "easy-2x2", "untimed"), Cell("skip", "random", "easy-2x2", "untimed"))
PLAN = Experiment("mine", "matrix", CELLS, 2, 7, "sudoku")


def _played() -> list[Record]:
    """The first cell's first pair, under the numbers of the second one's second pair."""
    records = match("minimax?nodes=9&seed=1", "greedy?seed=2", board="easy-2x2", time=None, driver="direct")
    renumbered = [replace(one.header, match=PLAN.number(1, 1, leg)) for leg, one in enumerate(records)]
    return [
        replace(
            one,
            header=header,
            result=replace(one.result, match=header.match),  # type: ignore[type-var] # it is over
            hashes=tuple(chain(header, one.turns)),
        )
        for one, header in zip(records, renumbered, strict=True)
    ]


async def test_what_is_kept_can_be_read_while_it_is_written(tmp_path: Path) -> None:
    """Beside the running experiment, seen by the cell's agent, seats unswapped; the records are whole."""
    (tmp_path / FILE).write_text(write_plan(PLAN), encoding="utf-8")
    assert load(tmp_path) == (PLAN, [])
    records = await asyncio.to_thread(_played)
    machine = this_machine(2, 0.25)
    async with await SqliteStore.open(tmp_path / DATABASE) as store:
        store.append(HostEvent("machine.measured", machine_text(machine), 1))
        for record in reversed(records):
            await store.append(*facts_of(record, measured_of(record, 0.5, 1.25)))
        plan, games = load(tmp_path)
        assert [await store.match(record.header.match) for record in records] == records
    assert load(tmp_path) == (plan, games)  # and when it is closed
    assert machines(tmp_path) == [machine]
    assert [(game.cell, game.pair, game.leg, game.load, game.seconds) for game in games] == [
        (CELLS[1], 1, 0, 0.5, 1.25),
        (CELLS[1], 1, 1, 0.5, 1.25),
    ]
    for game, record in zip(games, records, strict=True):
        assert record.result is not None
        seat = record.header.agents.index("minimax")
        assert game.points == (record.result.points[seat], record.result.points[1 - seat])
        assert game.score == (0.5 if record.result.winner is None else float(record.result.winner == seat))
        assert game.loser == {1.0: "random", 0.5: None, 0.0: "skip"}[game.score]
        assert game.nodes[0] is not None
        assert game.nodes[0] <= 9
        assert game.depth[1] == 1
        assert game.nodes[1] is None


def test_what_an_agent_said_is_averaged_over_its_turns() -> None:
    """By seat, over those in which it said something."""
    record = _played()[0]
    said = [
        detail.seen[-1].thinking
        for turn, detail in zip(record.turns, record.details, strict=True)
        if turn.seat == 0 and detail.seen
    ]
    depths = [thinking.depth for thinking in said if thinking is not None and thinking.depth is not None]
    assert measured_of(record, 0, 0).depth[0] == pytest.approx(sum(depths) / len(depths))
    bare = replace(record, details=())
    assert measured_of(bare, 0.1234, 2) == Measured((None, None), (None, None), 0.123, 2)


def test_a_damaged_database_gets_one_line(tmp_path: Path) -> None:
    """With its name."""
    (tmp_path / FILE).write_text(write_plan(PLAN), encoding="utf-8")
    (tmp_path / DATABASE).write_text("no database" * 100, encoding="utf-8")
    with pytest.raises(ContestError, match=r"games\.db") as caught:
        load(tmp_path)
    assert "\n" not in str(caught.value)


def test_a_machine_is_told_in_full() -> None:
    """Versions, processor, system, cores; nothing unknown but what is not installed."""
    machine = this_machine(1, 0)
    assert isinstance(machine, Machine)
    assert all((machine.processor, machine.system, machine.python, machine.numpy, machine.gridarena))
    assert machine.cores >= 1
