"""An agent that comes back after every loss of its connection and keeps a diary of all it was told.

It is written against the wire alone, without the SDK's own session, so that a turn which the server acknowledged and
then lost or doubled shows in the diary whatever an SDK might have smoothed over.
"""

import asyncio
import random

from gridarena._client import Client, SeatStream
from gridarena.errors import ServiceError
from gridarena.server import Server
from gridarena_games.base import Board
from gridarena_games.registry import find_game
from gridarena_protocol.messages import (
    Attach,
    Hello,
    MatchAssigned,
    MatchFinished,
    Ping,
    Pong,
    Proposal,
    Snapshot,
    TurnClosed,
    TurnOpened,
    TurnPlayed,
)
from gridarena_protocol.records import TurnRecord

AGAIN_S = 0.1
"""Before the next attempt to connect."""
FINAL = 0.97
"""Share of the turns it ends itself; the clock ends the others."""


class Diarist:
    """Plays random legal moves in every match it is assigned."""

    def __init__(self, server: Server, name: str, *, slots: int, seed: int) -> None:
        self._server = server
        self._hello = Hello(name, "1", ("sudoku",), slots)
        self._rng = random.Random(seed)
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self.acknowledged: dict[tuple[int, int], TurnRecord] = {}
        """By match and turn: every own turn that was told, alone, with what opened the next, or in a snapshot."""
        self.contradictions: list[str] = []
        """Turns that were acknowledged twice, differently."""
        self.hashes: dict[int, str] = {}
        """By match: the hash that came with the result."""
        self.attachments = 0

    @property
    def playing(self) -> int:
        """Matches that are not over for all it knows."""
        return sum(not task.done() for task in self._tasks.values())

    async def run(self) -> None:
        """Stays in the lobby until it is cancelled."""
        try:
            while True:
                try:
                    await self._stay()
                except ServiceError as error:
                    if error.code in ("bad_token", "no_token", "old_sdk", "superseded"):
                        raise
                await asyncio.sleep(AGAIN_S)
        finally:
            for task in self._tasks.values():
                task.cancel()
            await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def check(self) -> None:
        """Raises what went wrong in a match."""
        for task in self._tasks.values():
            if task.done():
                task.result()

    async def _stay(self) -> None:
        async with Client(self._server) as client:
            stream = client.lobby()
            stream.send(self._hello)
            while (event := await stream.receive()) is not None:
                if isinstance(event, Ping):
                    stream.send(Pong(event.id, event.sent_us))
                elif isinstance(event, MatchAssigned) and event.header.match not in self._tasks:
                    self._tasks[event.header.match] = asyncio.create_task(self._play(event))

    async def _play(self, assigned: MatchAssigned) -> None:
        while True:
            try:
                async with Client(self._server) as client:
                    if await self._sit(client.seat(), assigned):
                        return
            except ServiceError as error:
                if error.code in ("match_over", "unknown_match"):
                    return
                if error.code in ("bad_ticket", "superseded", "malformed"):
                    raise
            await asyncio.sleep(AGAIN_S)

    async def _sit(self, stream: SeatStream, assigned: MatchAssigned) -> bool:
        header = assigned.header
        game = find_game(header.game)
        board = game.start(header.setup, header.options)
        stream.send(Attach(header.match, assigned.seat, assigned.ticket))
        self.attachments += 1
        while (message := await stream.receive()) is not None:
            match message:
                case Snapshot(turns=turns):
                    self._hear(board, turns, assigned)
                case TurnOpened(turn, attempt, _, played):
                    self._hear(board, played, assigned)
                    await self._propose(stream, board, turn, attempt, assigned)
                case TurnClosed(record) | TurnPlayed(record):
                    self._hear(board, (record,), assigned)
                case MatchFinished(result, _, played):
                    self._hear(board, played, assigned)
                    if result is not None:
                        self.hashes[header.match] = result.hash
                    return True
        return False

    async def _propose(
        self, stream: SeatStream, board: Board, turn: int, attempt: int, assigned: MatchAssigned
    ) -> None:
        game = find_game(assigned.header.game)
        moves = [game.text(move) for move in board.legal_moves()]
        await asyncio.sleep(self._rng.random() * 0.02)
        final = self._rng.random() < FINAL
        stream.send(Proposal(turn, attempt, 1, self._rng.choice(moves)))
        stream.send(Proposal(turn, attempt, 2, self._rng.choice(moves), final=final))

    def _hear(self, board: Board, records: tuple[TurnRecord, ...], assigned: MatchAssigned) -> None:
        for record in records:
            if record.seat == assigned.seat:
                self._write(assigned.header.match, record)
        self._learn(board, records, assigned)

    def _learn(self, board: Board, records: tuple[TurnRecord, ...], assigned: MatchAssigned) -> None:
        game = find_game(assigned.header.game)
        for record in records:
            if record.verdict in ("accepted", "taboo"):
                board.push(game.move(record.move), record.answer)

    def _write(self, match: int, record: TurnRecord) -> None:
        known = self.acknowledged.setdefault((match, record.turn), record)
        if known != record:
            self.contradictions.append(f"match {match}: {known} and then {record}")
