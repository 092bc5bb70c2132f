"""The byte two processes share."""

from gridarena._stopflag import StopFlag, open_view


def test_raised_flag_is_seen_through_the_view() -> None:
    """Both ends are one memory."""
    flag = StopFlag()
    view = open_view(flag.path)
    assert view[0] == 0
    flag.up()
    assert view[0] == 1
    flag.down()
    assert view[0] == 0
    flag.close()


def test_view_outlives_the_file_and_its_owner() -> None:
    """A search never faults because the network process has let go."""
    flag = StopFlag()
    view = open_view(flag.path)
    flag.up()
    flag.close()
    assert view[0] == 1


def test_nothing_is_left_behind() -> None:
    """The file is gone at the end, taken or not, and closing twice does no harm."""
    flag = StopFlag()
    flag.close()
    flag.close()
    assert not flag.path.exists()
