"""Seats that come, go and stay away; stalls; restarts."""

import pytest

from gridarena_protocol.records import Clock, Rules
from gridarena_server.referee import signals
from gridarena_server.referee.machine import ABSENCES, Phase
from support.match_table import MatchTable, header


def test_no_turn_opens_for_an_absent_seat() -> None:
    """The match waits until the seat to move attaches."""
    table = MatchTable(header(), seats=(1,))
    assert table.machine.phase is Phase.WAITING
    table.attach(0)
    assert (table.opened.seat, table.opened.turn, table.opened.attempt) == (0, 1, 1)


def test_a_seat_that_never_comes_is_absent_and_unrated() -> None:
    """The time to join counts, not the away allowance."""
    table = MatchTable(header(rules=Rules(join_ms=5_000)), seats=(1,))
    table.expire()
    assert table.now == 5_000_000_000
    result = table.machine.result
    assert result is not None
    assert (result.termination, result.winner, result.rated) == ("absent", 1, False)


@pytest.mark.parametrize("drained_first", [True, False])
def test_a_drain_ends_all_patience(drained_first: bool) -> None:
    """The seat that was waited for is back, or not: it has its time again after the restart."""
    table = MatchTable(header(), seats=(1,))
    old = table.armed
    steps = [lambda: table.feed(signals.Drained(table.now)), lambda: table.attach(0)]
    for step in steps if drained_first else steps[:1]:
        step()
    table.feed(signals.DeadlineReached(old.timer, old.at, 0, longest=0))
    assert table.machine.phase is Phase.WAITING
    assert table.machine.result is None


def test_both_seats_absent_is_void() -> None:
    """Nobody wins against a network that is down for both."""
    table = MatchTable(header(), seats=())
    table.expire()
    assert table.ended is None
    table.expire()
    assert table.ended == signals.End(None, "both seats stayed away")


def test_the_rival_coming_back_first_wins_over_a_seat_that_is_gone() -> None:
    """The mover's patience was over; only the rival was still waited for."""
    table = MatchTable(header(), seats=())
    table.expire()
    table.attach(1)
    assert table.machine.result is not None
    assert (table.machine.result.termination, table.machine.result.winner) == ("absent", 1)


def test_the_mover_coming_back_while_its_rival_is_awaited_plays_on() -> None:
    """Both were away: whoever comes back may play."""
    table = MatchTable(header(), seats=())
    table.expire()
    table.attach(0)
    assert table.machine.phase is Phase.OPEN


def test_a_turn_closed_empty_while_away_is_opened_again_when_the_seat_is_back() -> None:
    """Attempt + 1, full budget, written down before it opens."""
    table = MatchTable(header())
    table.wait(10)
    table.lose(0)
    table.expire()
    assert table.machine.phase is Phase.WAITING
    table.wait(500)
    table.hold = True
    table.attach(0)
    assert table.machine.phase is Phase.WRITING
    table.hold = False
    table.commit()
    assert (table.opened.turn, table.opened.attempt) == (1, 2)
    assert table.armed.at == table.now + 100_000_000
    [reopening] = table.reopenings
    assert (reopening.reason, reopening.attempt, reopening.away_used_us) == ("absence", 2, (500_000, 0))


def test_a_cut_seat_that_is_back_in_time_goes_on_with_the_same_attempt() -> None:
    """It is told of the open turn again; its numbers start afresh."""
    table = MatchTable(header(clock=Clock("revealed", 1000)))
    table.propose(0, "1", number=7)
    table.lose(0)
    table.wait(300)
    table.attach(0)
    assert (table.opened.attempt, table.opened.budget_ms) == (1, 700)
    table.propose(0, "2", number=1)
    table.expire()
    assert (table.machine.turns[0].move, table.machine.turns[0].attempt) == ("2", 1)


def test_what_an_absent_seat_had_proposed_counts() -> None:
    """Latency and cuts cost thinking time, never the match."""
    table = MatchTable(header())
    table.propose(0, "2")
    table.lose(0)
    table.expire()
    assert table.machine.turns[0].verdict == "accepted"


def test_a_turn_is_opened_again_three_times_at_most() -> None:
    """Then an empty turn is missing."""
    table = MatchTable(header())
    for _ in range(ABSENCES):
        table.lose(0)
        table.expire()
        table.attach(0)
    table.lose(0)
    table.expire()
    assert table.machine.result is not None
    assert table.machine.result.termination == "missing"
    assert [r.attempt for r in table.reopenings] == [2, 3, 4]


def test_the_away_allowance_is_one_for_the_match() -> None:
    """Spent by waiting, over several absences, then the seat loses by abandoned."""
    table = MatchTable(header(rules=Rules(away_ms=1_000)))
    table.lose(0)
    table.expire()
    table.wait(600)
    table.attach(0)
    table.lose(0)
    table.expire()
    start = table.now
    table.expire()
    assert table.now - start == 400_000_000
    assert table.machine.result is not None
    assert (table.machine.result.termination, table.machine.result.winner) == ("abandoned", 1)
    assert table.machine.result.rated


def test_away_zero_is_the_courses_strict_rule() -> None:
    """A turn missed while away is missing, at once."""
    table = MatchTable(header(rules=Rules(away_ms=0)))
    table.lose(0)
    table.expire()
    assert table.machine.result is not None
    assert table.machine.result.termination == "missing"


def test_an_untimed_turn_is_taken_back_from_a_seat_that_goes_away() -> None:
    """It opens again, as a new attempt, when the seat is back; away for too long loses."""
    table = MatchTable(header(clock=Clock("untimed")))
    table.propose(0, "1")
    table.lose(0)
    assert table.machine.phase is Phase.WAITING
    table.attach(0)
    assert table.opened.attempt == 2
    table.lose(0)
    table.expire()
    assert table.machine.result is not None
    assert table.machine.result.termination == "abandoned"


def test_the_rivals_absence_stops_nobody() -> None:
    """Only the seat to move has to be here."""
    table = MatchTable(header())
    table.lose(1)
    table.propose(0, "1", final=True)
    assert len(table.machine.turns) == 1
    assert table.machine.phase is Phase.WAITING


def test_a_stall_is_given_back() -> None:
    """The deadline moves by what the referee itself was late."""
    table = MatchTable(header())
    armed = table.armed
    effects = table.expire(stall_ms=30)
    assert effects == [signals.ArmDeadline(table.armed.timer, armed.at + 30_000_000)]
    table.propose(0, "1")
    table.expire(stall_ms=30)
    turn = table.machine.turns[0]
    assert (turn.verdict, turn.stall_us, turn.used_us) == ("accepted", 30_000, 130_000)


def test_a_stall_of_more_than_a_second_opens_the_turn_again() -> None:
    """As a new attempt with the full budget, at no cost to the seat."""
    table = MatchTable(header())
    table.expire(stall_ms=1001)
    assert (table.opened.attempt, table.machine.phase) == (2, Phase.OPEN)
    [reopening] = table.reopenings
    assert (reopening.reason, reopening.away_used_us) == ("stall", (0, 0))


def test_many_small_stalls_are_given_back() -> None:
    """However much they come to in a long turn: no turn would ever end on a machine that is always a little late."""
    table = MatchTable(header())
    armed = table.armed
    table.propose(0, "1")
    assert table.expire(stall_ms=5_000, longest_ms=1_000)
    assert table.armed.at == armed.at + 5_000_000_000
    table.expire(stall_ms=5_000, longest_ms=1_000)
    assert table.machine.turns[0].verdict == "accepted"


def test_a_machine_that_always_stands_still_gets_to_the_end_of_a_turn() -> None:
    """Three attempts are given up; of the fourth what was proposed counts, and the stall is given back."""
    table = MatchTable(header())
    for attempt in (2, 3, 4):
        table.expire(stall_ms=1_500)
        assert table.opened.attempt == attempt
    table.propose(0, "1")
    assert table.expire(stall_ms=1_500) == [signals.ArmDeadline(table.armed.timer, table.armed.at)]
    table.expire(stall_ms=1_500)
    assert (table.machine.turns[0].verdict, len(table.reopenings)) == ("accepted", 3)


def test_a_timer_that_fires_early_closes_nothing() -> None:
    """The clock is read again; never early."""
    table = MatchTable(header())
    table.expire(early_ms=0.9)
    assert table.machine.phase is Phase.OPEN
    assert table.armed.at == 100_000_000


def test_an_old_timer_means_nothing() -> None:
    """A turn that closed early is not closed again by its deadline."""
    table = MatchTable(header())
    old = table.armed
    table.propose(0, "1", final=True)
    table.feed(signals.DeadlineReached(old.timer, old.at, 0, longest=0))
    assert len(table.machine.turns) == 1
    assert table.machine.phase is Phase.OPEN


def test_after_a_restart_the_turn_opens_as_a_new_attempt() -> None:
    """Full budget; the record so far stands; old attempts' proposals are refused."""
    before = MatchTable(header())
    before.propose(0, "3", final=True)
    before.answer(accepted=False)
    before.propose(1, "1")
    after = MatchTable(header(), record=before.record)
    assert (after.opened.turn, after.opened.attempt, after.opened.seat) == (2, 2, 1)
    [effect] = after.propose(1, "2", attempt=1)
    assert isinstance(effect, signals.Refuse)
    after.propose(1, "2", number=2, final=True)
    assert [turn.attempt for turn in after.machine.turns] == [1, 2]
    assert [reopening.reason for reopening in after.reopenings] == ["restart"]


def test_restarts_remember_attempts_and_allowances() -> None:
    """No attempt number is used twice, no allowance is spent twice."""
    table = MatchTable(header(rules=Rules(away_ms=1_000)))
    table.lose(0)
    table.expire()
    table.wait(700)
    table.attach(0)
    again = MatchTable(table.machine.header, record=table.record)
    assert again.opened.attempt == 3
    again.lose(0)
    again.expire()
    start = again.now
    again.expire()
    assert again.now - start == 300_000_000


@pytest.mark.parametrize("seat", [0, 1])
def test_server_downtime_is_free(seat: int) -> None:
    """After a restart the time to join counts for the first stream of each seat, even with away = 0."""
    rules = Rules(away_ms=0, join_ms=20_000)
    before = MatchTable(header(rules=rules))
    if seat == 1:
        before.propose(0, "1", final=True)
    after = MatchTable(before.machine.header, record=before.record, seats=())
    after.wait(19_000)
    after.attach(seat)  # type: ignore[arg-type]
    assert after.machine.phase is Phase.OPEN


def test_a_drain_opens_no_further_turn() -> None:
    """The open turn is finished first."""
    table = MatchTable(header())
    table.feed(signals.Drained(table.now))
    table.propose(0, "1", final=True)
    assert table.machine.phase is Phase.WAITING
    assert table.machine.settled
    assert table.opened.turn == 1


def test_a_fault_in_the_games_code_voids_the_match() -> None:
    """It is never a seat's loss."""
    table = MatchTable(header())
    for effect in table.machine.break_down():
        assert isinstance(effect, signals.Commit)
    assert table.machine.handle(signals.Committed(0)) == [
        signals.End(None, "the referee failed; the host's log says how")
    ]
