"""A tournament's state follows from its facts, in whatever portions they come."""

from dataclasses import replace

from gridarena_games.base import Seat
from gridarena_protocol.records import MatchHeader, MatchResult, Record
from gridarena_server.facts import BOTH_AWAY, HostEvent, PairingAdded, TournamentCreated
from gridarena_server.tournament.legs import ATTEMPTS, Leg
from gridarena_server.tournament.progress import Progress
from support.floor import plan


def progress(*agents: str) -> Progress:
    """A started tournament with its first round."""
    started = Progress(TournamentCreated(1, plan(*agents), 0))
    started.started = True
    (meetings,) = started.next_rounds()
    started.add_round(
        PairingAdded(number, 1, 1, meeting.agents, meeting.board, meeting.clock)
        for number, meeting in enumerate(meetings, start=1)
    )
    return started


def header(match: int, leg: Leg) -> MatchHeader:
    wanted = plan("ann", "bob")
    return MatchHeader(
        match=match,
        game="pebbles",
        setup="3",
        options={},
        clock=wanted.clocks[0],
        rules=wanted.rules,
        agents=leg.agents,
        versions=("1", "1"),
        tournament=1,
        pairing=leg.pairing.pairing,
        leg=leg.leg,
        attempt=leg.attempts + 1,
        rated=True,
        started_at=0,
    )


def result(match: int, winner: Seat = 0) -> MatchResult:
    return MatchResult(match, winner, (1, 0), "completed", "", True, 1, "", 0)


def test_the_second_leg_swaps_the_seats() -> None:
    """A pairing is played from both sides."""
    two = progress("ann", "bob")
    first = two.legs.heads()[0]
    two.legs.take(first)
    second = two.legs.heads()[0]
    assert second.agents == first.agents[::-1]


def test_a_tournament_is_finished_when_its_last_leg_is_settled() -> None:
    """Running until then, and not a match earlier."""
    two = progress("ann", "bob")
    for match in (1, 2):
        assert two.status == "running"
        leg = two.legs.heads()[0]
        two.begin(header(match, leg))
        two.finish(header(match, leg), result(match))
        two.next_rounds()
    assert (two.status, two.finished, two.matches, two.legs.heads()) == ("finished", 2, 2, [])


def test_a_void_puts_the_leg_back_with_the_next_attempt() -> None:
    """What the server spoiled is played again."""
    two = progress("ann", "bob")
    leg = two.legs.heads()[0]
    spoiled = header(1, leg)
    two.begin(spoiled)
    two.void(spoiled, "the server was hit by lightning")
    assert two.legs.heads()[0] is leg
    assert (header(2, leg).attempt, two.voided, two.live) == (2, 1, {})


def test_a_leg_is_tried_three_times() -> None:
    """After that it is given up, so that a tournament always ends."""
    two = progress("ann", "bob")
    leg = two.legs.heads()[0]
    for match in range(1, ATTEMPTS + 1):
        two.begin(header(match, leg))
        two.void(header(match, Leg(leg.pairing, leg.leg, attempts=match - 1)), "again")
    assert leg.settled
    assert two.legs.heads()[0] is not leg


def test_a_void_of_the_hosts_is_not_played_again() -> None:
    """The host meant it."""
    two = progress("ann", "bob")
    leg = two.legs.heads()[0]
    two.begin(header(1, leg))
    two.decide(HostEvent("match.voided", "I say so", 0, 1, 1))
    two.void(header(1, Leg(leg.pairing, leg.leg)), "I say so")
    assert leg.settled


def test_a_match_to_which_nobody_came_is_not_played_again() -> None:
    """There is nobody to play; but one that both left in the middle, a network that failed, is tried again."""
    two = progress("ann", "bob")
    first, second = two.legs
    two.void(replace(header(1, first), versions=("", "")), BOTH_AWAY)
    assert first.settled
    two.begin(header(2, second))
    two.void(header(2, Leg(second.pairing, second.leg)), BOTH_AWAY)
    assert (second.settled, second.waiting) == (False, True)


def test_voiding_a_finished_match_takes_its_result_along() -> None:
    """It no longer counts and is not played again."""
    two = progress("ann", "bob")
    leg = two.legs.heads()[0]
    head = header(1, leg)
    two.begin(head)
    two.finish(head, result(1))
    two.decide(HostEvent("match.voided", "cheating", 0, 1, head.match))
    two.void(head, "cheating")
    assert (two.finished, two.voided, leg.counted, leg.settled) == (0, 1, None, True)


def test_facts_told_twice_change_nothing() -> None:
    """The log may be read again at any time."""
    two = progress("ann", "bob")
    leg = two.legs.heads()[0]
    heads = [header(1, leg), header(2, Leg(leg.pairing, leg.leg, attempts=1))]
    records = [Record(heads[0], void="again"), Record(heads[1], result=result(2))]
    for _ in range(2):
        two.learn(records)
        two.learn([Record(heads[1])])
    assert (two.finished, two.voided, two.live, leg.counted) == (1, 1, {}, 2)


def test_facts_come_in_any_order() -> None:
    """Attempts are read in the order in which they were made, newest first or last."""
    two = progress("ann", "bob")
    leg = two.legs.heads()[0]
    two.learn([Record(header(2, Leg(leg.pairing, leg.leg, attempts=1))), Record(header(1, leg), void="again")])
    assert (leg.match, leg.attempts, leg.waiting) == (2, 2, False)


def test_a_match_that_was_never_written_was_no_attempt() -> None:
    """Its leg waits again under the same attempt number."""
    two = progress("ann", "bob")
    leg = two.legs.heads()[0]
    head = header(1, leg)
    two.begin(head)
    two.take_back(head)
    assert two.legs.heads()[0] is leg
    assert header(2, leg).attempt == 1
