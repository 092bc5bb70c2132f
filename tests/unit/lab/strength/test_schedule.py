"""What a strength run plays, in which order."""

from collections import Counter
from itertools import islice

from gridarena_kernels.boards import SudokuPositions
from gridarena_lab.bench.strength.schedule import RIVALS, Pairing, pairs, stages

FEW = Pairing("skip", "classic", 100, ("empty-2x2", "empty-2x3"), 0.9)
MANY = Pairing("mcts", "classic", 100, ("empty-2x2", "empty-2x3", "empty-3x3", "empty-4x4"), 0.9)


def test_every_rival_meets_every_board_of_the_suite_at_a_tenth_of_a_second() -> None:
    """The first stage is the one that is wanted most."""
    first = {pairing.rival: pairing for pairing in stages()[0]}
    assert set(RIVALS) <= set(first)
    assert all(first[rival].boards == SudokuPositions.suite and first[rival].time_ms == 100 for rival in RIVALS)


def test_half_a_second_goes_up_to_3x3() -> None:
    """Larger boards would take days."""
    for pairing in stages()[-1]:
        assert pairing.time_ms == 500
        assert {board[-3:] for board in pairing.boards} <= {"2x2", "2x3", "3x3"}


def test_pairs_come_breadth_first() -> None:
    """A run that is stopped early has a little of everything."""
    first = list(islice(pairs((FEW, MANY), 100, {}), 8))
    assert Counter(pair.pairing.rival for pair in first) == {"skip": 4, "mcts": 4}
    assert [pair.board for pair in first if pair.pairing is MANY] == list(MANY.boards)
    assert [(pair.board, pair.number) for pair in first if pair.pairing is FEW] == [
        ("empty-2x2", 0), ("empty-2x3", 0), ("empty-2x2", 1), ("empty-2x3", 1),
    ]  # fmt: skip


def test_a_pairing_with_enough_games_is_done() -> None:
    """What has been played is read anew before each pair."""
    played = {FEW.key: 10}
    drawn = pairs((FEW, MANY), 10, played)
    assert next(drawn).pairing is MANY
    played[MANY.key] = 10
    assert list(drawn) == []


def test_no_two_pairs_have_a_seed_in_common() -> None:
    """So that no two openings are drawn alike."""
    seeds = [pair.seed for pair in islice(pairs((FEW, MANY), 100, {}), 60)]
    assert len(set(seeds)) == len(seeds)
