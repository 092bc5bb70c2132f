"""Casual matches: pairs those who seek one, unrated, beside the tournaments and behind them.

Who waits longest is served first. Another seeker with a wish that fits is the first choice; a standing one (a sparring
agent) steps in after a moment, the one that the seeker has met least, so that two people who look for a match at about
the same time meet each other. An agent in a running tournament is left to it, and tournaments and casual matches share
the agents' slots and the server's bound on matches at once.

A wish is presence, not a fact: it goes with its stream, and the SDK repeats it. A match is a fact like any other: it
is in the log before it begins, and after a restart it goes on and is assigned again.
"""

import asyncio
import logging
import random
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial

from gridarena_games.base import Seat
from gridarena_games.registry import find_positions
from gridarena_protocol.messages import MatchAssigned, Notice, Seek
from gridarena_protocol.records import MatchHeader, Rules
from gridarena_server.clock import Clock
from gridarena_server.tournament.background import Background
from gridarena_server.tournament.lobby import Lobby, Member
from gridarena_server.tournament.machines import Machines
from gridarena_server.tournament.ports import Log, RefereePort, Timer, Timers
from gridarena_server.tournament.wishes import Positions, Terms, Wish, agreed, wish

RULES = Rules(away_ms=30_000, join_ms=30_000)
RETRY_S = 1.0
"""How long a write that failed rests."""

log = logging.getLogger(__name__)


class Matchmaker:
    """Lives on the server's event loop.

    Args:
        facts: gives matches their numbers.
        referee: plays the matches; its ``on_end`` must call :meth:`ended`.
        lobby: who is here; the matchmaker listens to it.
        clock: the server's clocks.
        concurrency: matches at once, those of tournaments included.
        others: the matches of tournaments that are live or about to be.
        engaged: whether an agent takes part in a running tournament.
        ticket: makes a seat's ticket for a match.
        positions: the games' start positions.
        patience_s: how long a seeker waits for another one before a standing agent steps in.
        timers: virtual ones in tests; the event loop's own by default.
    """

    def __init__(
        self,
        facts: Log,
        referee: RefereePort,
        lobby: Lobby,
        clock: Clock,
        *,
        concurrency: int,
        others: Callable[[], Iterable[MatchHeader]],
        engaged: Callable[[str], bool],
        ticket: Callable[[int, Seat], str],
        positions: Positions = find_positions,
        patience_s: float = 3.0,
        timers: Timers | None = None,
    ) -> None:
        self.live: dict[int, MatchHeader] = {}
        """The casual matches that are live or about to be."""
        self._facts = facts
        self._referee = referee
        self._lobby = lobby
        self._clock = clock
        self._concurrency = concurrency
        self._others = others
        self._engaged = engaged
        self._ticket = ticket
        self._positions = positions
        self._patience_ns = round(patience_s * 1e9)
        self._background = Background(timers)
        self._wishes: dict[str, Wish] = {}
        self._met: Counter[frozenset[str]] = Counter()
        """How often two have met since the start: who has the first move, and which sparring agent is next."""
        self._rng = random.Random()
        self._alarm: Timer | None = None
        self._woken = False
        self._open_for_play = True
        lobby.listen(joined=self.joined, left=self.left)

    # --- what is wished -----------------------------------------------------------------------------------------------

    async def seek(self, member: Member, seek: Seek) -> None:
        """Takes a wish in; an older one of the same agent is forgotten. Raises ServiceError."""
        wanted = wish(member, seek, self._positions, self._clock.now_ns())
        for board in wanted.boards if wanted.options else ():
            await self._referee.check(wanted.game, self._setup(wanted.game, board), wanted.options or {})
        if self._lobby.get(member.label) is member:
            self._wishes[member.label] = wanted
            self._pass()
            if member.label in self._wishes and not wanted.standing:
                member.send(Notice("seeking", self._outlook(wanted)))

    def _outlook(self, wanted: Wish) -> str:
        if self._engaged(wanted.member.label):
            return "looking for a rival once your tournament is over"
        if any(other.standing and agreed(wanted, other) for other in self._wishes.values()):
            return "looking for a rival; a sparring agent steps in if nobody else comes"
        return "looking for a rival; nobody who fits is here yet"

    def joined(self, member: Member) -> None:
        """Tells the member what it has still to play; what its older stream wished for is forgotten. For the lobby."""
        wanted = self._wishes.get(member.label)
        if wanted is not None and wanted.member is not member:
            del self._wishes[member.label]
        for header in self.live.values():
            if member.label in header.agents and header.match in self._referee.live:
                self._assign(member, header)

    def left(self, member: Member) -> None:
        """A wish goes with its stream; called by the lobby."""
        wanted = self._wishes.get(member.label)
        if wanted is not None and wanted.member is member:
            del self._wishes[member.label]

    # --- who meets whom -----------------------------------------------------------------------------------------------

    def wake(self) -> None:
        """Something happened: look at all wishes once, soon, and after the tournaments have had their look."""
        if not self._woken:
            self._woken = True
            asyncio.get_running_loop().call_soon(self._pass)

    def _pass(self) -> None:
        self._woken = False
        if self._alarm is not None:
            self._background.cancel(self._alarm)
            self._alarm = None
        if not self._open_for_play:
            return
        now_ns = self._clock.now_ns()
        soonest_ns: int | None = None
        seekers = [wanted for wanted in self._wishes.values() if not wanted.standing]
        for seeker in sorted(seekers, key=lambda wanted: wanted.since_ns):
            if self._wishes.get(seeker.member.label) is not seeker or not self._free(seeker):
                continue
            left_ns = seeker.since_ns + self._patience_ns - now_ns
            found = self._rival(seeker, standing=False)
            if found is None and left_ns <= 0:
                found = self._rival(seeker, standing=True)
            if found is not None:
                self._pair(seeker, *found)
            elif left_ns > 0:
                soonest_ns = left_ns if soonest_ns is None else min(soonest_ns, left_ns)
        if soonest_ns is not None:
            self._alarm = self._background.later(soonest_ns / 1e9, self._pass)

    def _rival(self, seeker: Wish, *, standing: bool) -> tuple[Wish, Terms] | None:
        """The one to play, met least and waiting longest, with what is played."""
        machines = Machines(self._lobby, (header.agents for header in self._taken()))
        found = [
            (other, terms)
            for other in self._wishes.values()
            if other is not seeker and other.standing is standing and self._free(other)
            if (terms := agreed(seeker, other)) is not None and machines.room(_pair(seeker, other))
        ]
        return min(found, key=lambda one: (self._met[_pair(seeker, one[0])], one[0].since_ns), default=None)

    def _free(self, wanted: Wish) -> bool:
        taken = self._taken()
        label = wanted.member.label
        busy = sum(label in header.agents for header in taken)
        return busy < wanted.member.slots and len(taken) < self._concurrency and not self._engaged(label)

    def _taken(self) -> list[MatchHeader]:
        return [*self._others(), *self.live.values()]

    def _pair(self, seeker: Wish, rival: Wish, terms: Terms) -> None:
        pair = _pair(seeker, rival)
        seats = (seeker, rival) if self._met[pair] % 2 == 0 else (rival, seeker)
        self._met[pair] += 1
        for wanted in seats:
            if not wanted.standing:
                del self._wishes[wanted.member.label]
        board = self._rng.choice(terms.boards)
        header = MatchHeader(
            match=self._facts.next_id("match"),
            game=terms.game,
            setup=self._setup(terms.game, board),
            options=terms.options,
            clock=terms.clock,
            rules=RULES,
            agents=(seats[0].member.label, seats[1].member.label),
            versions=(seats[0].member.version, seats[1].member.version),
            tournament=None,
            pairing=None,
            leg=0,
            attempt=1,
            rated=False,
            started_at=self._clock.utc_ms(),
            board=board,
        )
        self.live[header.match] = header
        self._background.spawn(self._open(header, (seeker, rival)))

    def _setup(self, game: str, board: str) -> str:
        shipped = self._positions(game)
        assert shipped is not None  # the wish was read with it
        return shipped.setup(board) or ""

    # --- one match ----------------------------------------------------------------------------------------------------

    async def _open(self, header: MatchHeader, wishes: tuple[Wish, Wish]) -> None:
        try:
            await self._referee.open(header)
        except Exception as error:  # noqa: BLE001 - the disk may be full for a while; nobody else may suffer
            log.warning("casual match %d could not be opened, trying again soon: %s", header.match, error)
            self.live.pop(header.match, None)
            self._background.later(RETRY_S, partial(self._wish_again, wishes))
            return
        for label in header.agents:
            member = self._lobby.get(label)
            if member is not None:
                self._assign(member, header)

    def _wish_again(self, wishes: tuple[Wish, Wish]) -> None:
        for wanted in wishes:
            if self._lobby.get(wanted.member.label) is wanted.member:
                self._wishes.setdefault(wanted.member.label, wanted)
        self.wake()

    def _assign(self, member: Member, header: MatchHeader) -> None:
        seat: Seat = 0 if header.agents[0] == member.label else 1
        member.send(MatchAssigned(header, seat, "", self._ticket(header.match, seat)))

    def ended(self, header: MatchHeader) -> None:
        """A match, of whatever kind, is over: somebody may have become free."""
        self.live.pop(header.match, None)
        self.wake()

    # --- the server's life --------------------------------------------------------------------------------------------

    def restore(self, live: Iterable[MatchHeader]) -> None:
        """Takes up what the referee has taken up; matches of tournaments are the director's."""
        self.live.update({header.match: header for header in live if header.tournament is None})

    def drain(self) -> None:
        """Opens no match any more; those that are live go on."""
        self._open_for_play = False

    async def close(self) -> None:
        """Stops; live matches are taken up from the log at the next start."""
        self._open_for_play = False
        await self._background.close()


def _pair(one: Wish, other: Wish) -> frozenset[str]:
    return frozenset((one.member.label, other.member.label))
