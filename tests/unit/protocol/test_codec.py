"""Laws that hold for every rpc of the protocol."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DataObject, SearchStrategy

from gridarena_protocol.codec import MalformedError, methods
from gridarena_protocol.codec.methods import Method
from gridarena_protocol.log import LogQuery
from gridarena_protocol.v1 import admin_pb2, lobby_pb2, play_pb2, records_pb2
from gridarena_protocol.views import Leaderboard, LeaderboardQuery, Standings, VoidRequest
from support import strategies as our

TRAFFIC: dict[Method, tuple[SearchStrategy, SearchStrategy]] = {
    methods.JOIN: (our.lobby_requests, our.lobby_events),
    methods.ATTACH: (our.seat_messages, our.referee_messages),
    methods.SERVER: (st.none(), our.servers),
    methods.LEADERBOARD: (
        st.builds(LeaderboardQuery, our.names, our.maybe(our.ids)),
        st.builds(Leaderboard, our.names, our.tuples_of(our.standings)),
    ),
    methods.STANDINGS: (our.ids, st.builds(Standings, our.tournaments, our.tuples_of(our.standings))),
    methods.CROSSTABLE: (our.ids, our.crosstables),
    methods.TOURNAMENTS: (st.none(), our.tuples_of(our.tournaments)),
    methods.MATCHES: (our.matches_queries, our.matches_pages),
    methods.MATCH: (our.ids, our.matches),
    methods.WATCH_MATCH: (our.ids, our.match_events),
    methods.WATCH_TOURNAMENT: (our.ids, our.tournament_events),
    methods.LOG: (st.builds(LogQuery, our.maybe(our.ids), our.ids), our.log_entries),
    methods.WHO_AM_I: (st.none(), our.identities),
    methods.ADD_TEAM: (our.new_teams, our.team_tokens),
    methods.LIST_TEAMS: (st.none(), our.tuples_of(our.teams)),
    methods.IMPORT_TEAMS: (our.imports, our.tuples_of(our.imported)),
    methods.ROTATE_TOKEN: (our.names, our.team_tokens),
    methods.REMOVE_TEAM: (our.names, our.teams),
    methods.INVITATION: (st.none(), our.invitations),
    methods.CREATE_TOURNAMENT: (our.plans, our.estimates),
    methods.ESTIMATE_TOURNAMENT: (our.plans, our.estimates),
    methods.START_TOURNAMENT: (our.ids, our.tournaments),
    methods.ABORT_TOURNAMENT: (our.ids, our.tournaments),
    methods.PAUSE_TOURNAMENT: (our.ids, our.tournaments),
    methods.RESUME_TOURNAMENT: (our.ids, our.tournaments),
    methods.ENTRANTS: (our.ids, our.entrants),
    methods.ENTER_TOURNAMENT: (our.enter_requests, our.tournaments),
    methods.WITHDRAW_AGENT: (our.withdraw_requests, our.tournaments),
    methods.ALLOW_UPDATE: (our.allow_requests, our.tournaments),
    methods.RERUN_MATCHES: (our.rerun_requests, our.tuples_of(our.matches, 1)),
    methods.AUDIT: (our.maybe(our.ids), our.tuples_of(our.host_acts)),
    methods.VOID_MATCH: (st.builds(VoidRequest, our.ids, our.lines), our.matches),
    methods.DRAIN: (our.lines, our.small),
}

every_method = pytest.mark.parametrize("method", TRAFFIC, ids=lambda method: method.name)


def complaint(decode: Callable[[bytes], object], raw: bytes) -> str:
    """What the codec says against some bytes; any error but MalformedError goes through."""
    try:
        decode(raw)
    except MalformedError as error:
        return str(error)
    return ""


def test_methods_are_exactly_the_services_of_the_proto_files() -> None:
    """Every rpc has its row, with the streaming the .proto files say."""
    kinds = {(False, False): "none", (False, True): "reply", (True, True): "both"}
    declared = {
        (service.name, rpc.name, kinds[rpc.client_streaming, rpc.server_streaming])
        for file in (lobby_pb2, play_pb2, records_pb2, admin_pb2)
        for service in file.DESCRIPTOR.services_by_name.values()
        for rpc in service.methods
    }
    ours = [value for value in vars(methods).values() if isinstance(value, Method)]
    assert {(method.service, method.name, method.streaming) for method in ours} == declared
    assert set(ours) == set(TRAFFIC)


def test_a_path_is_what_grpc_calls() -> None:
    """Paths follow gRPC's /package.Service/Method."""
    assert methods.ATTACH.path == "/gridarena.v1.Play/Attach"
    assert methods.ATTACH.service_path == "gridarena.v1.Play"


@every_method
@given(data=st.data())
@settings(max_examples=25)
def test_requests_survive_the_wire(method: Method, data: DataObject) -> None:
    """What a client asks is what the server reads."""
    request = data.draw(TRAFFIC[method][0])
    assert method.decode_request(method.encode_request(request)) == request


@every_method
@given(data=st.data())
@settings(max_examples=25)
def test_replies_survive_the_wire(method: Method, data: DataObject) -> None:
    """What the server says is what a client reads."""
    reply = data.draw(TRAFFIC[method][1])
    assert method.decode_reply(method.encode_reply(reply)) == reply


@every_method
@given(raw=st.binary(max_size=80))
@settings(max_examples=60)
def test_random_bytes_raise_nothing_but_malformed(method: Method, raw: bytes) -> None:
    """A stranger's bytes never raise anything else."""
    for decode in (method.decode_request, method.decode_reply):
        assert complaint(decode, raw).count("\n") == 0


@every_method
@given(data=st.data())
@settings(max_examples=25)
def test_damaged_messages_raise_nothing_but_malformed(method: Method, data: DataObject) -> None:
    """Nearly right bytes, where most fields still parse, never raise anything else."""
    sides = [(method.encode_request, method.decode_request), (method.encode_reply, method.decode_reply)]
    for strategy, (encode, decode) in zip(TRAFFIC[method], sides, strict=True):
        raw = bytearray(encode(data.draw(strategy)))
        for _ in range(data.draw(st.integers(1, 4))):
            if raw:
                raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
        assert complaint(decode, bytes(raw)).count("\n") == 0
