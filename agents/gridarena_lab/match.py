"""Two agents, some matches, and what became of them: ``match(Mine, "greedy", board="empty-3x3")``.

The function is synchronous, for a script, a test or a notebook cell, and returns the plain records that a server keeps.
"""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from pathlib import Path
from typing import Any, Literal

from gridarena.agent import Agent
from gridarena.boards import meant_game, start_board, usual_board
from gridarena.ending import sentence
from gridarena.running import _loop_runs, _run_in_thread, refuse_in_worker
from gridarena_games.registry import find_game
from gridarena_lab.contest import Contest, ContestError, Report, entrants
from gridarena_protocol.records import Clock, Record, Rules
from gridarena_protocol.views import StartBoard
from gridarena_server.errors import ArenaError as ServerError
from gridarena_server.errors import ServiceError


class Records(list[Record]):
    """Matches in the order in which they were played; shown as one line each, for the end of a notebook's cell."""

    def __repr__(self) -> str:
        return "\n".join(_line(record) for record in self) or "no matches"


Driver = Literal["wire", "direct"]
MOST_JOBS = 15
"""What an agent can offer to play at once."""


def match(
    first: str | type[Agent],
    second: str | type[Agent],
    *,
    game: str | None = None,
    board: str | StartBoard | None = None,
    options: Mapping[str, str] | None = None,
    time: float | None = 0.1,
    revealed: bool = False,
    games: int = 2,
    swap: bool = True,
    jobs: int = 1,
    driver: Driver = "wire",
    rules: Rules | None = None,
    fallback: bool = True,
    inline: bool = False,
    log_folder: Path | None = None,
    report: Report | None = None,
) -> Records:
    """Plays ``games`` matches of two agents and returns their records in order.

    Args:
        first: An agent's address ("greedy", "./mine.py:Mine") or class; it moves first in the first match.
        second: The other one; the same agent twice gets the labels ``name-1`` and ``name-2``.
        game: The game's name; None: the one that the board is of.
        board: A start position's name (see :mod:`gridarena.boards`) or a file, or the position itself; None: the
            game's usual one.
        options: The game's options; a position has its own.
        time: Seconds a turn; None is untimed.
        revealed: The agents are told how much time they have.
        games: How many matches.
        swap: Every second match is played with the seats swapped.
        jobs: How many are played at once; more than there are processor cores take each other's time.
        driver: "wire" plays over gRPC with a server on this machine; "direct" without a network, untimed only.
        rules: The referee's own rules.
        fallback: The SDK sends a random legal move when a turn opens (wire only).
        inline: Search in this process, where prints and ``breakpoint()`` work; a class that no other process can find,
            as that of a notebook's cell, does so anyway.
        log_folder: Where the agents' prints and tracebacks go.
        report: Who is told what happens meanwhile; None: standard error.

    Raises:
        ArenaError: an agent, its options or the contest itself cannot be used; one line says why.
        GameError: there is no such game or board.
    """
    refuse_in_worker("match")
    name = find_game(game or meant_game((board,) if isinstance(board, str) else (), options)).name
    contest = Contest(
        entrants(first, second),
        board if isinstance(board, StartBoard) else start_board(name, board or usual_board(name), options),
        _clock(time, revealed=revealed),
        game=name,
        rules=rules or Rules(),
        games=games,
        swap=swap,
        jobs=jobs,
        fallback=fallback,
        inline=inline,
        log_folder=log_folder,
    )
    return Records(_run(lambda: play(contest, driver, report or Report())))


async def play(contest: Contest, driver: Driver, report: Report) -> list[Record]:
    """:func:`match` for code that has an event loop; cancel it to stop.

    Raises:
        ArenaError: as :func:`match`.
    """
    if contest.games < 1:
        raise ContestError(f"expected at least one game, got {contest.games}")
    if not 1 <= contest.jobs <= MOST_JOBS:
        raise ContestError(f"expected 1 to {MOST_JOBS} matches at once, got {contest.jobs}")
    if contest.jobs > 1 and (driver == "direct" or contest.inline):
        raise ContestError(f"{'inline' if contest.inline else 'the direct driver'} plays one match after the other")
    try:
        if driver == "direct":
            from gridarena_lab.direct import play_direct

            return await play_direct(contest, report)
        if driver == "wire":
            from gridarena_lab.wire import play_wire

            return await play_wire(contest, report)
    except ServiceError as error:
        raise ContestError(f"board {contest.board.name}: {error.text}") from error
    except ServerError as error:
        raise ContestError(str(error), error.exit_code) from error
    raise ContestError(f"expected the driver wire or direct, got {driver!r}")


def _line(record: Record) -> str:
    first, second = record.header.agents
    return f"match {record.header.match} ({first} - {second}): {sentence(record)}"


def _clock(time: float | None, *, revealed: bool) -> Clock:
    if time is None:
        return Clock("untimed")
    if not 0.001 <= time <= 3600:
        raise ContestError(f"expected a time from 0.001 to 3600 seconds, or none, got {time!r}")
    return Clock("revealed" if revealed else "hidden", round(time * 1000))


def _run(work: Callable[[], Coroutine[Any, Any, list[Record]]]) -> list[Record]:
    """Runs it to its end; beside a loop that is running (a notebook) in a thread with a loop of its own."""
    records: list[Record] = []

    async def main() -> None:
        records.extend(await work())

    if _loop_runs():
        _run_in_thread(main)
    else:
        asyncio.run(main())
    return records
