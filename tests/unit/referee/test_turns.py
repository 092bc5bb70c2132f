"""A turn from opening to commit: proposals, closing, verdicts."""

import pytest

from gridarena_protocol.records import Clock, MatchResult, Rules, chain
from gridarena_server.errors import Code
from gridarena_server.facts import TurnTaken
from gridarena_server.referee import signals
from gridarena_server.referee.machine import Phase
from support.match_table import MatchTable, header


def refusal(effects: list[signals.Effect]) -> Code | None:
    codes = [effect.code for effect in effects if isinstance(effect, signals.Refuse)]
    return codes[0] if codes else None


def test_the_last_proposal_in_time_counts() -> None:
    """Of several proposals the newest before the deadline is the move."""
    table = MatchTable(header())
    table.propose(0, "1", number=1)
    table.wait(40)
    table.propose(0, "2", number=2)
    table.expire()
    turn = table.machine.turns[0]
    assert (turn.move, turn.number, turn.proposals, turn.points) == ("2", 2, 2, 2)
    assert turn.arrival_us == 40_000
    assert turn.used_us == 100_000


def test_nothing_is_told_before_it_is_durable() -> None:
    """Neither the mover's acknowledgement nor the next opening precedes the commit."""
    table = MatchTable(header())
    table.hold = True
    effects = table.propose(0, "1", final=True)
    assert [type(effect) for effect in effects] == [signals.Commit]
    assert table.machine.phase is Phase.WRITING
    kinds = [type(effect) for effect in table.commit()]
    assert kinds[:2] == [signals.Announce, signals.Open]


@pytest.mark.parametrize("finish", [True, False])
def test_finish_ends_the_turn_at_once(finish: bool) -> None:
    """A final proposal is a proposal with a Finish right behind it."""
    table = MatchTable(header())
    table.wait(5)
    table.propose(0, "1", final=not finish)
    if finish:
        table.finish(0)
    assert table.machine.turns[0].used_us == 5_000
    assert table.opened.seat == 1


def test_a_finish_without_a_proposal_loses_by_missing() -> None:
    """Ending the turn is the seat's own decision."""
    table = MatchTable(header())
    table.finish(0)
    assert table.ended is not None
    assert table.ended.result is not None
    assert (table.ended.result.termination, table.ended.result.winner) == ("missing", 1)


def test_no_proposal_loses_by_missing() -> None:
    """A present seat that stays silent loses at the deadline."""
    table = MatchTable(header())
    table.expire()
    assert table.machine.turns[0].verdict == "missing"
    assert table.machine.phase is Phase.OVER


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"turn": 9}, Code.STALE_TURN),
        ({"attempt": 9}, Code.STALE_ATTEMPT),
        ({"number": 1}, Code.STALE_NUMBER),
    ],
)
def test_a_stale_proposal_is_refused_and_never_counts(change: dict[str, int], code: Code) -> None:
    """Old turn, old attempt, a number not above the last."""
    table = MatchTable(header())
    table.propose(0, "1", number=1)
    assert refusal(table.propose(0, "2", **({"number": 2} | change))) is code
    table.expire()
    assert table.machine.turns[0].move == "1"


def test_a_proposal_after_the_close_is_refused() -> None:
    """What comes late is told so; it does not leak into the next turn."""
    table = MatchTable(header())
    table.propose(0, "1", final=True)
    assert refusal(table.propose(0, "2", turn=1, attempt=1, number=2)) is Code.STALE_TURN


def test_the_seat_not_to_move_is_refused() -> None:
    """A proposal for the rival's turn never counts."""
    table = MatchTable(header())
    assert refusal(table.propose(1, "2", turn=1)) is Code.STALE_TURN
    assert refusal(table.propose(1, "2", turn=2)) is Code.NO_TURN


@pytest.mark.parametrize(
    ("move", "termination", "text"),
    [("x", "illegal", "expected a number, got 'x'"), ("9", "illegal", "cannot take 9 of 6 pebbles")],
)
def test_an_illegal_last_proposal_loses(move: str, termination: str, text: str) -> None:
    """Unreadable or against the rules: the course's rule is a loss, with the reason."""
    table = MatchTable(header())
    table.propose(0, "1", number=1)
    table.propose(0, move, number=2)
    table.expire()
    result = table.machine.result
    assert result is not None
    assert (result.termination, result.winner) == (termination, 1)
    assert text in result.reason


def test_an_illegal_proposal_is_ignored_where_the_rules_say_so() -> None:
    """With illegal = "ignore" it is refused on arrival and the last legal one stands."""
    table = MatchTable(header(rules=Rules(illegal="ignore")))
    table.propose(0, "1", number=1)
    assert refusal(table.propose(0, "9", number=2)) is Code.ILLEGAL_MOVE
    assert refusal(table.propose(0, "x", number=3)) is Code.INVALID_MOVE
    table.expire()
    assert table.machine.turns[0].move == "1"


def test_a_condemned_placement_is_a_skip_and_taboo_for_both() -> None:
    """Nothing is placed, no points, the turn passes; proposing it again loses by taboo."""
    table = MatchTable(header())
    table.propose(0, "3", final=True)
    assert table.machine.phase is Phase.ASKING
    table.answer(accepted=False)
    turn = table.machine.turns[0]
    assert (turn.verdict, turn.skip, turn.points, turn.reason) == ("taboo", "taboo", 0, "leaves no solution")
    table.propose(1, "3", final=True)
    assert table.machine.result is not None
    assert (table.machine.result.termination, table.machine.result.winner) == ("taboo", 0)


def test_an_accepted_placement_keeps_the_answer_in_the_record() -> None:
    """Replay trusts the answer, so it is part of the turn."""
    table = MatchTable(header())
    table.propose(0, "3", final=True)
    table.answer(accepted=True, reason="known")
    turn = table.machine.turns[0]
    assert (turn.verdict, turn.points, turn.regions) == ("accepted", 3, ("3 pebbles",))
    assert turn.answer is not None
    assert turn.answer.nodes == 7


def test_a_question_that_stays_open_is_undecided() -> None:
    """Still open after the budget counts as taboo, with a reason of its own."""
    table = MatchTable(header())
    table.propose(0, "3", final=True)
    table.answer(accepted=False, reason="undecided")
    assert (table.machine.turns[0].verdict, table.machine.turns[0].reason) == ("taboo", "undecided")


def test_an_oracle_without_an_answer_voids_the_match() -> None:
    """The referee's fault is never a seat's."""
    table = MatchTable(header())
    table.propose(0, "3", final=True)
    table.feed(signals.Answered(None, table.now))
    assert table.ended is not None
    assert (table.ended.result, table.ended.void) == (None, "the oracle gave no answer")


def test_a_match_is_played_to_its_end() -> None:
    """The last turn and the result are written in one transaction, then told."""
    table = MatchTable(header(pebbles=3))
    table.propose(0, "1", final=True)
    table.hold = True
    effects = table.propose(1, "2", final=True)
    commit = effects[-1]
    assert isinstance(commit, signals.Commit)
    assert [type(fact) for fact in commit.facts] == [TurnTaken, MatchResult]
    kinds = [type(effect) for effect in table.commit()]
    assert kinds == [signals.Announce, signals.End]
    result = table.machine.result
    assert result is not None
    assert (result.winner, result.points, result.reason) == (1, (1, 2), "bob won by points, 2 to 1, after 2 turns")


def test_the_chain_holds() -> None:
    """Every stored hash is recomputed from header and turns; the last one is the result's."""
    table = MatchTable(header())
    for seat, move in ((0, "2"), (1, "2"), (0, "2")):
        table.propose(seat, move, final=True)
    hashes = chain(table.machine.header, table.record.turns)
    assert table.record.hashes == tuple(hashes[1:])
    assert table.machine.result is not None
    assert table.machine.result.hash == hashes[-1]


def test_a_forced_skip_is_a_numbered_record_without_duration() -> None:
    """No turn is opened for it."""
    table = MatchTable(header(options={"skip": "1"}))
    table.propose(0, "1", final=True)
    skip = table.machine.turns[1]
    assert (skip.turn, skip.seat, skip.verdict, skip.skip, skip.used_us) == (2, 1, "skipped", "no squares", 0)
    assert (table.opened.seat, table.opened.turn) == (0, 3)


def test_only_the_newest_64_proposals_are_kept() -> None:
    """Older ones are counted."""
    table = MatchTable(header())
    for number in range(1, 101):
        table.propose(0, "1", number=number)
    table.expire()
    taken = table.facts[0]
    assert isinstance(taken, TurnTaken)
    assert (len(taken.detail.seen), taken.detail.dropped, taken.record.proposals) == (64, 36, 100)
    assert taken.detail.seen[-1].number == 100


def test_proposals_with_much_text_leave_room_for_each_other() -> None:
    """Of a match whose every turn is full of text one message can still tell everything."""
    table = MatchTable(header())
    for number in range(1, 65):
        table.propose(0, "\N{GRINNING FACE}" * 255, number=number)
    table.propose(0, "1", number=65)
    table.expire()
    (taken,) = (fact for fact in table.facts if isinstance(fact, TurnTaken))
    assert [one.number for one in taken.detail.seen] == list(range(49, 66))
    assert taken.detail.dropped == 48


def test_a_finished_start_position_ends_at_once() -> None:
    """No turn is played on a board that is over."""
    table = MatchTable(header(pebbles=0), seats=())
    assert table.ended is not None
    assert table.ended.result is not None
    assert (table.ended.result.turns, table.ended.result.winner) == (0, None)


def test_a_resignation_ends_the_match() -> None:
    """Also on the rival's turn."""
    table = MatchTable(header())
    table.feed(signals.Resigned(1, table.now))
    assert table.machine.result is not None
    assert (table.machine.result.termination, table.machine.result.winner) == ("resigned", 0)


def test_a_resignation_while_a_turn_is_written_waits_for_it() -> None:
    """The turn on its way to the disk comes first."""
    table = MatchTable(header())
    table.hold = True
    table.propose(0, "1", final=True)
    table.feed(signals.Resigned(0, table.now))
    assert table.machine.result is None
    table.hold = False
    table.commit()
    assert len(table.record.turns) == 1
    assert table.ended is not None
    assert table.ended.result is not None
    assert table.ended.result.termination == "resigned"


def test_the_hosts_abort_outlives_a_resignation() -> None:
    """Both came while a turn was being written."""
    table = MatchTable(header())
    table.hold = True
    table.propose(0, "1", final=True)
    table.feed(signals.Aborted("wrong board", table.now))
    table.feed(signals.Resigned(0, table.now))
    table.hold = False
    table.commit()
    assert table.ended == signals.End(None, "wrong board")


def test_a_host_abort_voids() -> None:
    """A void is a status with a reason, not a result."""
    table = MatchTable(header())
    table.feed(signals.Aborted("wrong board", table.now))
    assert table.ended == signals.End(None, "wrong board")


@pytest.mark.parametrize(
    ("clock", "deadline_ms", "budget"),
    [
        (Clock("hidden", 100), 100, None),
        (Clock("revealed", 100), 125, 100),
        (Clock("revealed", 5000), 5100, 5000),
    ],
)
def test_the_clock_says_when_a_turn_closes_and_what_the_seat_is_told(
    clock: Clock, deadline_ms: int, budget: int | None
) -> None:
    """Grace 0 when hidden, min(100 ms, budget / 4) when revealed; a hidden budget is not told."""
    table = MatchTable(header(clock=clock))
    assert table.opened.budget_ms == budget
    assert table.armed.at == deadline_ms * 1_000_000


def test_an_untimed_turn_ends_with_finish_only() -> None:
    """No timer is armed."""
    table = MatchTable(header(clock=Clock("untimed")), seats=())
    table.attach(1)
    start = len(table.log)
    table.attach(0)
    assert not [effect for effect in table.log[start:] if isinstance(effect, signals.ArmDeadline)]
    table.wait(3_600_000)
    table.propose(0, "1", final=True)
    assert table.machine.turns[0].verdict == "accepted"
