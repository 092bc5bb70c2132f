"""The Play stream of one match, opened again and again until the match is over.

Only three things end it: MatchFinished (which the server also sends to a seat that was away when the match ended), a
newer connection that took the seat, and a server that does not know the match or the ticket. Everything else is a
reason to come back.
"""

import asyncio
from collections.abc import Callable

from gridarena._backoff import Backoff
from gridarena._client import Client, SeatStream
from gridarena._failures import interrupted
from gridarena._matchplay import MatchPlay
from gridarena.errors import ServiceError
from gridarena.position import MissedTurnError
from gridarena.server import Server
from gridarena_games.errors import GameError
from gridarena_protocol.messages import Attach

SNAPSHOT_S = 10.0
"""How long the referee may take for its first word."""
FOREIGN = frozenset(
    {"superseded", "bad_ticket", "bad_token", "no_token", "old_sdk", "unknown_match", "match_over"}
    | {"token_rotated", "team_removed"}
)
"""This seat is not ours any more."""


def disagreement(error: GameError) -> str:
    """What a student is told whose rules cannot follow the server's."""
    return f"the rules here and on the server disagree ({error}); install the gridarena that your host runs"


class Attachment:
    """Keeps one seat attached."""

    def __init__(self, play: MatchPlay, ticket: str, server: Callable[[], Server]) -> None:
        self._play = play
        self._attach = Attach(play.match.number, play.match.seat, ticket)
        self._server = server
        self._stream: SeatStream | None = None
        self._worked: Server | None = None
        """The last one that let this seat in."""
        self._lost = False

    async def run(self) -> None:
        """Plays the match to its end, or until the seat is lost."""
        backoff = Backoff()
        while self._play.end is None:
            try:
                await self._once(backoff)
            except GameError as error:
                self._play.say(disagreement(error))
                return
            except MissedTurnError as error:
                self._break(str(error))
            except ServiceError as error:
                if error.code in FOREIGN:
                    self._play.say(f"this seat is played no longer from here: {error}")
                    return
                self._break(str(error) if self._worked is None else interrupted(error, self._worked))
            if self._play.end is None:
                await backoff.pause()

    def cut(self) -> None:
        """Drops a stream that is known to be dead; the next one follows."""
        if self._stream is not None:
            self._stream.cancel()

    async def _once(self, backoff: Backoff) -> None:
        server = self._server()
        async with Client(server) as client:
            self._stream = stream = client.seat()
            try:
                stream.send(self._attach)
                async with asyncio.timeout(SNAPSHOT_S):
                    message = await stream.receive()
                self._worked = server
                self._play.connected(stream.send)
                backoff.reset()
                if self._lost:
                    self._lost = False
                    self._play.say("connected again")
                while message is not None:
                    self._play.receive(message)
                    if self._play.end is not None:
                        return
                    message = await stream.receive()
            except TimeoutError:
                self._break("the referee does not answer")
            finally:
                self._stream = None
                self._play.disconnected()

    def _break(self, reason: str) -> None:
        if not self._lost:
            self._lost = True
            self._play.say(f"connection lost, trying again: {reason}")
