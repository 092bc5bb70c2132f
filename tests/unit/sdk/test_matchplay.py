"""One match as the network process sees it."""

import random
from collections.abc import Callable, Sequence

import pytest

from gridarena import Match
from gridarena._frames import Offer, Open, Trouble
from gridarena._matchplay import FLOOD, TROUBLES, MatchPlay
from gridarena_games.base import Seat
from gridarena_protocol.messages import (
    Finish,
    MatchFinished,
    Proposal,
    ProposalRefused,
    SeatMessage,
    Snapshot,
    TurnClosed,
    TurnOpened,
    TurnPlayed,
)
from gridarena_protocol.records import MatchResult, Thinking, TurnRecord, chain
from support.sdk import RecordingShop, RecordingWorker, VirtualTimers, header, record


class Table:
    def __init__(
        self, *, seat: Seat = 0, fallback: bool = True, worker: bool = True, remark: Callable[[], str] | None = None
    ) -> None:
        self.timers, self.shop = VirtualTimers(), RecordingShop()
        self.lines: list[str] = []
        self.notes: list[str] = []
        self.wire: list[SeatMessage] = []
        self.play = MatchPlay(
            Match(header(), seat),
            workshop=self.shop,
            timers=self.timers,
            say=self.lines.append,
            note=self.notes.append,
            fallback=fallback,
            remark=remark,
            rng=random.Random(1),
        )
        self.worker = RecordingWorker()
        if worker:
            self.play.take(self.worker)
        self.connect()

    def connect(self, turns: Sequence[TurnRecord] = ()) -> None:
        self.play.connected(self.wire.append)
        self.play.receive(Snapshot(header(), self.play.match.seat, tuple(turns), 1))

    @property
    def proposals(self) -> list[Proposal]:
        return [message for message in self.wire if isinstance(message, Proposal)]


def test_turn_opens_with_a_legal_fallback() -> None:
    """On the wire at once, before any search has said a word."""
    table = Table()
    table.play.receive(TurnOpened(1, 1, None))
    (fallback,) = table.proposals
    assert fallback.fallback
    assert table.play.match.seat == 0
    assert table.worker.of(Open) == [Open(1, 1, None)]


def test_fallback_is_legal_behind_the_rivals_move() -> None:
    """Moves drawn ahead are checked again when the turn opens."""
    table = Table(seat=1)
    for turn in range(1, 9, 2):
        move = next(iter(table.play._position.board.legal_moves()))
        played = record(turn, 0, str(move))
        table.play.receive(TurnOpened(turn + 1, 1, None, (played,)))
        fallback = table.proposals[-1].move
        board, game = table.play._position.board, table.play._position.game
        board.question(game.move(fallback))
        table.play.receive(TurnClosed(record(turn + 1, 1, fallback, fallback=True)))
        table.timers.advance(0)


def test_a_remark_stands_behind_what_the_agent_thought() -> None:
    """Also where it thought nothing; the fallback has none."""
    table = Table(remark=lambda: "busy")
    table.play.receive(TurnOpened(1, 1, None))
    table.play.offered(Offer(1, 1, "(0,0) -> 1", None))
    table.timers.advance(1)
    table.play.offered(Offer(1, 1, "(0,0) -> 1", Thinking(depth=3, line="best")))
    table.timers.advance(1)
    first, second, third = (proposal.thinking for proposal in table.proposals)
    assert (first, second) == (None, Thinking(line="busy"))
    assert third == Thinking(depth=3, line="best; busy")


def test_proposal_and_return_end_the_turn() -> None:
    """The search's last proposal carries the end."""
    table = Table()
    table.play.receive(TurnOpened(1, 1, None))
    table.worker.offer(1, "(0,0) -> 1")
    table.worker.done(1)
    assert table.wire[-1] == Proposal(1, 1, 2, "(0,0) -> 1", final=True)


def test_budget_becomes_the_searchs_time() -> None:
    """A revealed clock reaches the worker as seconds from now."""
    table = Table()
    table.play.receive(TurnOpened(1, 1, 250))
    assert table.worker.of(Open) == [Open(1, 1, 0.25)]


def test_close_reaches_the_search() -> None:
    """By the flag, and the record goes to the worker's board."""
    table = Table()
    table.play.receive(TurnOpened(1, 1, None))
    table.play.receive(TurnClosed(record(1, 0, "(0,0) -> 1")))
    assert table.worker.flag


def test_late_offer_is_not_sent() -> None:
    """What the worker said of a closed turn is about the past."""
    table = Table()
    table.play.receive(TurnOpened(1, 1, None))
    table.play.receive(TurnClosed(record(1, 0, "(0,0) -> 1")))
    before = list(table.wire)
    table.play.offered(Offer(1, 1, "(0,1) -> 2", None))
    table.timers.advance(1)
    assert table.wire == before


def test_reconnection_in_a_turn_says_the_newest_again() -> None:
    """The search goes on over the gap and is not started twice; the fallback does not replace what it found."""
    table = Table()
    table.play.receive(TurnOpened(1, 1, None))
    table.play.disconnected()
    table.worker.offer(1, "(0,0) -> 1")
    table.timers.advance(1)
    table.wire.clear()
    table.connect()
    table.play.receive(TurnOpened(1, 1, None))
    assert [message.move for message in table.proposals] == ["(0,0) -> 1"]
    assert len(table.worker.of(Open)) == 1


def test_new_attempt_starts_the_turn_anew() -> None:
    """After a restart of the server: new fallback, new search, old proposals forgotten."""
    table = Table()
    table.play.receive(TurnOpened(1, 1, None))
    table.worker.offer(1, "(0,0) -> 1")
    table.play.disconnected()
    table.wire.clear()
    table.connect()
    table.play.receive(TurnOpened(1, 2, None))
    assert table.proposals[0].fallback
    assert table.proposals[0].attempt == 2
    table.worker.done(1, 1)
    assert table.worker.of(Open)[1:] == [Open(1, 2, None)]


def test_snapshot_closes_a_turn_that_ended_meanwhile() -> None:
    """A deadline that passed while the stream was down stops the search like any other."""
    table = Table()
    table.play.receive(TurnOpened(1, 1, None))
    table.play.disconnected()
    table.connect([record(1, 0, "(0,0) -> 1")])
    assert table.worker.flag


def test_worker_that_dies_in_a_turn_is_replaced_once() -> None:
    """The second death ends the turn with what stands."""
    table = Table()
    table.play.receive(TurnOpened(1, 1, None))
    table.worker.die()
    second = RecordingWorker()
    table.play.take(second)
    assert second.of(Open) == [Open(1, 1, None)]
    second.die()
    assert table.wire[-1] == Finish(1, 1)
    assert "workers died" in "".join(table.lines)
    third = RecordingWorker()
    table.play.take(third)
    assert third.of(Open) == []


def test_without_any_worker_the_fallback_plays() -> None:
    """An agent that cannot be started any more still ends its turns."""
    table = Table(worker=False)
    table.play.do_without()
    table.play.receive(TurnOpened(1, 1, None))
    assert table.proposals[0].fallback
    assert table.wire[-1] == Finish(1, 1)


def test_fallback_that_counted_is_told() -> None:
    """The student learns that the search was too late."""
    table = Table()
    table.play.receive(TurnOpened(1, 1, None))
    table.play.receive(TurnClosed(record(1, 0, "(0,0) -> 1", fallback=True)))
    assert table.lines == ["match 17: turn 1: the search proposed nothing in time; the fallback (0,0) -> 1 counted"]


@pytest.mark.parametrize("ending", [False, True])
def test_fallback_told_with_what_comes_next_is_told(ending: bool) -> None:
    """An own turn need not be acknowledged alone: the next opening, or the end, speaks of it."""
    table = Table()
    table.play.receive(TurnOpened(1, 1, None))
    table.worker.done(1)
    played = (record(1, 0, "(0,0) -> 1", fallback=True), record(2, 1, "(3,0) -> 2"))
    table.play.receive(finished(list(played)) if ending else TurnOpened(3, 1, None, played))
    assert table.lines[0].endswith("the search proposed nothing in time; the fallback (0,0) -> 1 counted")


def test_fallback_told_by_a_new_stream_is_told() -> None:
    """The old one broke behind the end of the turn; turns of long ago are not spoken of again."""
    turns = (record(1, 0, "(0,0) -> 1", fallback=True), record(2, 1, "(3,0) -> 2"))
    table = Table()
    table.play.receive(TurnOpened(1, 1, None))
    table.play.receive(TurnOpened(3, 1, None, turns))
    table.lines.clear()
    table.play.receive(Snapshot(header(), 0, (*turns, record(3, 0, "(0,1) -> 2", fallback=True)), 2))
    assert table.lines == ["match 17: turn 3: the search proposed nothing in time; the fallback (0,1) -> 2 counted"]


def test_fallbacks_that_go_on_counting_go_to_the_log() -> None:
    """Forty such lines a match hide every other one."""
    table = Table()
    for turn, value in ((1, 1), (3, 2), (5, 3), (7, 4)):
        table.play.receive(TurnOpened(turn, 1, None))
        table.play.receive(TurnClosed(record(turn, 0, f"(0,{value - 1}) -> {value}", fallback=True)))
        table.play.receive(TurnClosed(record(turn + 1, 1, f"(3,{value - 1}) -> {5 - value}")))
    assert len(table.lines) == 3
    assert table.lines[-1].endswith("the fallback (0,2) -> 3 counted (further ones go to the log only)")


def test_late_proposals_are_noted() -> None:
    """With the times that explain it."""
    table = Table()
    table.play.receive(TurnOpened(1, 1, None))
    table.worker.offer(1, "(0,0) -> 1")
    table.timers.advance(0)
    table.play.receive(TurnClosed(record(1, 0, "(0,1) -> 2", proposals=1)))
    assert "1 of 2 proposals did not arrive in time" in table.notes[0]


def test_flood_is_told_once() -> None:
    """The count is logged each time, the terminal hears of it once."""
    table = Table(seat=0)
    moves = {1: "(0,0) -> 1", 2: "(1,1) -> 2", 3: "(2,2) -> 3", 4: "(3,3) -> 4"}
    for turn in (1, 3):
        table.play.receive(TurnOpened(turn, 1, None))
        for _ in range(FLOOD):
            table.worker.offer(turn, "(3,3) -> 1")
        table.timers.advance(1)
        table.worker.done(turn)
        table.play.receive(TurnClosed(record(turn, 0, moves[turn], proposals=9)))
        table.play.receive(TurnPlayed(record(turn + 1, 1, moves[turn + 1])))
    assert len([line for line in table.lines if "proposals" in line]) == 1
    assert len([note for note in table.notes if f"{FLOOD} proposals" in note]) == 2


def test_search_that_overran_is_told_what_to_poll() -> None:
    """The student reads why the worker is another one."""
    table = Table()
    table.play.overran(7)
    assert table.lines[0].startswith("match 17: turn 7: the search went on 50 ms after the turn had closed")
    assert "turn.stop[0]" in table.lines[0]


def test_exception_that_comes_every_turn_does_not_flood_the_terminal() -> None:
    """Three lines of each class, all of them in the log."""
    table = Table()
    for turn in range(1, 8):
        for kind in ("ValueError", "IllegalMove"):
            table.play.troubled(Trouble(f"turn {turn}: {kind}", kind, kind, turn))
    assert len(table.lines) == 2 * TROUBLES
    assert table.lines[-1].endswith("turn 3: IllegalMove (further ones go to the log only)")
    assert len(table.notes) == 14


def test_lost_race_is_no_news_but_a_refusal_is() -> None:
    """A proposal that crossed the close on the wire is normal; an illegal one is not."""
    table = Table()
    table.play.receive(ProposalRefused(1, 1, 2, "stale_turn", "that turn is closed"))
    assert table.lines == []
    for _ in range(3):
        table.play.receive(ProposalRefused(1, 1, 2, "illegal_move", "the cell is occupied"))
    assert table.lines == ["match 17: turn 1: proposal 2 did not count: the cell is occupied"]


def finished(turns: list[TurnRecord], digest: str | None = None, told: int = 0) -> MatchFinished:
    result = MatchResult(
        match=17,
        winner=1,
        points=(3, 7),
        termination="missing",
        reason="ann made no proposal",
        rated=True,
        turns=len(turns),
        hash=digest or chain(header(), turns)[-1],
        ended_at=2_000,
    )
    return MatchFinished(result, played=tuple(turns[told:]))


def test_end_is_told_from_my_side() -> None:
    """Won or lost, my points first, and why."""
    table = Table()
    table.play.receive(TurnClosed(record(1, 0, "", verdict="missing", answer=None)))
    table.lines.clear()
    table.play.receive(finished([record(1, 0, "", verdict="missing", answer=None)], told=1))
    assert table.lines == ["match 17: lost 3:7: ann made no proposal; see: gridarena show 17 --turn 1"]
    assert table.play.end is not None
    assert table.shop.returned == [table.worker]


def test_changed_record_is_noticed() -> None:
    """The seat keeps the hash chain itself and compares the last link."""
    table = Table()
    table.play.receive(finished([record(1, 0, "", verdict="missing", answer=None)], digest="00" * 32))
    assert "not what was played here" in table.lines[-1]


def test_void_is_told_with_its_reason() -> None:
    """And ends the match."""
    table = Table()
    table.play.receive(MatchFinished(None, "the host said so"))
    assert table.lines == ["match 17: void: the host said so; see: gridarena show 17"]


def test_match_given_up_takes_its_worker_along() -> None:
    """Nobody plays on for a seat that is lost."""
    table = Table()
    table.play.receive(TurnOpened(1, 1, None))
    table.play.drop()
    assert table.shop.discarded == [table.worker]
