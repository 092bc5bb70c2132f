"""When to try again."""

from gridarena._backoff import Backoff


def test_pause_grows_from_a_fifth_of_a_second_to_two() -> None:
    """Never longer, never much shorter, with jitter."""
    backoff = Backoff()
    pauses = [backoff.next_s() for _ in range(20)]
    assert 0.15 <= pauses[0] <= 0.2
    assert all(1.5 <= pause <= 2.0 for pause in pauses[5:])
    assert len(set(pauses[5:])) > 1


def test_success_starts_anew() -> None:
    """The next interruption is answered at once again."""
    backoff = Backoff()
    for _ in range(5):
        backoff.next_s()
    backoff.reset()
    assert backoff.next_s() <= 0.2
