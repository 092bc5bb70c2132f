"""One turn of one agent, in this process: what it proposes until it comes back or its turn is closed."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from gridarena._frames import FromWorker, Offer, Trouble
from gridarena._warm import warmed
from gridarena.agent import Agent
from gridarena.desk import Desk
from gridarena_games.registry import default_game
from gridarena_lab.contest import Contest, entrants
from gridarena_protocol.records import Clock
from gridarena_protocol.views import StartBoard

HIDDEN = Clock("hidden", 1000)


@dataclass(frozen=True, slots=True)
class Proposals:
    """Of one turn."""

    offers: list[Offer]
    first_s: float
    """Seconds from the opening to the first of them."""

    @property
    def moves(self) -> list[str]:
        return [offer.move for offer in self.offers]


def one_turn(
    agent: Agent,
    setup: str,
    folder: Path,
    *,
    stop_at: int = 1_000,
    clock: Clock = HIDDEN,
    options: Mapping[str, str] | None = None,
    game: str | None = None,
) -> Proposals:
    """Plays the first turn from this start; the turn is closed at the proposal of number ``stop_at``."""
    contest = Contest(
        entrants(type(agent), "random"), StartBoard("start", setup, options or {}), clock, game or default_game()
    )
    versions = dict.fromkeys((entrant.label for entrant in contest.entrants), "")
    stop = np.zeros(1, dtype=np.uint8)
    offers: list[Offer] = []
    first_at: list[float] = []

    def send(message: FromWorker) -> None:
        assert not isinstance(message, Trouble), message.text
        if isinstance(message, Offer):
            first_at.append(time.perf_counter())
            offers.append(message)
            stop[0] = len(offers) >= stop_at

    desk = Desk(warmed(agent), send=send, stop=stop, log_folder=folder)
    desk.begin(contest.header(0, match=1, versions=versions, started_at=0), 0)
    opened_at = time.perf_counter()
    desk.play(1)
    return Proposals(offers, first_at[0] - opened_at)
