"""What the codec refuses at the trust boundary, case by case, and what it makes harmless."""

import math
import sys

import pytest

from gridarena_games.base import Seat
from gridarena_protocol import codec
from gridarena_protocol.codec import LARGEST_ID, LONGEST_LINE, LONGEST_NAME, LONGEST_TEXT, MalformedError
from gridarena_protocol.messages import Attach, Hello, Proposal, Seek
from gridarena_protocol.records import Clock, MatchResult, Rules, Thinking
from gridarena_protocol.v1 import admin_pb2, lobby_pb2, match_pb2, play_pb2, records_pb2
from gridarena_protocol.views import MatchesQuery, Plan, StartBoard

TURN = match_pb2.TurnRecord(turn=1, attempt=1, verdict=match_pb2.VERDICT_ACCEPTED)
RESULT = match_pb2.MatchResult(winner=match_pb2.WINNER_DRAW, points=[0, 0], termination="completed")


def played(**changes: object) -> bytes:
    """A TurnPlayed whose record has some fields changed."""
    record = match_pb2.TurnRecord()
    record.CopyFrom(TURN)
    record.MergeFrom(match_pb2.TurnRecord(**changes))
    return play_pb2.RefereeMessage(played=play_pb2.TurnPlayed(record=record)).SerializeToString()


def finished(result: match_pb2.MatchResult | None, void: str | None = None) -> bytes:
    """A MatchFinished."""
    message = play_pb2.MatchFinished(result=result, void=void)
    return play_pb2.RefereeMessage(finished=message).SerializeToString()


@pytest.mark.parametrize(
    "decode",
    [
        codec.decode_seat_message,
        codec.decode_referee_message,
        codec.decode_lobby_request,
        codec.decode_lobby_event,
        codec.decode_match_event,
    ],
)
def test_a_missing_kind_is_malformed(decode: object) -> None:
    """An empty oneof, also one of a newer version, is refused."""
    for raw in (b"", b"\xfa\x01\x00"):
        with pytest.raises(MalformedError, match="expected"):
            decode(raw)


def test_text_that_is_not_utf8_is_malformed() -> None:
    """Invalid UTF-8 in a string field never reaches anybody."""
    with pytest.raises(MalformedError):
        codec.decode_seat_message(b"\x12\x04\x22\x02\xff\xfe")


@pytest.mark.parametrize("seat", [2, 2**32 - 1])
def test_a_seat_is_zero_or_one(seat: int) -> None:
    """Any other seat is malformed, in both directions."""
    attach = play_pb2.SeatMessage(attach=play_pb2.AttachSeat(match=1, seat=seat, ticket="t"))
    with pytest.raises(MalformedError, match="seat 0 or 1"):
        codec.decode_seat_message(attach.SerializeToString())
    with pytest.raises(MalformedError, match="seat 0 or 1"):
        codec.decode_referee_message(played(seat=seat))


@pytest.mark.parametrize("changes", [{"verdict": 99}, {"skip": "lunch"}])
def test_a_turn_holds_known_words_only(changes: dict[str, object]) -> None:
    """Enums and closed vocabularies are checked."""
    with pytest.raises(MalformedError, match="turn"):
        codec.decode_referee_message(played(**changes))


def test_an_unspecified_enum_is_malformed() -> None:
    """The zero that proto3 fills in is not a value."""
    record = play_pb2.TurnPlayed(record=match_pb2.TurnRecord(turn=1))
    with pytest.raises(MalformedError, match="verdict"):
        codec.decode_referee_message(play_pb2.RefereeMessage(played=record).SerializeToString())


@pytest.mark.parametrize("points", [[], [1], [1, 2, 3]])
def test_by_seat_lists_have_two_items(points: list[int]) -> None:
    """One item a seat, neither fewer nor more."""
    result = match_pb2.MatchResult(winner=match_pb2.WINNER_DRAW, points=points, termination="completed")
    with pytest.raises(MalformedError, match="one a seat"):
        codec.decode_referee_message(finished(result))


def test_a_match_ends_by_result_or_void_but_not_both() -> None:
    """Exactly one of the two is set."""
    for raw in (finished(None), finished(RESULT, "power cut")):
        with pytest.raises(MalformedError, match="either"):
            codec.decode_referee_message(raw)


@pytest.mark.parametrize(
    ("winner", "seat"), [(match_pb2.WINNER_SEAT0, 0), (match_pb2.WINNER_SEAT1, 1), (match_pb2.WINNER_DRAW, None)]
)
def test_a_winner_is_named_by_seat(winner: match_pb2.Winner.ValueType, seat: Seat | None) -> None:
    """Seat 0 is not mistaken for nobody."""
    event = records_pb2.MatchEvent(result=match_pb2.MatchResult(winner=winner, points=[0, 0], termination="completed"))
    result = codec.decode_match_event(event.SerializeToString())
    assert isinstance(result, MatchResult)
    assert result.winner == seat


@pytest.mark.parametrize(
    "clock",
    [
        match_pb2.Clock(kind=match_pb2.CLOCK_KIND_UNTIMED, budget_ms=100),
        match_pb2.Clock(kind=match_pb2.CLOCK_KIND_HIDDEN),
        match_pb2.Clock(kind=match_pb2.CLOCK_KIND_REVEALED, budget_ms=0),
        match_pb2.Clock(budget_ms=100),
    ],
)
def test_a_clock_that_contradicts_itself_is_malformed(clock: match_pb2.Clock) -> None:
    """Kind and budget must fit each other."""
    plan = admin_pb2.TournamentPlan(rules=match_pb2.Rules(illegal=match_pb2.ILLEGAL_RULE_LOSE), clocks=[clock])
    with pytest.raises(MalformedError, match="clock"):
        codec.decode_plan(plan.SerializeToString())


def test_ids_fit_every_store() -> None:
    """An id beyond 63 bits is refused before a database sees it."""
    assert codec.decode_match_id(codec.encode_match_id(LARGEST_ID)) == LARGEST_ID
    beyond = LARGEST_ID + 1
    for decode, raw in (
        (codec.decode_match_id, codec.encode_match_id(beyond)),
        (codec.decode_tournament_id, codec.encode_tournament_id(beyond)),
        (codec.decode_seat_message, codec.encode_seat_message(Attach(beyond, 0, "t"))),
        (codec.decode_matches_query, codec.encode_matches_query(MatchesQuery(before=beyond))),
    ):
        with pytest.raises(MalformedError, match="at most"):
            decode(raw)


@pytest.mark.parametrize("move", ["1" * (LONGEST_NAME + 1), "(0,0)\x1b[2J -> 1", "a\nb"])
def test_moves_are_short_and_printable(move: str) -> None:
    """Nothing a terminal would act on gets into a record."""
    with pytest.raises(MalformedError, match=r"proposal\.move"):
        codec.decode_seat_message(codec.encode_seat_message(Proposal(1, 1, 1, move)))


@pytest.mark.parametrize(
    "hello",
    [
        Hello("a" * (LONGEST_NAME + 1), "1", ("sudoku",)),
        Hello("a", "1\x07", ("sudoku",)),
        Hello("a", "1", ("su\ndoku",)),
        Hello("a", "1", ("sudoku",), sdk="x" * (LONGEST_NAME + 1)),
        Hello("a", "1", ("sudoku",), slots=0),
        Hello("a", "1", ("sudoku",), machine="m"),
        Hello("a", "1", ("sudoku",), machine="m" * (LONGEST_NAME + 1), machine_slots=1),
    ],
)
def test_a_hello_holds_bounded_printable_names(hello: Hello) -> None:
    """Names are shown on other people's terminals."""
    with pytest.raises(MalformedError, match="hello"):
        codec.decode_lobby_request(codec.encode_lobby_request(hello))


@pytest.mark.parametrize(
    "seek",
    [
        Seek("su\ndoku"),
        Seek("sudoku", boards=("a" * (LONGEST_NAME + 1),)),
        Seek("sudoku", options={"mode": "ro\nws"}),
    ],
)
def test_a_seek_holds_bounded_printable_names(seek: Seek) -> None:
    """Whatever is not makes it malformed."""
    with pytest.raises(MalformedError, match="seek"):
        codec.decode_lobby_request(codec.encode_lobby_request(seek))


def test_a_ticket_is_bounded() -> None:
    """A ticket longer than a line is malformed."""
    with pytest.raises(MalformedError, match="ticket"):
        codec.decode_seat_message(codec.encode_seat_message(Attach(1, 0, "t" * (LONGEST_LINE + 1))))


def test_a_start_position_is_bounded() -> None:
    """A plan carries no books."""
    board = StartBoard("b", "x" * (LONGEST_TEXT + 1), {})
    plan = Plan("p", "sudoku", "round-robin", (board,), (Clock("untimed"),), Rules(), ("a", "b"))
    with pytest.raises(MalformedError, match="setup"):
        codec.decode_plan(codec.encode_plan(plan))


def test_a_page_has_at_most_a_thousand_matches() -> None:
    """A larger page is refused, no limit means a hundred."""
    with pytest.raises(MalformedError, match="1000"):
        codec.decode_matches_query(codec.encode_matches_query(MatchesQuery(limit=1_001)))
    assert codec.decode_matches_query(b"") == MatchesQuery(limit=100)


def test_a_filter_holds_known_words_only() -> None:
    """An unknown status or termination is refused rather than answered with nothing."""
    for request in (records_pb2.MatchesRequest(status="over"), records_pb2.MatchesRequest(termination="bored")):
        with pytest.raises(MalformedError, match="matches"):
            codec.decode_matches_query(request.SerializeToString())


def test_no_rounds_means_one() -> None:
    """A plan of another SDK may leave the rounds out."""
    message = admin_pb2.TournamentPlan(rules=match_pb2.Rules(illegal=match_pb2.ILLEGAL_RULE_LOSE))
    assert codec.decode_plan(message.SerializeToString()).rounds == 1


def test_a_cell_lies_inside_its_table() -> None:
    """A reader may index the agents with every row and column."""
    tournament = records_pb2.Tournament(status="running")
    table = records_pb2.CrosstableReply(tournament=tournament, agents=["a"], cells=[records_pb2.Cell(row=1)])
    with pytest.raises(MalformedError, match="cells"):
        codec.decode_crosstable(table.SerializeToString())


def thought(thinking: Thinking) -> Thinking | None:
    """Thinking as the referee gets it."""
    message = codec.decode_seat_message(codec.encode_seat_message(Proposal(1, 1, 1, "m", thinking)))
    assert isinstance(message, Proposal)
    return message.thinking


@pytest.mark.parametrize(
    ("sent", "kept"),
    [(math.inf, sys.float_info.max), (-math.inf, -sys.float_info.max), (math.nan, None), (0.5, 0.5)],
)
def test_a_search_value_is_finite(sent: float, kept: float | None) -> None:
    """A won position's infinity costs no turn and no JSON document."""
    assert thought(Thinking(value=sent)) == Thinking(value=kept)


def test_thinking_never_costs_a_turn() -> None:
    """An over-long or unprintable line is made harmless rather than refused."""
    assert thought(Thinking(line="x" * 5_000)) == Thinking(line="x" * LONGEST_LINE)
    assert thought(Thinking(line="e4\n\x1b[31me5")) == Thinking(line="e4  [31me5")
    assert thought(Thinking(nodes=2**64 - 1)) == Thinking(nodes=LARGEST_ID)


def test_fields_of_a_newer_version_are_ignored() -> None:
    """An unknown field beside known ones is no error."""
    raw = lobby_pb2.LobbyRequest(ping=lobby_pb2.Ping(id=7)).SerializeToString() + b"\xfa\x01\x00"
    request = codec.decode_lobby_request(raw)
    assert request == codec.decode_lobby_request(raw[:-3])
