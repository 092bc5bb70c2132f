"""What one turn puts on the wire: the fallback, then the newest proposal at most every 5 ms, then the end.

A search that proposes 10,000 times a second would only delay its own last word, so what is overtaken within 5 ms stays
here. The newest proposal is always sent, and sent again on a new stream: a proposal written into a dying connection may
never have arrived.
"""

from asyncio import TimerHandle
from collections.abc import Callable

from gridarena._frames import Offer
from gridarena._workers import Timers
from gridarena_protocol.messages import Finish, Proposal
from gridarena_protocol.records import Thinking

PACE_S = 0.005
"""Least distance of two proposals on the wire."""


class Outlet:
    """The proposals of one opening of a turn."""

    def __init__(
        self,
        turn: int,
        attempt: int,
        *,
        fallback: str | None,
        send: Callable[[Proposal | Finish], None],
        timers: Timers,
    ) -> None:
        self.turn = turn
        self.attempt = attempt
        self.offers = 0
        """Proposals of the search."""
        self.sent = 0
        """Messages on the wire, all of which carried a number."""
        self.finished = False
        """The turn has been ended from here."""
        self._fallback = fallback
        self._send = send
        self._timers = timers
        self._newest: tuple[str, Thinking | None] | None = None
        self._unsent = False
        self._sent_at = float("-inf")
        self._timer: TimerHandle | None = None

    def open(self) -> None:
        """Says the first word on a new stream: the newest proposal, or the fallback; and the end, if it was said."""
        if self._newest is not None:
            self._emit(final=self.finished)
        else:
            if self._fallback is not None:
                self._propose(self._fallback, None, fallback=True)
            if self.finished:
                self._send(Finish(self.turn, self.attempt))

    def offer(self, offer: Offer) -> None:
        """Takes a proposal of the search."""
        self.offers += 1
        self._newest, self._unsent = (offer.move, offer.thinking), True
        if self._timer is None and not self.finished:
            wait = self._sent_at + PACE_S - self._timers.time()
            self._timer = self._timers.call_later(max(0.0, wait), self._due)

    def finish(self) -> None:
        """The search is over: its last proposal ends the turn."""
        if self.finished:
            return
        self.finished = True
        self.close()
        if self._unsent:
            self._emit(final=True)
        else:
            self._send(Finish(self.turn, self.attempt))

    def close(self) -> None:
        """The turn is closed: nothing more is sent."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _due(self) -> None:
        self._timer = None
        if self._unsent:
            self._emit(final=False)

    def _emit(self, *, final: bool) -> None:
        assert self._newest is not None  # callers have looked
        move, thinking = self._newest
        self._unsent = False
        self._sent_at = self._timers.time()
        self._propose(move, thinking, final=final)

    def _propose(self, move: str, thinking: Thinking | None, *, fallback: bool = False, final: bool = False) -> None:
        self.sent += 1
        self._send(Proposal(self.turn, self.attempt, self.sent, move, thinking, fallback, final))
