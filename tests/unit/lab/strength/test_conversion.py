"""Won 2x2 positions against perfect play: a sample of what `poe conversion` plays."""

import pytest

from gridarena_kernels.tablebase import book_2x2
from gridarena_lab.bench.strength.conversion import positions_of, share, won_positions


async def test_the_champion_wins_what_is_won() -> None:
    """In either seat, with bombs and taboos of all kinds."""
    assert await share("champion", list(won_positions(6, 7))) == 6


async def test_whoever_only_looks_at_points_gives_most_of_it_away() -> None:
    """So that the measure can fail: greedy keeps few of its won positions."""
    assert await share("greedy", list(won_positions(6, 7))) < 6


def test_positions_are_won_and_drawn_by_the_seed() -> None:
    """Equal seeds, equal positions."""
    first, second = ([board.setup() for board in won_positions(5, 3)] for _ in range(2))
    assert first == second
    assert all(book_2x2().rate(board).value for board in won_positions(5, 3))


@pytest.mark.parametrize(("taboo", "mover"), [([], 0), ([[0, 1, 2]], 1)])
def test_vectors_are_read_with_their_taboos(taboo: list[list[int]], mover: int) -> None:
    """Each condemned placement has passed the turn on."""
    entry = {"m": 2, "n": 2, "board": "2 2\n1 . . .\n. . . .\n. . . .\n. . . .", "taboo": taboo, "value_mover": 1}
    (board,) = positions_of({"positions": [entry, entry | {"value_mover": 0}, entry | {"m": 3}]})
    assert (len(board.taboo), board.to_move) == (len(taboo), mover)
