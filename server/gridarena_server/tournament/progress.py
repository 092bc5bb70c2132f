"""Where one tournament stands: derived from its facts, and from nothing else.

The same facts fed in after a restart give the same picture, so a tournament's state is never stored. A void that was
nobody's intention puts its leg back among the waiting, for at most :data:`ATTEMPTS` attempts; one that the host ordered
settles it, unless the host wanted the match played again. Facts that are known already change nothing.
"""

from collections.abc import Iterable
from typing import Literal

from gridarena_protocol.records import MatchHeader, MatchResult, Record
from gridarena_protocol.views import Plan, TournamentStatus
from gridarena_server.facts import BOTH_AWAY, HostEvent, PairingAdded, TournamentCreated
from gridarena_server.tournament.field import Field
from gridarena_server.tournament.formats import FORMATS, Meeting, Met, Round
from gridarena_server.tournament.legs import ATTEMPTS, Leg, Legs

ABORTED = "the tournament was aborted"
"""Reason of the voids that an abort causes."""
WITHDRAWN = "was withdrawn from the tournament"
"""How the reason of the voids ends that a withdrawal causes."""

Fate = Literal["never", "again"]
"""What becomes of a leg whose match the host voided: it is not played again, or it is, once its agents take part."""


class Progress:
    """One tournament: who takes part, its legs and counts."""

    def __init__(self, created: TournamentCreated) -> None:
        self.id = created.tournament
        self.plan: Plan = created.plan
        self.field = Field(created.plan.agents, allow_updates=created.plan.allow_updates)
        self.legs = Legs()
        self.started = False
        self.paused = False
        self.aborted = False
        self.exhausted = False
        """The format has no further round."""
        self.since_ns = 0
        """When agents began to be waited for, on the monotonic clock."""
        self.entered_ns: dict[str, int] = {}
        """The same for those that entered since the server started."""
        self.rounds = 0
        self.live: dict[int, MatchHeader] = {}
        self.finished = 0
        self.fates: dict[int, Fate] = {}
        """Of the matches that the host voided."""
        self._void: set[int] = set()
        self._met: dict[int, Met] = {}
        self._unscheduled = self._forecast()

    def decide(self, event: HostEvent) -> None:
        """The host decided something, durably."""
        match event:
            case HostEvent(kind="tournament.started"):
                self.started = True
            case HostEvent(kind="tournament.paused" | "tournament.resumed" as kind):
                self.paused = kind == "tournament.paused"
            case HostEvent(kind="tournament.aborted"):
                self.aborted = True
            case HostEvent(kind="tournament.entered", agent=str(agent)):
                self._enter(agent)
            case HostEvent(kind="tournament.withdrawn", agent=str(agent)):
                self._withdraw(agent)
            case HostEvent(kind="tournament.allowed", agent=str(agent), version=str(version)):
                self.field.allow(agent, version)
            case HostEvent(kind="match.voided" | "match.rerun" as kind, match=int(number), agent=agent):
                gone_with_its_agent = agent is not None
                self.fates[number] = "again" if kind == "match.rerun" or gone_with_its_agent else "never"

    # --- the schedule -------------------------------------------------------------------------------------------------

    def next_rounds(self) -> tuple[Round, ...]:
        """What the format wants to be played next; empty when nothing, now or ever, which is noted."""
        rounds = FORMATS[self.plan.format](self.plan, self.field.entrants, list(self._met.values()))
        self.exhausted = rounds is None
        return rounds or ()

    def add_round(self, pairings: Iterable[PairingAdded]) -> None:
        """Puts pairings, which are durable, among the waiting: a round's, or after a restart all of them."""
        for pairing in pairings:
            self.rounds = max(self.rounds, pairing.round)
            meeting = Meeting(pairing.agents, pairing.board, pairing.clock)
            self._met[pairing.pairing] = Met(pairing.round, meeting, (None, None))
            for number in (0, 1):
                leg = Leg(pairing, number)
                self.legs.add(leg)
                if self._wanted(leg.agents):
                    self._unscheduled -= 1
                else:
                    self.legs.drop(leg)

    def _forecast(self) -> int:
        """How many legs the format has not scheduled yet, as far as that is known."""
        rounds = FORMATS[self.plan.format](self.plan, self.field.entrants, list(self._met.values())) or ()
        return 2 * sum(map(len, rounds))

    def _wanted(self, agents: tuple[str, str]) -> bool:
        return agents[0] in self.field and agents[1] in self.field

    def _enter(self, agent: str) -> None:
        self.field.enter(agent)
        self.exhausted = False
        self._unscheduled = self._forecast()
        for leg in self.legs:
            if leg.dropped and self._wanted(leg.agents):
                self.legs.unsettle(leg)

    def _withdraw(self, agent: str) -> None:
        self.field.withdraw(agent)
        self._unscheduled = self._forecast()
        for leg in self.legs:
            if agent in leg.agents:
                self.legs.drop(leg)

    # --- matches ------------------------------------------------------------------------------------------------------

    def leg(self, header: MatchHeader) -> Leg:
        """The leg that a match belongs to."""
        return self.legs.get(header.pairing or 0, header.leg)

    def begin(self, header: MatchHeader) -> None:
        """A leg's match is on its way to the referee, or live after a restart."""
        leg = self.leg(header)
        if header.match in self._void or leg.counted == header.match:
            return
        leg.waiting = False
        leg.match = header.match
        leg.attempts = max(leg.attempts, header.attempt)
        self._freeze(header)
        self.live[header.match] = header

    def take_back(self, header: MatchHeader) -> None:
        """The match was never written down: its leg waits again and the attempt was none."""
        leg = self.leg(header)
        if self.live.pop(header.match, None) is not None:
            leg.match = None
            leg.attempts = header.attempt - 1
        if not leg.settled and leg.match is None:
            self.legs.put_back(leg)

    def finish(self, header: MatchHeader, result: MatchResult) -> None:
        """A match has its result."""
        leg = self._over(header)
        if leg.counted is None and header.match not in self._void:
            leg.counted = header.match
            self.finished += 1
            self.legs.settle(leg)
            self._tell_format(leg, result)

    def void(self, header: MatchHeader, reason: str) -> None:
        """A match does not count; one that was finished takes its result along."""
        leg = self._over(header)
        if header.match in self._void:
            return
        self._void.add(header.match)
        counted, fate = leg.counted == header.match, self.fates.get(header.match)
        if counted:
            leg.counted = None
            self.finished -= 1
            self._tell_format(leg, None)
        if reason.endswith(WITHDRAWN):
            leg.limit += 1  # that attempt was not spoiled
        if fate == "again":
            self._play_again(leg)
        elif counted or fate == "never" or _nobody_came(header, reason) or leg.attempts >= leg.limit:
            self.legs.settle(leg)
        elif not leg.settled and leg.match is None:
            self.legs.put_back(leg)

    def given_up(self, header: MatchHeader) -> bool:
        """Whether the match was the last attempt of a leg that has no result and is not played any more."""
        leg = self.leg(header)
        return leg.settled and not leg.dropped and leg.counted is None and leg.attempts == header.attempt

    def again(self, header: MatchHeader) -> None:
        """The leg that was given up with this match is played after all; the decision to do so is durable."""
        self._play_again(self.leg(header))

    def _play_again(self, leg: Leg) -> None:
        leg.limit = leg.attempts + ATTEMPTS
        self.legs.unsettle(leg)
        if not self._wanted(leg.agents):
            self.legs.drop(leg)

    def learn(self, records: Iterable[Record]) -> None:
        """Takes in matches as the log has them."""
        for record in sorted(records, key=lambda record: record.header.match):
            header = record.header
            if record.void is not None:
                self.void(header, record.void)
            elif record.result is not None:
                self.finish(header, record.result)
            else:
                self.begin(header)

    def _over(self, header: MatchHeader) -> Leg:
        leg = self.leg(header)
        leg.attempts = max(leg.attempts, header.attempt)
        self._freeze(header)
        if self.live.pop(header.match, None) is not None:
            leg.match = None
        return leg

    def _freeze(self, header: MatchHeader) -> None:
        for agent, version in zip(header.agents, header.versions, strict=True):
            if version:  # a match that was lost without being opened has none
                self.field.played(agent, version)

    def _tell_format(self, leg: Leg, result: MatchResult | None) -> None:
        met = self._met[leg.pairing.pairing]
        results = (result, met.results[1]) if leg.leg == 0 else (met.results[0], result)
        self._met[leg.pairing.pairing] = Met(met.round, met.meeting, results)

    # --- the whole ----------------------------------------------------------------------------------------------------

    @property
    def status(self) -> TournamentStatus:
        """Derived, never stored."""
        if self.aborted:
            return "aborted"
        if not self.started:
            return "created"
        if self.exhausted and self.legs.unsettled == 0:
            return "finished"
        return "paused" if self.paused else "running"

    @property
    def matches(self) -> int:
        """How many results there will be, as far as that is known."""
        return len(self.legs) - self.legs.dropped + (0 if self.exhausted else max(0, self._unscheduled))

    @property
    def voided(self) -> int:
        """Matches that do not count."""
        return len(self._void)

    def unwanted(self, header: MatchHeader) -> str | None:
        """Why the match must not go on, where the host's decision says so."""
        if self.aborted:
            return ABORTED
        gone = [agent for agent in header.agents if agent not in self.field]
        return f"{gone[0]} {WITHDRAWN}" if gone else None


def _nobody_came(header: MatchHeader, reason: str) -> bool:
    """Whether the match was void without being opened, so that it names no versions.

    One that both left in the middle was spoiled like any other.
    """
    return reason == BOTH_AWAY and not any(header.versions)
