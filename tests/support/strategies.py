"""Hypothesis strategies for everything that travels, within the protocol's bounds."""

from typing import get_args

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from gridarena_games.base import Answer, SkipKind, Termination
from gridarena_protocol import log, messages, records, views
from gridarena_protocol import teams as people
from gridarena_protocol.codec import LARGEST_ID, LONGEST_LINE, LONGEST_NAME

_VISIBLE = st.characters(categories=["L", "N", "P", "S"], include_characters=" ")


def tuples_of(items: SearchStrategy, most: int = 3) -> SearchStrategy:
    """A tuple of a few items."""
    return st.lists(items, max_size=most).map(tuple)


def maybe(items: SearchStrategy) -> SearchStrategy:
    """An item or None."""
    return st.none() | items


def literal(alias: object) -> SearchStrategy:
    """One word of a Literal alias."""
    return st.sampled_from(get_args(alias))


small = st.integers(0, 2**32 - 1)
signed = st.integers(-(2**31), 2**31 - 1)
ids = st.integers(0, LARGEST_ID)
instants = st.integers(-(2**63), LARGEST_ID)
seats = st.sampled_from([0, 1])
floats = st.floats(allow_nan=False, allow_infinity=False)
names = st.text(_VISIBLE, max_size=12) | st.text(_VISIBLE, min_size=LONGEST_NAME, max_size=LONGEST_NAME)
lines = st.text(_VISIBLE, max_size=30) | st.just("a" * LONGEST_LINE)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
options = st.dictionaries(names, lines, max_size=3)

clocks = st.builds(records.Clock, st.just("untimed"), st.none()) | st.builds(
    records.Clock, st.sampled_from(["hidden", "revealed"]), st.integers(1, 2**32 - 1)
)
rules = st.builds(records.Rules, literal(records.IllegalRule), small, small)
headers = st.builds(
    records.MatchHeader,
    match=ids,
    game=names,
    setup=texts,
    options=options,
    clock=clocks,
    rules=rules,
    agents=st.tuples(names, names),
    versions=st.tuples(names, names),
    tournament=maybe(ids),
    pairing=maybe(ids),
    leg=st.integers(0, 1),
    attempt=small,
    rated=st.booleans(),
    started_at=instants,
    board=names,
)
turns = st.builds(
    records.TurnRecord,
    turn=small,
    attempt=small,
    seat=seats,
    move=names,
    verdict=literal(records.Verdict),
    reason=lines,
    points=signed,
    skip=maybe(literal(SkipKind)),
    regions=tuples_of(names),
    answer=maybe(st.builds(Answer, st.booleans(), names, ids)),
    number=small,
    proposals=small,
    fallback=st.booleans(),
    opened_at=instants,
    arrival_us=ids,
    used_us=ids,
    stall_us=ids,
    rtt_us=ids,
)
thinkings = st.builds(records.Thinking, maybe(small), maybe(ids), maybe(floats), lines)
details = st.builds(
    records.TurnDetail,
    small,
    tuples_of(st.builds(records.SeenProposal, small, names, ids, maybe(thinkings))),
    small,
)
reopenings = st.builds(records.Reopening, ids, small, small, seats, literal(records.ReopenReason), st.tuples(ids, ids))
results = st.builds(
    records.MatchResult,
    match=ids,
    winner=maybe(seats),
    points=st.tuples(signed, signed),
    termination=literal(Termination),
    reason=lines,
    rated=st.booleans(),
    turns=small,
    hash=names,
    ended_at=instants,
)
matches = st.builds(
    records.Record,
    header=headers,
    turns=tuples_of(turns),
    result=maybe(results),
    void=maybe(lines),
    details=tuples_of(details),
    reopenings=tuples_of(reopenings),
    hashes=tuples_of(names),
)

proposals = st.builds(messages.Proposal, small, small, small, names, maybe(thinkings), st.booleans(), st.booleans())
seat_messages = (
    proposals
    | st.builds(messages.Attach, ids, seats, lines)
    | st.builds(messages.Finish, small, small)
    | st.builds(messages.Resign)
)
referee_messages = (
    st.builds(messages.TurnOpened, small, small, maybe(small), tuples_of(turns))
    | st.builds(messages.TurnClosed, turns)
    | st.builds(messages.TurnPlayed, turns)
    | st.builds(messages.ProposalRefused, small, small, small, names, lines)
    | st.builds(messages.Snapshot, headers, seats, tuples_of(turns), small)
    | st.builds(messages.MatchFinished, results, st.none(), tuples_of(turns))
    | st.builds(messages.MatchFinished, st.none(), lines, tuples_of(turns))
)
pings = st.builds(messages.Ping, ids, ids) | st.builds(messages.Pong, ids, ids)
lobby_requests = (
    pings
    | st.builds(
        messages.Hello,
        names,
        names,
        tuples_of(names),
        st.integers(1, 2**32 - 1),
        names,
        small,
        names,
        st.integers(1, 99),
    )
    | st.builds(messages.Leave)
    | st.builds(messages.Seek, names, tuples_of(names), options, maybe(clocks), st.booleans())
)
lobby_events = (
    pings
    | st.builds(messages.Welcome, names, names, small)
    | st.builds(messages.MatchAssigned, headers, seats, names, lines)
    | st.builds(messages.Notice, names, lines)
    | st.builds(messages.Drain, lines)
)

standings = st.builds(views.Standing, small, names, floats, small, small, small, small, signed)
tournaments = st.builds(
    views.TournamentView,
    id=ids,
    name=names,
    game=names,
    status=literal(views.TournamentStatus),
    agents=tuples_of(names),
    missing=tuples_of(names),
    held=tuples_of(names),
    matches=small,
    finished=small,
    live=small,
    voided=small,
)
cells = st.builds(views.CrosstableCell, st.integers(0, 1), st.integers(0, 1), small, small, small)
crosstables = st.builds(views.Crosstable, tournaments, st.tuples(names, names), tuples_of(cells))
servers = st.builds(views.ServerInfo, names, small, tuples_of(names), tuples_of(names), small, instants, st.booleans())
matches_queries = st.builds(
    views.MatchesQuery,
    tournament=maybe(ids),
    agent=maybe(names.filter(bool)),
    termination=maybe(literal(Termination)),
    status=maybe(literal(views.MatchStatus)),
    before=maybe(st.integers(1, LARGEST_ID)),
    limit=st.integers(1, 1_000),
    team=maybe(names.filter(bool)),
)
matches_pages = st.builds(views.MatchesPage, tuples_of(matches, 2), maybe(st.integers(1, LARGEST_ID)))
match_events = matches | turns | results | lines
tournament_events = st.builds(views.TournamentEvent, tournaments, tuples_of(standings), tuples_of(matches, 1))
plans = st.builds(
    views.Plan,
    name=names,
    game=names,
    format=names,
    boards=tuples_of(st.builds(views.StartBoard, names, texts, options)),
    clocks=tuples_of(clocks),
    rules=rules,
    agents=tuples_of(names),
    rounds=st.integers(1, 2**32 - 1),
    concurrency=small,
    boards_per_pairing=small,
    seed=ids,
    allow_updates=st.booleans(),
)
estimates = st.builds(views.Estimate, maybe(ids), small, ids, floats, floats, ids, small)
new_teams = st.builds(people.NewTeam, names, names)
teams = st.builds(people.Team, names, tuples_of(names), instants, names, st.booleans(), tuples_of(tuples_of(names)))
team_tokens = st.builds(people.TeamToken, names, names)
imports = st.builds(people.TeamImport, tuples_of(new_teams), st.booleans())
imported = st.builds(people.ImportedTeam, names, names, literal(people.Outcome), names, names)
invitations = st.builds(people.Invitation, tuples_of(names), names, lines)
identities = st.builds(people.Identity, names, tuples_of(names))
entrants = st.builds(
    views.Entrants,
    tournaments,
    tuples_of(
        st.builds(
            views.Entrant,
            agent=names,
            presence=literal(views.PresenceKind),
            seen_at=maybe(instants),
            waited_ms=maybe(ids),
            version=names,
            frozen=names,
            finished=small,
            live=small,
            unplayed=small,
        )
    ),
)
rerun_requests = st.builds(
    views.RerunRequest,
    tournament=ids,
    reason=lines,
    lost_by=maybe(literal(Termination)),
    agent=maybe(names.filter(bool)),
    matches=tuples_of(ids),
    dry_run=st.booleans(),
)
enter_requests = st.builds(views.EnterRequest, ids, tuples_of(names))
withdraw_requests = st.builds(views.WithdrawRequest, ids, names, st.booleans())
allow_requests = st.builds(views.AllowRequest, ids, names, maybe(names.filter(bool)))
host_acts = st.builds(views.HostAct, names, lines, instants, maybe(ids), maybe(ids), maybe(names), maybe(names))

numbers = st.integers(-(2**63), LARGEST_ID)
log_heads = st.builds(
    log.LogHead,
    ids,
    ids,
    floats,
    floats,
    maybe(st.builds(log.Gap, ids, texts, texts)),
    tuples_of(ids),
)
stored_matches = st.builds(
    log.StoredMatch,
    match=numbers,
    seq=numbers,
    agents=st.tuples(texts, texts),
    tournament=maybe(numbers),
    pairing=maybe(numbers),
    leg=numbers,
    attempt=numbers,
    header=texts,
    hash=texts,
    turns=tuples_of(st.builds(log.StoredTurn, numbers, numbers, texts, texts)),
    result=maybe(st.builds(log.StoredResult, numbers, texts, texts, texts)),
    void=maybe(st.builds(log.StoredVoid, numbers, texts)),
)
log_entries = log_heads | st.builds(log.LogTable, names, maybe(ids), ids, tuples_of(standings)) | stored_matches
