"""How long the rest of some matches takes."""

from gridarena_cli.pacing import Meter, Pace


def test_the_rest_takes_as_long_as_what_was() -> None:
    """Nothing is foretold before the first match is over."""
    now = [100.0]
    pace = Pace(4, lambda: now[0])
    assert str(pace) == "0 of 4 matches"
    now[0] += 10
    pace.step()
    assert (pace.left_s(), str(pace)) == (30.0, "1 of 4 matches, about 30 s left")
    now[0] += 50
    for _ in range(3):
        pace.step()
    assert str(pace) == "4 of 4 matches"


def test_the_meter_names_the_turns_of_the_matches_that_are_played() -> None:
    """In order, until they are over."""
    pace = Pace(3, lambda: 0.0)
    with Meter(pace, drawn=False) as meter:
        meter.turn(2, 7)
        meter.turn(1, 12)
        assert meter._line() == "0 of 3 matches: match 1 in turn 12, match 2 in turn 7"
        meter.ended(1)
        assert meter._line() == "1 of 3 matches: match 2 in turn 7"
