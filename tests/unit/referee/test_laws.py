"""Whatever arrives in whatever order, the machine keeps its laws."""

from hypothesis import given, settings
from hypothesis import strategies as st

from gridarena_protocol.records import Clock, Rules, chain
from gridarena_server.facts import TurnTaken
from gridarena_server.referee import signals
from gridarena_server.referee.machine import Phase
from support.match_table import MatchTable, header

SEATS = st.integers(0, 1)
PROPOSE = st.tuples(
    st.just("propose"), SEATS, st.sampled_from(["1", "1", "1", "2", "3", "3", "9"]), st.integers(1, 9), st.booleans()
)
COMMON = [
    st.tuples(st.just("attach"), SEATS),
    st.tuples(st.just("lose"), SEATS),
    st.tuples(st.just("answer"), st.booleans()),
    st.tuples(st.just("hold"), st.booleans()),
    st.tuples(st.just("commit")),
    st.tuples(st.just("restart")),
    PROPOSE,
]
RARE = [
    st.tuples(st.just("finish"), SEATS),
    st.tuples(st.just("expire"), st.sampled_from([0, 20, 1500])),
    st.tuples(st.just("resign"), SEATS),
]
STEPS = st.one_of(*COMMON, *RARE)
CLOCKS = st.sampled_from([Clock("hidden", 100), Clock("revealed", 1000), Clock("untimed")])
RULES = st.builds(Rules, illegal=st.sampled_from(["lose", "ignore"]), away_ms=st.sampled_from([0, 500, 60_000]))


def take(table: MatchTable, step: tuple[object, ...]) -> MatchTable:
    match step:
        case ("attach", seat):
            table.attach(seat)
        case ("lose", seat):
            table.lose(seat)
        case ("propose", seat, move, number, final):
            table.propose_anyhow(seat, move, number=number, final=final)
        case ("finish", seat):
            table.feed(signals.Finished(seat, len(table.machine.turns) + 1, 1, table.now))
        case ("expire", stall) if table.timers:
            table.expire(stall_ms=stall)
        case ("answer", accepted) if table.machine.phase is Phase.ASKING:
            table.answer(accepted)
        case ("commit",) if table.uncommitted:
            table.commit()
        case ("hold", held):
            table.hold = held
            if not held and table.uncommitted:
                table.commit()
        case ("resign", seat):
            table.feed(signals.Resigned(seat, table.now))
        case ("restart",) if table.ended is None and not table.machine.result and not table.machine.void:
            if not table.uncommitted:
                return MatchTable(table.machine.header, record=table.record, seats=())
    return table


@settings(max_examples=300, deadline=None)
@given(clock=CLOCKS, rules=RULES, skip=st.booleans(), steps=st.lists(STEPS, min_size=15, max_size=60))
def test_the_laws_hold(clock: Clock, rules: Rules, skip: bool, steps: list[tuple[object, ...]]) -> None:
    """Turns are dense, attempts rise, the chain holds, nothing is told early, there is one end and nothing after it."""
    table = MatchTable(header(pebbles=12, clock=clock, rules=rules, options={"skip": "1"} if skip else {}))
    attempts: dict[int, int] = {}
    for step in steps:
        before = table.ended
        table = take(table, step)
        opened = [effect for effect in table.news() if isinstance(effect, signals.Open)]
        for effect in opened:
            assert effect.attempt >= attempts.get(effect.turn, 0)
            attempts[effect.turn] = effect.attempt
        assert before is None or table.ended is before
        check(table)


def check(table: MatchTable) -> None:
    record = table.record
    assert [turn.turn for turn in record.turns] == list(range(1, len(record.turns) + 1))
    assert list(record.hashes) == chain(table.machine.header, record.turns)[1:]
    attempts = [(again.turn, again.attempt) for again in record.reopenings]
    assert attempts == sorted(set(attempts))
    assert all(attempt > 1 for _, attempt in attempts)
    announced = [effect.record for effect in table.log if isinstance(effect, signals.Announce)]
    durable = [fact.record for fact in table.durable if isinstance(fact, TurnTaken)]
    assert all(any(told is kept for kept in durable) for told in announced)
    ends = [effect for effect in table.log if isinstance(effect, signals.End)]
    assert len(ends) <= 1
    assert not ends or (ends[0].result is None) != (ends[0].void is None)
    check_nobody_waits_for_ever(table)


def check_nobody_waits_for_ever(table: MatchTable) -> None:
    phase, turn = table.machine.phase, table.machine.open_turn
    if phase is Phase.WAITING:
        assert table.to_move not in table.present
    if phase is Phase.WRITING:
        assert table.uncommitted
    if phase is Phase.OPEN:
        assert turn is not None
        assert turn.deadline_ns is not None or turn.seat in table.present
    if phase is Phase.WAITING or (turn is not None and turn.deadline_ns is not None and phase is Phase.OPEN):
        assert table.timer_is_armed


def test_this_test_sees_whole_matches() -> None:
    """The steps above are able to end matches, open turns again and ask the oracle."""
    table = MatchTable(header())
    for step in (("propose", 0, "3", 1, True), ("answer", True), ("lose", 1), ("expire", 0), ("attach", 1)):
        table = take(table, step)
    for step in (("restart",), ("attach", 1), ("propose", 1, "3", 1, True), ("answer", True)):
        table = take(table, step)
    assert table.ended is not None
    assert [again.reason for again in table.reopenings] == ["absence", "restart"]
