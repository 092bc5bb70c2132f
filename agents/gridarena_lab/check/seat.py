"""The examined agent's seat: the SDK's own play of a match, with somebody taking notes.

To the referee it is a stream like any other; to the SDK the referee is one. Nothing is measured inside the agent's
process, for an agent is what it looks like from outside.
"""

import asyncio
import time
from collections.abc import Callable

from gridarena._frames import Offer, Trouble
from gridarena._matches import Workshop
from gridarena._matchplay import MatchPlay
from gridarena._pool import Pool
from gridarena._workers import Worker
from gridarena.match import Match
from gridarena_games.base import Seat
from gridarena_lab.check.evidence import TurnSeen
from gridarena_protocol.messages import Finish, Proposal, RefereeMessage, SeatMessage, TurnOpened
from gridarena_protocol.records import MatchHeader, TurnRecord
from gridarena_server.errors import Code
from gridarena_server.referee.live import LiveMatch


class Witness(MatchPlay):
    """Plays a seat as the SDK does and remembers when what happened."""

    def __init__(self, match: Match, workshop: Workshop, on_loss: Callable[[], None]) -> None:
        """Sits down; ``on_loss`` is called whenever a worker was lost."""
        quiet = _unheard
        super().__init__(match, workshop=workshop, timers=asyncio.get_running_loop(), say=quiet, note=quiet)
        self.turns: dict[int, TurnSeen] = {}
        self.troubles: list[Trouble] = []
        self._opened_at: dict[int, float] = {}
        self._on_loss = on_loss
        self._death = ""
        self._seated = False

    def take(self, worker: Worker) -> None:
        """Notes that a search can begin."""
        self._seated = True
        super().take(worker)

    def receive(self, message: RefereeMessage) -> None:
        """Notes openings."""
        if isinstance(message, TurnOpened):
            self.turns[message.turn] = TurnSeen(message.turn, waited=not self._seated)
            self._opened_at[message.turn] = time.perf_counter()
        super().receive(message)

    def hear(self, records: tuple[TurnRecord, ...]) -> None:
        """Notes closes."""
        for record in records:
            seen = self.turns.get(record.turn)
            if seen is not None:
                seen.record = record
                if seen.returned_s is None:
                    seen.closed_s = self._since(record.turn)
        super().hear(records)

    def offered(self, offer: Offer) -> None:
        """Notes the proposals of the search that come before the close."""
        seen = self.turns[offer.turn]
        if seen.closed_s is None:
            seen.proposals += 1
            if seen.first_s is None:
                seen.first_s = self._since(offer.turn)
        super().offered(offer)

    def came_back(self, turn: int, attempt: int) -> None:
        """Notes the end of a search."""
        self.turns[turn].returned_s = self._since(turn)
        super().came_back(turn, attempt)

    def crashed(self, turn: int, attempt: int) -> bool:
        """Notes the death of a worker in a turn."""
        self.turns[turn].died, self._death = self._death, ""
        return super().crashed(turn, attempt)

    def overran(self, turn: int) -> None:
        """Notes a search that did not stop."""
        self.turns[turn].overran = True
        self._seated = False
        self._on_loss()
        super().overran(turn)

    def troubled(self, trouble: Trouble) -> None:
        """Notes an exception."""
        if trouble.turn is not None and trouble.turn in self.turns:
            self.turns[trouble.turn].trouble = trouble
        else:
            self.troubles.append(trouble)
        super().troubled(trouble)

    def died(self, reason: str) -> None:
        """Notes the death of a worker; of a turn's, :meth:`crashed` tells."""
        self._death = reason
        self._seated = False
        self._on_loss()
        super().died(reason)

    def _since(self, turn: int) -> float:
        return time.perf_counter() - self._opened_at[turn]


class WatchedSeat:
    """A seat without a network between SDK and referee."""

    def __init__(self, header: MatchHeader, seat: Seat, pool: Pool, on_loss: Callable[[], None]) -> None:
        self._shop = Workshop(pool)
        self.witness = Witness(Match(header, seat), self._shop, on_loss)
        self._shop.play = self.witness
        self._loop = asyncio.get_running_loop()
        self._seat: Seat = seat

    async def sit_down(self, live: LiveMatch) -> None:
        """Takes the seat once a warm worker is there."""
        await self._shop.want()
        self._live = live
        self.witness.connected(self._sent)
        self._epoch = live.attach(self._seat, self)

    async def leave(self) -> None:
        """After the end of the match: waits until its worker is free again, or gone."""
        await self._shop.emptied.wait()
        await self._shop.close()

    def send(self, message: RefereeMessage) -> None:
        """Takes a message once the referee is done with what it is at."""
        self._loop.call_soon(self.witness.receive, message)

    def close(self, code: Code | None) -> None:
        """There is nothing to close."""

    def _sent(self, message: SeatMessage) -> None:
        if isinstance(message, Proposal | Finish):
            self._loop.call_soon(self._live.receive, self._seat, self._epoch, message)


def _unheard(text: str) -> None:
    """The report says it."""
