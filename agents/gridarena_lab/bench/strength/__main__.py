"""``python -m gridarena_lab.bench.strength``: the champion against every rival, for hours, to be interrupted at will.

Matches already in the results file are not played again. With ``--table`` nothing is played, the file is summed up.
"""

import argparse
import asyncio
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from gridarena.durations import spoken
from gridarena.errors import ArenaError
from gridarena_lab.bench.strength.results import Game, Results
from gridarena_lab.bench.strength.run import play
from gridarena_lab.bench.strength.schedule import Pairing, stages
from gridarena_lab.bench.strength.table import as_text, rows


class Pace:
    """One line a match: how it ended, how far the run is, how long the rest will take."""

    def __init__(self, results: Results, wanted: Sequence[Pairing], games: int) -> None:
        self._results = results
        self._wanted = wanted
        self._games = games
        self._since = time.monotonic()
        self._before = self._done()

    def tell(self, game: Game) -> None:
        """A match is over."""
        total, done = self._games * len(self._wanted), self._done()
        spent = time.monotonic() - self._since
        left = spent / (done - self._before) * (total - done) if done > self._before else 0.0
        sys.stderr.write(
            f"{done} of {total}, about {spoken(left)} left: {game.rival} {game.mode} {game.time_ms / 1000:g} s "
            f"{game.board} seat {game.leg}: {game.score:g} ({game.points[0]}-{game.points[1]}, {game.termination})\n"
        )
        sys.stderr.flush()

    def _done(self) -> int:
        return sum(min(self._games, self._results.played[pairing.key]) for pairing in self._wanted)


def chosen(
    only: Sequence[str], boards: Sequence[str], modes: Sequence[str], times: Sequence[float]
) -> list[list[Pairing]]:
    """The stages without what is not asked for; nothing asked for is everything."""
    found = []
    for stage in stages():
        kept = [
            replace(pairing, boards=tuple(board for board in pairing.boards if not boards or board in boards))
            for pairing in stage
            if (not only or pairing.rival in only)
            and (not modes or pairing.mode in modes)
            and (not times or pairing.time_ms in [round(1000 * each) for each in times])
        ]
        kept = [pairing for pairing in kept if pairing.boards]
        found += [kept] if kept else []
    return found


def main() -> None:
    """Plays, then prints the table."""
    parser = argparse.ArgumentParser(prog="strength", description="How strong the champion is")
    parser.add_argument("--games", type=int, default=100, help="matches of every pairing, at least (100)")
    parser.add_argument("--only", action="append", default=[], metavar="RIVAL", help="this rival; may be repeated")
    parser.add_argument("--board", action="append", default=[], metavar="NAME", help="this board; may be repeated")
    parser.add_argument("--mode", action="append", default=[], choices=("classic", "rows"))
    parser.add_argument("--time", action="append", default=[], type=float, metavar="SECONDS", help="0.1 or 0.5")
    parser.add_argument("--agent", default="champion", help="whose strength is measured (champion)")
    parser.add_argument("--results", type=Path, default=Path("strength.jsonl"), help="where matches are kept")
    parser.add_argument("--logs", type=Path, default=Path("gridarena-logs") / "strength", help="the agents' logs")
    parser.add_argument("--table", action="store_true", help="play nothing, only sum up")
    wanted = parser.parse_args()
    picked = chosen(wanted.only, wanted.board, wanted.mode, wanted.time)
    results = Results(wanted.results)
    code = 0
    if not wanted.table:
        pace = Pace(results, [pairing for stage in picked for pairing in stage], wanted.games)
        try:
            asyncio.run(play(wanted.agent, picked, wanted.games, results, wanted.logs, pace.tell))
        except KeyboardInterrupt:
            sys.stderr.write(f"interrupted: the same command goes on from {wanted.results}\n")
            code = 130
        except ArenaError as error:
            sys.stderr.write(f"strength: {error}\n")
            code = 1
    sys.stdout.write(as_text(rows(picked, results.games)) + "\n")
    sys.exit(code)


if __name__ == "__main__":
    main()
