"""Every way a match can end has one sentence that names the rule, the turn, the proposal and its arrival."""

from gridarena_protocol.records import Clock, Rules
from gridarena_server.referee import signals
from support.match_table import MatchTable, header


def why(table: MatchTable) -> str:
    assert table.machine.result is not None
    return table.machine.result.reason


def test_a_match_played_to_its_end_says_by_how_much_and_when() -> None:
    """Points of the winner first."""
    table = MatchTable(header(pebbles=3))
    table.propose(0, "1", final=True)
    table.propose(1, "2", final=True)
    assert why(table) == "bob won by points, 2 to 1, after 2 turns"


def test_a_draw_names_both() -> None:
    """Nobody won, and everybody knows with how many."""
    table = MatchTable(header(pebbles=4))
    table.propose(0, "2", final=True)
    table.propose(1, "2", final=True)
    assert why(table) == "ann and bob drew with 2 points each after 2 turns"


def test_nothing_before_the_close_says_when_that_was() -> None:
    """The clock stands beside it."""
    table = MatchTable(header(clock=Clock("hidden", 100)))
    table.expire()
    assert why(table) == (
        "ann lost by no proposal in turn 1: none had arrived when the turn closed, 100.0 ms into it (0.1 s hidden)"
    )


def test_a_turn_ended_by_its_own_seat_says_so() -> None:
    """A `play` that returns without a proposal looks unlike one that is too slow."""
    table = MatchTable(header())
    table.wait(3)
    table.finish(0)
    assert why(table) == "ann lost by no proposal in turn 1: it ended the turn itself, 3.0 ms into it, without one"


def test_an_untimed_turn_can_only_be_ended_by_its_own_seat() -> None:
    """There is no close to be late for."""
    table = MatchTable(header(clock=Clock("untimed")))
    table.wait(3_000)
    table.finish(0)
    assert "it ended the turn itself, 3000.0 ms into it" in why(table)


def test_a_connection_that_was_down_is_named() -> None:
    """Where no further absence is forgiven."""
    table = MatchTable(header(rules=Rules(away_ms=0)))
    table.lose(0)
    table.expire()
    assert why(table).endswith("(0.1 s hidden); its connection was down")


def test_refused_proposals_are_named_where_nothing_else_came() -> None:
    """With `illegal = ignore` a seat whose every move is illegal loses by missing; the last refusal says why."""
    table = MatchTable(header(rules=Rules(illegal="ignore")))
    table.propose(0, "9", number=1)
    table.propose(0, "x", number=2)
    table.expire()
    assert "; the last of 2 that were refused: " in why(table)
    assert "'x'" in why(table)


def test_an_illegal_move_says_which_proposal_and_when_it_came() -> None:
    """The rule's own words between."""
    table = MatchTable(header())
    table.propose(0, "1", number=1)
    table.wait(12)
    table.propose(0, "x", number=2)
    table.expire()
    assert why(table).startswith("ann lost by an illegal move in turn 1: ")
    assert "'x'" in why(table)
    assert why(table).endswith(" (proposal 2, the last of 2, 12.0 ms into the turn)")


def test_a_taboo_is_told_apart_from_other_illegal_moves() -> None:
    """Whoever made it one."""
    table = MatchTable(header())
    table.propose(0, "3", final=True)
    table.answer(accepted=False)
    table.propose(1, "3", final=True)
    assert why(table) == (
        "bob lost by a taboo move in turn 2: taking 3 is taboo (proposal 1, the last of 1, 0.0 ms into the turn)"
    )


def test_a_turn_opened_again_names_its_attempt() -> None:
    """So that it is found in the record."""
    table = MatchTable(header())
    table.lose(0)
    table.expire()
    table.attach(0)
    table.expire()
    assert why(table).startswith("ann lost by no proposal in turn 1 (attempt 2): ")


def test_a_resignation_names_its_turn() -> None:
    """Whoever's turn it is."""
    table = MatchTable(header())
    table.propose(0, "1", final=True)
    table.feed(signals.Resigned(0, table.now))
    assert why(table) == "ann resigned in turn 2"


def test_a_seat_that_stays_away_is_told_the_limit() -> None:
    """The allowance is one for the whole match."""
    table = MatchTable(header(rules=Rules(away_ms=1_500)))
    table.lose(0)
    table.expire()
    table.expire()
    assert why(table) == (
        "ann lost by staying away in turn 1: the match had waited for it for 1.5 s in all, which is the limit"
    )


def test_a_match_that_waits_for_nobody_says_so() -> None:
    """The course's strict rule."""
    table = MatchTable(header(rules=Rules(away_ms=0)))
    table.propose(0, "1", final=True)
    table.lose(0)
    table.propose(1, "1", final=True)
    table.expire()
    assert why(table) == "ann lost by staying away in turn 3: it was not connected, and this match waits for nobody"


def test_a_seat_that_does_not_come_back_after_a_restart_is_told_of_it() -> None:
    """Not the allowance, but the time to join has run out."""
    before = MatchTable(header())
    before.propose(0, "1", final=True)
    before.propose(1, "1", final=True)
    table = MatchTable(header(rules=Rules(join_ms=5_000)), record=before.record, seats=(1,))
    table.expire()
    assert why(table) == ("ann lost by staying away in turn 3: it did not come back within 5 s of the server's restart")


def test_a_seat_that_never_came_is_told_the_time_to_join() -> None:
    """And that it costs no rating."""
    table = MatchTable(header(rules=Rules(join_ms=5_000)), seats=(1,))
    table.expire()
    assert why(table) == "ann lost by not coming within 5 s; the match is not rated"
