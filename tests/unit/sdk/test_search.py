"""Who searches, and what happens to a search that does not stop."""

from gridarena import Match
from gridarena._frames import Begin, End, Offer, Open, Tell, Trouble
from gridarena._search import IDLE_DEATHS, Search, Task
from gridarena._workers import MESSENGER_PATIENCE_S, PATIENCE_S
from support.sdk import RecordingShop, RecordingWorker, VirtualTimers, header, record


class Owner:
    def __init__(self) -> None:
        self.lines: list[str] = []
        self.offers: list[Offer] = []
        self.back: list[tuple[int, int]] = []
        self.again = True

    def offered(self, offer: Offer) -> None:
        self.offers.append(offer)

    def came_back(self, turn: int, attempt: int) -> None:
        self.back.append((turn, attempt))

    def crashed(self, turn: int, attempt: int) -> bool:
        return self.again

    def overran(self, turn: int) -> None:
        self.lines.append(f"turn {turn} overran")

    def troubled(self, trouble: Trouble) -> None:
        self.lines.append(trouble.text)

    def died(self, reason: str) -> None:
        self.lines.append(f"died: {reason}")

    def do_without(self) -> None:
        self.lines.append("nobody is left")


class Bench:
    def __init__(self) -> None:
        self.timers, self.shop, self.owner = VirtualTimers(), RecordingShop(), Owner()
        self.search = Search(Match(header(), 0), owner=self.owner, workshop=self.shop, timers=self.timers)

    def seated(self) -> RecordingWorker:
        worker = RecordingWorker()
        self.search.take(worker)
        return worker


def test_worker_begins_with_the_whole_history() -> None:
    """Whoever sits down knows every turn."""
    bench = Bench()
    bench.search.tell(record(1, 0, "(0,0) -> 1"))
    worker = bench.seated()
    assert worker.sent == [Begin(header(), 0, (record(1, 0, "(0,0) -> 1"),))]


def test_turn_waits_for_a_worker() -> None:
    """A turn that opens before the worker is there is searched when it comes, with the time that is left."""
    bench = Bench()
    bench.search.open(Task(1, 1, deadline=1.0))
    bench.timers.advance(0.75)
    worker = bench.seated()
    assert worker.of(Open) == [Open(1, 1, 0.25)]


def held_up() -> tuple[Bench, RecordingWorker]:
    """The loop stood still behind a close: its timer goes off before it reads what the worker has said meanwhile."""
    bench = Bench()
    worker = bench.seated()
    bench.search.open(Task(1, 1, None))
    bench.search.close()
    bench.timers.now += 3 * PATIENCE_S
    bench.timers.advance(0)
    return bench, worker


def test_loop_that_was_held_up_hears_the_search_first() -> None:
    """An honest search does not die of a busy machine."""
    bench, worker = held_up()
    worker.done(1)
    bench.timers.advance(1)
    assert (bench.shop.discarded, bench.owner.lines) == ([], [])


def test_loop_that_was_held_up_waits_once_more_only() -> None:
    """A search that does not stop is killed, however busy the machine is."""
    bench, worker = held_up()
    bench.timers.now += 3 * PATIENCE_S
    bench.timers.advance(0)
    assert bench.shop.discarded == [worker]


def test_search_that_stops_is_kept() -> None:
    """Coming back within the patience costs nothing."""
    bench = Bench()
    worker = bench.seated()
    bench.search.open(Task(1, 1, None))
    bench.search.close()
    assert worker.flag
    bench.timers.advance(PATIENCE_S / 2)
    worker.done(1)
    bench.timers.advance(1)
    assert bench.shop.discarded == []
    assert bench.owner.lines == []


def test_search_that_does_not_stop_is_killed_and_replaced() -> None:
    """50 ms after the close; its owner hears of it, and the spare knows everything."""
    bench = Bench()
    worker = bench.seated()
    bench.search.open(Task(1, 1, None))
    bench.search.tell(record(1, 0, "(0,0) -> 1"))
    bench.search.close()
    bench.timers.advance(PATIENCE_S)
    assert bench.shop.discarded == [worker]
    assert bench.shop.wanted == 1
    assert bench.owner.lines == ["turn 1 overran"]
    assert bench.seated().sent == [Begin(header(), 0, (record(1, 0, "(0,0) -> 1"),))]


def test_worker_that_dies_behind_the_close_is_not_asked_again() -> None:
    """The turn is over, whatever became of its search."""
    bench = Bench()
    bench.seated()
    bench.search.open(Task(1, 1, None))
    bench.search.close()
    bench.search.worker_gone("it ended by itself")
    assert bench.shop.wanted == 1
    assert bench.seated().of(Open) == []


def test_workers_that_die_between_turns_are_not_replaced_for_ever() -> None:
    """Nothing was asked of them, and the next one would die as well."""
    bench = Bench()
    for _ in range(IDLE_DEATHS):
        bench.seated()
        bench.search.worker_gone("it ended by itself")
    assert bench.shop.wanted == IDLE_DEATHS - 1
    assert bench.owner.lines[-1] == "nobody is left"


def test_messenger_gets_more_time() -> None:
    """It stops by itself; only a busy machine makes it late."""
    bench = Bench()
    worker = bench.seated()
    worker.patience_s = MESSENGER_PATIENCE_S
    bench.search.open(Task(1, 1, None))
    bench.search.close()
    bench.timers.advance(MESSENGER_PATIENCE_S * 0.9)
    assert bench.shop.discarded == []
    bench.timers.advance(MESSENGER_PATIENCE_S * 0.1)
    assert bench.shop.discarded == [worker]


def test_next_turn_waits_for_the_old_search() -> None:
    """A fast rival does not cost an honest search its worker; the flag falls only when the search is back."""
    bench = Bench()
    worker = bench.seated()
    bench.search.open(Task(1, 1, None))
    bench.search.close()
    bench.search.open(Task(3, 1, None))
    assert worker.flag
    assert worker.of(Open) == [Open(1, 1, None)]
    worker.done(1)
    assert not worker.flag
    assert worker.of(Open)[1:] == [Open(3, 1, None)]


def test_next_turn_goes_to_the_spare_when_the_old_search_stays() -> None:
    """Nothing waits longer than the patience, counted from the close."""
    bench = Bench()
    bench.seated()
    bench.search.open(Task(1, 1, None))
    bench.search.close()
    bench.timers.advance(PATIENCE_S * 0.8)
    bench.search.open(Task(3, 1, None))
    bench.timers.advance(PATIENCE_S * 0.2)
    assert bench.shop.wanted == 1
    assert bench.seated().of(Open) == [Open(3, 1, None)]


def test_turn_opened_again_restarts_the_search() -> None:
    """A new attempt stops the old search first."""
    bench = Bench()
    worker = bench.seated()
    bench.search.open(Task(1, 1, None))
    bench.search.open(Task(1, 2, None))
    assert worker.flag
    worker.done(1, 1)
    assert worker.of(Open) == [Open(1, 1, None), Open(1, 2, None)]


def test_turn_that_closed_before_any_worker_came_is_not_searched() -> None:
    """The worker gets the next one."""
    bench = Bench()
    bench.search.open(Task(1, 1, None))
    bench.search.close()
    assert bench.seated().of(Open) == []


def test_spare_searches_the_turn_of_a_dead_worker() -> None:
    """Kill -9 of a worker costs the time it had used."""
    bench = Bench()
    worker = bench.seated()
    bench.search.open(Task(1, 1, 2.0))
    bench.timers.advance(0.5)
    worker.die("exit code -9")
    assert bench.shop.wanted == 1
    assert "exit code -9" in bench.owner.lines[0]
    assert bench.seated().of(Open) == [Open(1, 1, 1.5)]


def test_turn_that_kills_its_workers_is_given_up() -> None:
    """The owner decides; the next turn is searched again."""
    bench = Bench()
    bench.owner.again = False
    worker = bench.seated()
    bench.search.open(Task(1, 1, None))
    worker.die()
    assert bench.seated().of(Open) == []


def test_records_reach_the_worker() -> None:
    """In the order they came."""
    bench = Bench()
    worker = bench.seated()
    bench.search.tell(record(1, 0, "(0,0) -> 1"))
    assert worker.of(Tell) == [Tell(record(1, 0, "(0,0) -> 1"))]


def test_trouble_is_passed_on() -> None:
    """What the worker says to the student gets there."""
    bench = Bench()
    worker = bench.seated()
    bench.search.worker_said(Trouble("play raised", "ValueError", "ValueError: no"))
    assert bench.owner.lines == ["play raised"]
    assert worker.sent != []


def test_worker_goes_back_when_the_match_is_over() -> None:
    """With the result, so that its agent can learn."""
    bench = Bench()
    worker = bench.seated()
    bench.search.end(None)
    assert worker.of(End) == [End(None)]
    assert bench.shop.returned == [worker]


def test_busy_worker_goes_back_when_its_search_has_stopped() -> None:
    """The match's end closes the open turn like any close."""
    bench = Bench()
    worker = bench.seated()
    bench.search.open(Task(1, 1, None))
    bench.search.end(None)
    assert bench.shop.returned == []
    worker.done(1)
    assert bench.shop.returned == [worker]


def test_busy_worker_is_killed_when_it_ignores_the_end() -> None:
    """And nobody asks for another."""
    bench = Bench()
    worker = bench.seated()
    bench.search.open(Task(1, 1, None))
    bench.search.end(None)
    bench.timers.advance(PATIENCE_S)
    assert bench.shop.discarded == [worker]
    assert bench.shop.wanted == 0


def test_worker_that_comes_too_late_is_sent_away() -> None:
    """The match was over before it arrived."""
    bench = Bench()
    bench.search.drop()
    worker = bench.seated()
    assert bench.shop.discarded == [worker]
