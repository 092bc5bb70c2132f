"""What has changed since an experiment's games were played: games of two programs, or on two boards, do not mix.

The plan holds words only, and behind the same words there may be another file tomorrow. What a game was played with
stands in its record: both agents' versions (of most, a hash of their source) and the position it began at.
"""

from collections.abc import Iterable, Mapping

from gridarena_lab.experiment.job import opening_seed
from gridarena_lab.experiment.plan import Experiment
from gridarena_lab.experiment.seating import About
from gridarena_lab.openings import opening
from gridarena_protocol.records import MatchHeader
from gridarena_protocol.views import StartBoard


def change(
    plan: Experiment,
    played: Iterable[MatchHeader],
    known: Mapping[str, About],
    boards: Mapping[str, StartBoard],
) -> str | None:
    """What is not what it was when these games were played, in one line; None where nothing has changed.

    Args:
        plan: The experiment.
        played: The headers of its games.
        known: Today's agents by their addresses.
        boards: Today's boards by their words.

    Raises:
        GameError: no game of this plan can be played on one of the boards any more.
    """
    latest = sorted(played, key=lambda header: -header.match)
    return _changed_agent(plan, latest, known) or _changed_board(plan, latest, boards)


def _changed_agent(plan: Experiment, latest: Iterable[MatchHeader], known: Mapping[str, About]) -> str | None:
    for header in latest:
        index, _, leg = plan.place(header.match)
        cell = plan.cells[index]
        for agent, seat in ((cell.agent, leg), (cell.rival, 1 - leg)):
            if header.versions[seat] != known[agent].version:
                return f"the agent {agent} has changed since game {header.match}"
    return None


def _changed_board(plan: Experiment, latest: Iterable[MatchHeader], boards: Mapping[str, StartBoard]) -> str | None:
    """Asks the last game of each board only: every run has looked at them before it added games."""
    looked_at: set[str] = set()
    for header in latest:
        index, pair, _ = plan.place(header.match)
        word = plan.cells[index].board
        if word in looked_at:
            continue
        looked_at.add(word)
        start = opening(plan.game, boards[word], plan.opening, opening_seed(plan, word, pair))
        if (header.setup, dict(header.options)) != (start.setup, dict(start.options)):
            return f"the board {word} has changed since game {header.match}"
    return None
