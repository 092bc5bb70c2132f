"""The turn that is being played, from its opening to its record."""

from collections import deque
from dataclasses import dataclass, field

from gridarena_games.base import Answer, Applied, Move, Seat
from gridarena_protocol.messages import Proposal
from gridarena_protocol.records import SeenProposal, TurnDetail, TurnRecord, Verdict

SEEN_KEPT = 64
"""Proposals of a turn that are kept; older ones are only counted."""
SEEN_BYTES = 16 * 1024
"""Of their moves and lines, as UTF-8; whoever sends more would make a match that nobody can read in one message."""


def judged(answer: Answer | None) -> tuple[Verdict, str]:
    """Verdict and reason of a legal move, from the oracle's answer where one was needed."""
    if answer is None or answer.accepted:
        return "accepted", ""
    return "taboo", "undecided" if answer.reason == "undecided" else "leaves no solution"


def _size(seen: SeenProposal) -> int:
    line = seen.thinking.line if seen.thinking is not None else ""
    return len(seen.move.encode()) + len(line.encode())


@dataclass(slots=True)
class OpenTurn:
    """Collects what happens in one attempt of one turn; instants are monotonic nanoseconds."""

    turn: int
    seat: Seat
    attempt: int
    opened_ns: int
    opened_at: int
    """UTC milliseconds."""
    deadline_ns: int | None
    """Budget and grace; None when untimed."""
    last: Proposal | None = None
    """The newest valid proposal; the one that counts."""
    last_number: int = 0
    proposals: int = 0
    refused: int = 0
    """Proposals that the rules forbid, where those are refused on arrival."""
    refusal: str = ""
    """Why the last of them was."""
    seen: deque[SeenProposal] = field(default_factory=deque)
    _seen_bytes: int = 0
    ended_by_seat: bool = False
    was_away: bool = False
    """The seat's stream was down at some time during the turn."""
    stall_ns: int = 0
    closed_ns: int = 0
    move: Move | None = None
    """The move of the last proposal, once read."""

    def add(self, proposal: Proposal, at: int) -> None:
        """Takes a valid proposal; the last one counts."""
        self.last = proposal
        self.proposals += 1
        arrival_us = (at - self.opened_ns) // 1000
        seen = SeenProposal(proposal.number, proposal.move, arrival_us, proposal.thinking)
        self.seen.append(seen)
        self._seen_bytes += _size(seen)
        while len(self.seen) > SEEN_KEPT or self._seen_bytes > SEEN_BYTES:
            self._seen_bytes -= _size(self.seen.popleft())

    def record(
        self,
        verdict: Verdict,
        reason: str,
        *,
        rtt_us: int,
        applied: Applied | None = None,
        answer: Answer | None = None,
    ) -> TurnRecord:
        """What is written down of the turn."""
        last, applied = self.last, applied or Applied()
        return TurnRecord(
            turn=self.turn,
            attempt=self.attempt,
            seat=self.seat,
            move=last.move if last is not None else "",
            verdict=verdict,
            reason=reason,
            points=applied.points,
            skip=applied.skip,
            regions=tuple(applied.regions),
            answer=answer,
            number=last.number if last is not None else 0,
            proposals=self.proposals,
            fallback=last is not None and last.fallback,
            opened_at=self.opened_at,
            arrival_us=self.seen[-1].arrival_us if self.seen else 0,
            used_us=(self.closed_ns - self.opened_ns) // 1000,
            stall_us=self.stall_ns // 1000,
            rtt_us=rtt_us,
        )

    def detail(self) -> TurnDetail:
        """What stays private until the match is over."""
        return TurnDetail(self.turn, tuple(self.seen), self.proposals - len(self.seen))
