"""What a turn puts on the wire."""

from gridarena._frames import Offer
from gridarena._outlet import PACE_S, Outlet
from gridarena_protocol.messages import Finish, Proposal
from support.sdk import VirtualTimers


class Wire:
    def __init__(self, fallback: str | None = "fallback") -> None:
        self.timers = VirtualTimers()
        self.sent: list[Proposal | Finish] = []
        self.outlet = Outlet(3, 2, fallback=fallback, send=self.sent.append, timers=self.timers)

    def offer(self, move: str) -> None:
        self.outlet.offer(Offer(3, 2, move, None))

    @property
    def moves(self) -> list[str]:
        return [message.move for message in self.sent if isinstance(message, Proposal)]


def test_first_word_is_the_fallback() -> None:
    """Marked as such, and at once."""
    wire = Wire()
    wire.outlet.open()
    assert wire.sent == [Proposal(3, 2, 1, "fallback", None, fallback=True)]


def test_first_proposal_is_sent_at_once() -> None:
    """Nothing waits for a pace that nobody has exceeded."""
    wire = Wire()
    wire.outlet.open()
    wire.offer("a")
    wire.timers.advance(0)
    assert wire.sent[1:] == [Proposal(3, 2, 2, "a")]


def test_flood_is_thinned_to_the_newest() -> None:
    """10,000 proposals in a second become about 200, and the last one is among them."""
    wire = Wire()
    for number in range(10_000):
        wire.offer(str(number))
        wire.timers.advance(0.0001)
    wire.timers.advance(PACE_S)
    assert 190 <= len(wire.sent) <= 201
    assert wire.moves[-1] == "9999"
    assert wire.outlet.offers == 10_000


def test_numbers_rise() -> None:
    """Each proposal on the wire has a number above the last."""
    wire = Wire()
    wire.outlet.open()
    for move in "abc":
        wire.offer(move)
        wire.timers.advance(PACE_S)
    assert [message.number for message in wire.sent if isinstance(message, Proposal)] == [1, 2, 3, 4]


def test_unsent_proposal_ends_the_turn_itself() -> None:
    """Coming back with news is one message, not two."""
    wire = Wire()
    wire.offer("a")
    wire.outlet.finish()
    wire.timers.advance(1)
    assert wire.sent == [Proposal(3, 2, 1, "a", final=True)]


def test_coming_back_without_news_is_a_finish() -> None:
    """What stands has been sent already."""
    wire = Wire()
    wire.offer("a")
    wire.timers.advance(PACE_S)
    wire.outlet.finish()
    assert wire.sent[-1] == Finish(3, 2)


def test_turn_ends_once() -> None:
    """A second end, or a late proposal, is not heard."""
    wire = Wire()
    wire.outlet.finish()
    wire.outlet.finish()
    wire.offer("late")
    wire.timers.advance(1)
    assert wire.sent == [Finish(3, 2)]


def test_closed_turn_sends_nothing_more() -> None:
    """A proposal that waits for its pace dies with the turn."""
    wire = Wire()
    wire.offer("a")
    wire.outlet.close()
    wire.timers.advance(1)
    assert wire.sent == []


def test_new_stream_hears_the_newest_again() -> None:
    """What was written into a dying connection may never have arrived."""
    wire = Wire()
    wire.outlet.open()
    wire.offer("a")
    wire.timers.advance(PACE_S)
    wire.outlet.open()
    assert wire.moves == ["fallback", "a", "a"]


def test_new_stream_hears_the_end_again() -> None:
    """Also when the end was said while there was no stream."""
    wire = Wire()
    wire.offer("a")
    wire.outlet.finish()
    wire.sent.clear()
    wire.outlet.open()
    assert wire.sent == [Proposal(3, 2, 2, "a", final=True)]


def test_search_without_a_proposal_leaves_the_fallback() -> None:
    """The end is said; the fallback stands."""
    wire = Wire()
    wire.outlet.open()
    wire.outlet.finish()
    assert wire.sent[-1] == Finish(3, 2)
    assert wire.moves == ["fallback"]


def test_fallback_can_be_switched_off() -> None:
    """Then nothing is said before the search speaks."""
    wire = Wire(fallback=None)
    wire.outlet.open()
    assert wire.sent == []
