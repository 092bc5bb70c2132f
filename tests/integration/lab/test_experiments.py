"""Experiments played: the same plan is the same games, whatever happened on the way and whoever played them."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from gridarena.errors import FILE_EXIT, UNKNOWN_EXIT, USAGE_EXIT
from gridarena_lab import compare, matrix, sweep
from gridarena_lab.contest import ContestError
from gridarena_lab.experiment import run
from gridarena_lab.experiment.api import Games
from gridarena_lab.experiment.games import Game, heeds, load, machines
from gridarena_lab.experiment.pace import Pace
from gridarena_lab.experiment.plan import DATABASE
from gridarena_lab.experiment.seating import look
from gridarena_lab.experiment.telling import Lines
from gridarena_lab.statistics.sprt import Hypotheses
from gridarena_protocol.records import Record
from gridarena_server.store.sqlite import SqliteStore
from support.submissions import CORPUS

pytestmark = pytest.mark.timeout(120)


class Told(Lines):
    """Keeps the lines, and stops after so many games."""

    def __init__(self, stop_after: int | None = None) -> None:
        self.lines: list[str] = []
        super().__init__(self.lines.append)
        self._stop_after = stop_after

    def ended(self, game: Game, pace: Pace) -> None:
        super().ended(game, pace)
        if pace.finished == self._stop_after:
            raise KeyboardInterrupt


@pytest.fixture
def here() -> Any:
    """Plays games in this process."""
    with ThreadPoolExecutor(1) as executor:
        yield executor


def _sweep(folder: Path, executor: Executor, watcher: Told | None = None, **more: Any) -> Games:
    words: dict[str, Any] = {"boards": "easy-2x2", "budgets": "20n", "games": 4, "opening": 2, "jobs": 1}
    return sweep(
        "minimax?depth=1:2:1",
        vs="greedy",
        folder=folder,
        executor=executor,
        watcher=watcher or Told(),
        **(words | more),
    )


async def _records(folder: Path, count: int) -> list[Record]:
    async with await SqliteStore.open(folder / DATABASE) as store:
        found = [await store.match(number) for number in range(1, count + 1)]
    return [record for record in found if record is not None]


def _moves(records: Sequence[Record]) -> list[Any]:
    """Everything but times, and how many proposals travelled before the one that counted."""
    return [
        (
            replace(record.header, started_at=0),
            [(turn.seat, turn.move, turn.verdict, turn.points, turn.skip, turn.answer) for turn in record.turns],
            record.result and replace(record.result, ended_at=0, hash=""),
        )
        for record in records
    ]


def test_an_experiment_survives_an_interrupt(tmp_path: Path, here: Executor) -> None:
    """The same call goes on, plays no game twice, and ends with the games that it would have had without."""
    told = Told(stop_after=3)
    with pytest.raises(KeyboardInterrupt):
        _sweep(tmp_path / "stopped", here, told)
    kept = asyncio.run(_records(tmp_path / "stopped", 8))
    assert len(kept) == len(load(tmp_path / "stopped")[1]) == 3
    told = Told()
    games = _sweep(tmp_path / "stopped", here, told)
    assert any("3 are played already" in line for line in told.lines)
    assert [game.number for game in games] == list(range(1, 9))
    records = asyncio.run(_records(tmp_path / "stopped", 8))
    assert records[:3] == kept
    _sweep(tmp_path / "whole", here)
    assert _moves(asyncio.run(_records(tmp_path / "whole", 8))) == _moves(records)
    assert len(machines(tmp_path / "stopped")) in (1, 2)  # equal ones in a row are told once


def test_more_pairs_may_be_asked_for(tmp_path: Path, here: Executor) -> None:
    """The games there are stay; nothing else of a plan may change in its folder."""
    first = _sweep(tmp_path, here, games=2)
    told = Told()
    more = _sweep(tmp_path, here, told, games=4)
    assert more[:4] == list(first)
    assert len(more) == 8
    assert len(_sweep(tmp_path, here, games=2)) == 8
    with pytest.raises(ContestError, match="holds another experiment"):
        _sweep(tmp_path, here, seed=2)


@pytest.mark.timeout(240)
def test_both_drivers_play_the_same_games(tmp_path: Path) -> None:
    """With a budget of nodes; over gRPC and without."""
    records = []
    for driver in ("direct", "wire"):
        matrix(
            "skip", "mcts?c=1", boards="random-2x2", budgets="30n", games=2, driver=driver, jobs=1,
            folder=tmp_path / driver, watcher=Told(),
        )  # fmt: skip
        records.append(_moves(asyncio.run(_records(tmp_path / driver, 2))))
    assert records[0] == records[1]


def test_the_seeds_are_not_the_same_in_every_game(tmp_path: Path, here: Executor) -> None:
    """Another opening for every pair, the same one for both of its games and for all agents."""
    _sweep(tmp_path, here)
    records = asyncio.run(_records(tmp_path, 8))
    assert len({record.header.setup for record in records}) == 2
    assert [record.header.setup for record in records[:4]] == [records[0].header.setup] * 4


def test_a_comparison_ends_when_it_is_decided(tmp_path: Path, here: Executor) -> None:
    """Long before the most games; with no game left over."""
    games = compare(
        "minimax?depth=1", "random", boards="easy-2x2", budgets="20n", games=400, opening=2, folder=tmp_path,
        test=Hypotheses(0, 200, 0.1, 0.1), executor=here, jobs=1, watcher=Told(),
    )  # fmt: skip
    assert games.end == "decided"
    assert 2 < len(games) < 100
    assert list(games) == load(tmp_path)[1]


def test_a_short_time_is_enough_for_a_balanced_table(tmp_path: Path, here: Executor) -> None:
    """Whole rounds; the first one is played in any case, and the same call goes on."""
    games = _sweep(tmp_path, here, games=4000, within=0.5)
    assert games.end == "out of time"
    assert len(games) < 4000


@pytest.mark.parametrize(
    ("agent", "words", "code"),
    [
        (f"course:{CORPUS}/team-08 A2", "cannot be given a budget of nodes: give it a time", USAGE_EXIT),
        ("minimax?nodes=5", "has a number of nodes of its own beside the budget 20n", USAGE_EXIT),
        ("pmcs", "pmcs plays dots, not sudoku", USAGE_EXIT),
        ("human", "expected programs in an experiment", USAGE_EXIT),
        ("nobody", "no agent is called 'nobody'", UNKNOWN_EXIT),
        ("mcts?x=1", "does not take these options", FILE_EXIT),
        ("./nowhere.py:Owl", "there is none", FILE_EXIT),
        ("gridarena_lab:Nobody", "expected an agent 'Nobody'", FILE_EXIT),
    ],
)
def test_what_cannot_be_played_is_said_first(tmp_path: Path, here: Executor, agent: str, words: str, code: int) -> None:
    """In one line, before any game and without a trace; with the number that any other command would end with."""
    with pytest.raises(ContestError, match=words) as caught:
        matrix(
            agent,
            "greedy",
            boards="easy-2x2",
            budgets="20n",
            executor=here,
            folder=tmp_path / "a" / "b",
            watcher=Told(),
        )
    assert "\n" not in str(caught.value)
    assert caught.value.exit_code == code
    assert list(tmp_path.iterdir()) == []


def test_an_agent_that_does_not_count_is_named(tmp_path: Path, here: Executor) -> None:
    """Once."""
    told = Told()
    _sweep(tmp_path, here, told, games=2)
    assert [line for line in told.lines if "does not count" in line] == [
        "greedy does not count nodes (it has no option nodes): 20n or not, it has to stop by itself"
    ]


def test_what_the_agents_heed_is_kept(tmp_path: Path, here: Executor) -> None:
    """For the report, which promises to play the same games again only where that is true."""
    _sweep(tmp_path, here, games=2)
    both = {"nodes", "seed"}
    assert heeds(tmp_path) == {"minimax?depth=1": both, "minimax?depth=2": both, "greedy": {"seed"}}


class Broken(Executor):
    """Somebody's executor whose processes are gone after the agents were looked at."""

    def __init__(self, inner: Executor) -> None:
        self._inner = inner

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> "Future[Any]":  # type: ignore[override]
        if fn is look:
            return self._inner.submit(fn, *args, **kwargs)
        raise BrokenProcessPool("a child process terminated abruptly")


def test_a_broken_executor_of_somebody_gets_one_line(tmp_path: Path, here: Executor) -> None:
    """It is not ours to start again."""
    with pytest.raises(ContestError, match=r"the executor is broken .*: the same call goes on"):
        _sweep(tmp_path, Broken(here))


def test_an_agent_whose_import_does_not_end_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for it without limit."""
    monkeypatch.setattr("gridarena_lab.experiment.run.LOADING_S", 5.0)
    file = tmp_path / "importhang.py"
    file.write_text("import time\n\ntime.sleep(1000)\n", encoding="utf-8")
    with pytest.raises(ContestError, match=r"importhang\.py is not loaded after 5 s") as raised:
        compare("greedy", str(file), boards="easy-2x2", budgets="20n", games=2, folder=tmp_path, jobs=1)
    assert raised.value.exit_code == FILE_EXIT


DYING = """
import os
from pathlib import Path
import gridarena

class Dying(gridarena.Agent):
    def play(self, turn):
        marker = Path({marker!r})
        if not marker.exists():
            marker.touch()
            os._exit(7)
        turn.propose(next(turn.board.legal_moves()))

class Doomed(gridarena.Agent):
    def play(self, turn):
        os._exit(8)
"""


def test_a_worker_that_dies_costs_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its game is played again, unless it dies again and again."""
    file = tmp_path / "dying.py"
    file.write_text(DYING.format(marker=str(tmp_path / "marker")), encoding="utf-8")
    told = Told()
    asked: dict[str, Any] = {"boards": "easy-2x2", "games": 2, "jobs": 1, "budgets": "untimed"}
    games = matrix(f"{file}:Dying", "random", folder=tmp_path / "dying", watcher=told, **asked)
    assert len(games) == 2
    again = [line for line in told.lines if "is played again" in line]
    assert len(again) == 1
    assert "a worker process died with exit code 7" in again[0]
    monkeypatch.setattr(run, "MOST_FAILURES", 1)
    with pytest.raises(
        ContestError, match=r"game 1 .* failed 1 times; the last time a worker process died with exit code 8"
    ):
        matrix(f"{file}:Doomed", "random", folder=tmp_path / "doomed", watcher=Told(), **asked)


CHANGING = """
import gridarena

class Mine(gridarena.Agent):
    def play(self, turn):
        turn.propose({moves}[0])
"""


def test_another_agent_behind_the_same_words_is_another_experiment(tmp_path: Path, here: Executor) -> None:
    """Neither are its games mixed with the old ones, nor is the old answer given about it."""
    file = tmp_path / "changing.py"
    told: dict[str, Any] = {"boards": "easy-2x2", "budgets": "untimed", "jobs": 1, "executor": here, "watcher": Told()}
    file.write_text(CHANGING.format(moves="list(turn.board.legal_moves())"), encoding="utf-8")
    play = partial(matrix, f"{file}:Mine", "random", folder=tmp_path / "kept", **told)
    play(games=2)
    assert len(play(games=4)) == 4
    file.write_text(CHANGING.format(moves="sorted(turn.board.legal_moves())"), encoding="utf-8")
    for games in (2, 6):
        with pytest.raises(ContestError, match=r"changing\.py:Mine has changed since game 4: .* --out"):
            play(games=games)
    plan, games = load(tmp_path / "kept")
    assert (plan.pairs, len(games)) == (2, 4)


@pytest.mark.parametrize("opening", [0, 1])
def test_another_board_behind_the_same_words_is_another_experiment(
    tmp_path: Path, here: Executor, opening: int
) -> None:
    """Also where the games begin some random moves behind it."""
    file = tmp_path / "board.txt"
    rows = "1 . . .\n. . . .\n. . . .\n. . . .\n"
    file.write_text(f"2 2\n{rows}", encoding="utf-8")
    play = partial(
        matrix, "greedy", "random", boards=str(file), budgets="untimed", jobs=1, executor=here, watcher=Told(),
        folder=tmp_path / "kept", opening=opening,
    )  # fmt: skip
    play(games=2)
    assert len(play(games=4)) == 4
    file.write_text(f"2 2\n{rows.replace('1', '2')}", encoding="utf-8")
    for games in (2, 6):
        with pytest.raises(ContestError, match=r"board\.txt has changed since game 4"):
            play(games=games)
