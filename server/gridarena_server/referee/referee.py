"""All live matches: opens them, takes them up after a restart, ends them when the server stops."""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from gridarena_games.base import Board, Game, Oracle, Seat
from gridarena_games.errors import GameError, InvalidSetupError, UnknownGameError
from gridarena_games.registry import find_game, find_oracle
from gridarena_protocol.records import MatchHeader, MatchResult, Record, TurnRecord
from gridarena_server.clock import Clock
from gridarena_server.errors import Code, ServiceError
from gridarena_server.facts import MatchVoided
from gridarena_server.referee.heartbeat import Heartbeat
from gridarena_server.referee.live import Append, LiveMatch
from gridarena_server.referee.machine import Machine
from gridarena_server.referee.oracles import OracleDesk

log = logging.getLogger(__name__)


class Referee:
    """Referees every live match of one server; lives on one event loop."""

    def __init__(
        self,
        append: Append,
        clock: Clock,
        *,
        rtt_us: Callable[[str], int],
        on_end: Callable[[MatchHeader, MatchResult | MatchVoided], None],
        on_turn: Callable[[int, TurnRecord], None],
    ) -> None:
        self._append = append
        self._clock = clock
        self._rtt_us = rtt_us
        self._told_end = on_end
        self.on_turn = on_turn
        self._desk = OracleDesk()
        self._heartbeat = Heartbeat(clock)
        self._heartbeat.start()
        self._live: dict[int, LiveMatch] = {}
        self._draining = False

    @property
    def live(self) -> Mapping[int, LiveMatch]:
        """The live matches by id."""
        return MappingProxyType(self._live)

    def get(self, match: int) -> LiveMatch:
        """The live match of this id. Raises ServiceError(UNKNOWN_MATCH)."""
        try:
            return self._live[match]
        except KeyError:
            raise ServiceError(Code.UNKNOWN_MATCH) from None

    async def check(self, game: str, setup: str, options: Mapping[str, str]) -> None:
        """A start position that cannot be played, or not be decided, is refused.

        Raises:
            ServiceError: UNKNOWN_GAME or BAD_START, with one line that says why.
        """
        _, board = _set_up(game, setup, options)
        await self._oracle(game, board)

    async def _oracle(self, game: str, board: Board) -> Oracle | None:
        factory = find_oracle(game)
        if factory is None:
            return None
        oracle = factory(board)
        answer = await self._desk.start(oracle)
        if not answer.accepted:
            why = "cannot be decided" if answer.reason == "undecided" else "has no solution"
            raise ServiceError(Code.BAD_START, f"the start position {why}")
        return oracle

    async def open(self, header: MatchHeader) -> LiveMatch:
        """Writes the header down and begins to wait for the seats.

        Raises:
            ServiceError: UNKNOWN_GAME or BAD_START.
        """
        game, board = _set_up(header.game, header.setup, header.options)
        oracle = await self._oracle(header.game, board)
        await self._append(header)
        return self._go_live(Machine(header, game, board, **self._ports(header)), oracle)

    async def resume(self, records: Sequence[Record]) -> None:
        """Takes unfinished matches up after a restart; each waits for its seats, its turn opens as a new attempt.

        A match whose game is no longer installed, no longer agrees with the record or fails in any other way stays
        unfinished and is logged.
        """
        for record in records:
            header = record.header
            try:
                game, board = _set_up(header.game, header.setup, header.options)
                factory = find_oracle(header.game)
                oracle = None if factory is None else factory(board)
                machine = Machine(header, game, board, **self._ports(header))
                machine.replay(record)
                self._go_live(machine, oracle)
            except (ServiceError, GameError) as error:
                log.error("match %d cannot be taken up again: %s", header.match, error)
            except Exception:  # a game package of somebody else's must not keep the server from starting
                log.exception("match %d cannot be taken up again", header.match)
            await asyncio.sleep(0)

    def _ports(self, header: MatchHeader) -> "dict[str, Callable[..., int]]":
        def rtt_us(seat: Seat) -> int:
            return self._rtt_us(header.agents[seat])

        return {"utc_ms": self._clock.utc_ms, "rtt_us": rtt_us}

    def _go_live(self, machine: Machine, oracle: Oracle | None) -> LiveMatch:
        match = LiveMatch(
            machine,
            oracle,
            append=self._append,
            clock=self._clock,
            desk=self._desk,
            heartbeat=self._heartbeat,
            watchers=self,
        )
        self._live[match.header.match] = match
        try:
            match.start()
        except BaseException:
            del self._live[match.header.match]
            raise
        if self._draining:
            match.drain()
        return match

    def on_end(self, header: MatchHeader, end: MatchResult | MatchVoided) -> None:
        """A match is over: it is no longer live."""
        self._live.pop(header.match, None)
        self._told_end(header, end)

    async def void(self, match: int, reason: str) -> None:
        """Voids a live match and waits until that is durable.

        Raises:
            ServiceError: UNKNOWN_MATCH, or INTERNAL where nothing of it can be written any more.
        """
        live = self.get(match)
        live.abort(reason)
        while match in self._live:
            await live.settled.wait()
            if live.stuck:
                raise ServiceError(Code.INTERNAL, f"match {match} cannot be written; the host's log says why")
            await asyncio.sleep(0)

    async def drain(self) -> None:
        """Opens no further turn; returns when no turn is open and everything is written."""
        self._draining = True
        matches = list(self._live.values())
        for match in matches:
            match.drain()
        await asyncio.gather(*(match.settled.wait() for match in matches))

    async def close(self) -> None:
        """Lets go of all matches; unfinished ones are taken up at the next start."""
        self._heartbeat.stop()
        for match in list(self._live.values()):
            match.close()
        self._desk.close()


def _set_up(name: str, setup: str, options: Mapping[str, str]) -> tuple[Game, Board]:
    try:
        game = find_game(name)
        return game, game.start(setup, options)
    except UnknownGameError as error:
        raise ServiceError(Code.UNKNOWN_GAME, str(error)) from error
    except InvalidSetupError as error:
        raise ServiceError(Code.BAD_START, str(error)) from error
