"""The yardsticks of `bench kernels`; what it measures is nobody's business here."""

import random

from gridarena_lab.bench.kernels import SAMPLE, Endgames, KernelReport, sampled
from gridarena_lab.bench.student import StudentSearch


def test_a_student_searches_a_small_board() -> None:
    """The tidy one sees as much, in fewer steps a node."""
    for tidy in (False, True):
        search = StudentSearch(2, 2, tidy=tidy)
        assert search.run(0.3) >= 1
        assert search.nodes > 50


def test_sampled_endgames_have_bombs_and_the_number_of_empty_cells_that_was_asked_for() -> None:
    """Equal seeds, equal positions."""
    first, again = (sampled(16, random.Random(3), bombs=True) for _ in range(2))
    assert first.empties == 16
    assert list(first.cells) == list(again.cells)


def test_a_number_of_cells_counts_only_when_every_endgame_was_solved() -> None:
    """And only when every smaller one was, too."""
    endgames = (Endgames(16, SAMPLE, 0.1, 0.9), Endgames(17, SAMPLE, 0.5, 2.0), Endgames(18, SAMPLE - 1, 0.1, 0.2))
    report = KernelReport(100.0, 1.0, 10.0, 9, 8, 1, endgames)
    assert (report.largest(1.0), report.largest(5.0), report.largest(0.1)) == (16, 17, 0)
    assert report.ratio == 100.0
