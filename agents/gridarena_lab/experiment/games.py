"""The games of an experiment as a report needs them, read at any moment: finished, interrupted, or while it runs.

Who won and how is read from the matches' own records. What no record holds (the load, what the agents said of their
searches on average) was written down beside each of them in the same transaction.
"""

import asyncio
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean
from typing import TypeVar

from gridarena_games.base import SEATS, Seat
from gridarena_lab.contest import ContestError
from gridarena_lab.experiment.decision import last_counted
from gridarena_lab.experiment.machine import Machine, read_machine
from gridarena_lab.experiment.plan import DATABASE, Cell, Experiment
from gridarena_lab.experiment.seating import read_heeds
from gridarena_lab.experiment.text import kept_plan
from gridarena_protocol.records import MatchHeader, MatchResult, Record, Thinking
from gridarena_server.facts import HostEvent
from gridarena_server.store.base import Played, StoreError
from gridarena_server.store.reading import played_and_noted

T = TypeVar("T")
Pair = tuple[float | None, float | None]


@dataclass(frozen=True, slots=True)
class Measured:
    """What a match's record does not hold."""

    depth: Pair
    """Mean depth of the proposals that counted, by seat; None where the agent never said."""
    nodes: Pair
    """Likewise their nodes."""
    load: float
    """Cores that other programs kept busy meanwhile."""
    seconds: float
    """It took so long."""


@dataclass(frozen=True, slots=True)
class Game:
    """One finished game, as seen by its cell's agent."""

    cell: Cell
    pair: int
    """From 0; the two games of a pair begin at the same position."""
    leg: Seat
    """0: the cell's agent has seat 0; 1: the rival has."""
    score: float
    """1 won, 0.5 drawn, 0 lost."""
    points: tuple[int, int]
    """The agent's and the rival's."""
    termination: str
    loser: str | None
    """The address of who lost; None in a draw."""
    reason: str
    """One sentence for people."""
    turns: int
    depth: Pair
    """Mean depth the agent and the rival said they searched to; None: never said."""
    nodes: Pair
    """Likewise nodes, or simulations, of a turn."""
    load: float
    """Cores that other programs kept busy meanwhile."""
    seconds: float
    """How long the game took."""
    number: int
    """Of its match in the experiment's database."""


def load(folder: Path) -> tuple[Experiment, list[Game]]:
    """The plan and all games that are finished by now, in the order of their numbers.

    Where a sequential test has ended a comparison, what was finished behind it by chance does not count.

    Raises:
        ContestError: the folder holds no experiment, or one that cannot be read.
    """
    experiment = kept_plan(folder)
    played, events = _facts(folder)
    measured = {event.match: read_measured(event.text) for event in events if event.kind == "match.measured"}
    games = [game_of(experiment, one.header, one.result, measured[one.header.match]) for one in played]
    last = last_counted(experiment, ((game.number, game.score) for game in games))
    return experiment, sorted((one for one in games if one.number <= last), key=lambda game: game.number)


def machines(folder: Path) -> list[Machine]:
    """Where it ran, each time it was started, the same machine twice in a row left out.

    Raises:
        ContestError: as :func:`load`.
    """
    seen = [read_machine(event.text) for event in _facts(folder)[1] if event.kind == "machine.measured"]
    return [one for place, one in enumerate(seen) if place == 0 or one != seen[place - 1]]


def heeds(folder: Path) -> Mapping[str, Set[str]]:
    """Which of ``nodes`` and ``seed`` each agent went by; empty where nobody has written it down.

    Raises:
        ContestError: as :func:`load`.
    """
    seen = [read_heeds(event.text) for event in _facts(folder)[1] if event.kind == "agents.looked_at"]
    return seen[-1] if seen else {}


def game_of(experiment: Experiment, header: MatchHeader, result: MatchResult, measured: Measured) -> Game:
    """The game that a match was."""
    cell, pair, leg = experiment.place(header.match)
    agent: Seat = leg
    score = 0.5 if result.winner is None else float(result.winner == agent)
    played = experiment.cells[cell]
    return Game(
        cell=played,
        pair=pair,
        leg=leg,
        score=score,
        points=_swapped(result.points, leg),
        termination=result.termination,
        loser=None if score == 0.5 else played.rival if score else played.agent,
        reason=result.reason,
        turns=result.turns,
        depth=_swapped(measured.depth, leg),
        nodes=_swapped(measured.nodes, leg),
        load=measured.load,
        seconds=measured.seconds,
        number=header.match,
    )


def measured_of(record: Record, load: float, seconds: float) -> Measured:
    """What is to be kept of a match that is over beside its record."""
    said = [tuple(_thoughts(record, seat)) for seat in SEATS]
    first, second = ([one.depth for one in thoughts] for thoughts in said)
    depth = _mean(first), _mean(second)
    first, second = ([one.nodes for one in thoughts] for thoughts in said)
    return Measured(depth, (_mean(first), _mean(second)), round(load, 3), round(seconds, 6))


def measured_text(measured: Measured) -> str:
    """As it is kept."""
    return json.dumps(asdict(measured))


def read_measured(text: str) -> Measured:
    """Reads it back."""
    fields = json.loads(text)
    return Measured(tuple(fields["depth"]), tuple(fields["nodes"]), fields["load"], fields["seconds"])


def _thoughts(record: Record, seat: Seat) -> Iterator[Thinking]:
    """What the seat said with each proposal that counted."""
    seats = {turn.turn: turn.seat for turn in record.turns}
    for detail in record.details:
        if seats[detail.turn] == seat and detail.seen and (thinking := detail.seen[-1].thinking) is not None:
            yield thinking


def _mean(said: Iterable[int | None]) -> float | None:
    numbers = [number for number in said if number is not None]
    return fmean(numbers) if numbers else None


def _swapped(pair: tuple[T, T], leg: int) -> tuple[T, T]:
    """By seat to by agent, or back."""
    return (pair[1], pair[0]) if leg else pair


def _facts(folder: Path) -> tuple[Sequence[Played], Sequence[HostEvent]]:
    """Matches and notes of one moment; in a thread of its own, for whoever asks may have a running loop."""
    database = folder / DATABASE
    if not database.is_file():
        return (), ()
    try:
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(lambda: asyncio.run(played_and_noted(database))).result()
    except StoreError as error:
        raise ContestError(f"{database}: {error}") from None
