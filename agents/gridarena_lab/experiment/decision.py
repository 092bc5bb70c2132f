"""When a comparison is over: the sequential test after every pair, in the order of the plan.

Games end in whatever order the workers finish them. The test looks at pairs in the order of their numbers and waits for
one that is still played, so that the same plan ends at the same pair on every machine, with any number of workers.
"""

from collections.abc import Iterable

from gridarena_lab.experiment.plan import LEGS, Experiment
from gridarena_lab.statistics.pairs import tally
from gridarena_lab.statistics.sprt import verdict


class Decision:
    """Where the test of a plan stands."""

    def __init__(self, plan: Experiment) -> None:
        self._asked = plan.stopping
        self._scores: dict[int, float] = {}
        self._next = 1
        self._pairs: list[float] = []
        self.last: int | None = None
        """The number of the last game that counts; None while the test goes on, and where there is none."""

    def add(self, number: int, score: float) -> None:
        """A game is over, with so much for its cell's agent."""
        self._scores[number] = score
        while self._asked is not None and self.last is None and self._next_pair_is_over():
            self._pairs.append(sum(self._scores[self._next + leg] for leg in LEGS))
            if verdict(tally(self._pairs), self._asked).state != "undecided":
                self.last = self._next + 1
            self._next += 2

    def _next_pair_is_over(self) -> bool:
        return all(self._next + leg in self._scores for leg in LEGS)


def last_counted(plan: Experiment, scores: Iterable[tuple[int, float]]) -> int:
    """The number of the last game that counts, of those that are over with these scores."""
    decision = Decision(plan)
    for number, score in scores:
        decision.add(number, score)
    return plan.games if decision.last is None else decision.last
