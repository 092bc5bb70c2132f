"""An agent in the lobby, for as long as its stream lives, and the pings that tell whether it does.

A write tells nothing (it vanishes into the connection), so only an answer counts as a sign of life. The first ping goes
out at once: the round trip is known before the first match.
"""

import asyncio

from gridarena_protocol.messages import Hello, LobbyEvent, LobbyRequest, Ping
from gridarena_server.clock import Clock
from gridarena_server.errors import Code
from gridarena_server.rpc.stream import Stream


class LobbyMember:
    """Fits the lobby's ``Member``."""

    def __init__(
        self,
        stream: Stream[LobbyRequest, LobbyEvent],
        clock: Clock,
        *,
        label: str,
        team: str,
        name: str,
        hello: Hello,
        peer: str,
    ) -> None:
        self.label = label
        self.team = team
        self.name = name
        self.version = hello.version
        self.games = hello.games
        self.slots = hello.slots
        self.machine = hello.machine
        self.machine_slots = hello.machine_slots
        self.peer = peer
        self.rtt_us = 0
        self.send = stream.send
        self.close = stream.close
        self._clock = clock
        self._pings: dict[int, int] = {}
        """When each ping that was not answered yet was sent, oldest first."""
        self._last = 0

    async def ping(self, every_s: float, silent_after_s: float) -> None:
        """Pings for ever; ends the stream when the oldest ping stays unanswered for too long."""
        while True:
            now = self._clock.now_ns()
            if self._pings and now - next(iter(self._pings.values())) >= silent_after_s * 1e9:
                self.close(Code.SILENT)
                return
            self._last += 1
            self._pings[self._last] = now
            self.send(Ping(self._last, now // 1000))
            await asyncio.sleep(every_s)

    def answered(self, ping: int) -> None:
        """A pong came; older pings are answered by it too. An id that was never sent means nothing."""
        sent = self._pings.get(ping)
        if sent is not None:
            self.rtt_us = max(1, (self._clock.now_ns() - sent) // 1000)
            self._pings = {number: at for number, at in self._pings.items() if number > ping}
