"""What a second worker brings: one experiment with one game at once and with several, the same games (`poe jobs`).

An efficiency of 1 would be as many times as fast as there are workers. Worth measuring on a quiet machine only, with no
more workers than it has cores. Both runs find the kernels compiled, because a run before them is not counted.
"""

import argparse
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from gridarena_lab.experiment.api import Games, sweep
from gridarena_lab.experiment.games import Game
from gridarena_lab.experiment.load import LoadMeter, cores
from gridarena_lab.experiment.telling import Lines


def main() -> None:
    """``python -m gridarena_lab.bench.jobs [--jobs 2] [--games 20] [--budget 2000n]``."""
    parser = argparse.ArgumentParser(description="What more workers bring")
    parser.add_argument("--jobs", type=int, default=cores())
    parser.add_argument("--games", type=int, default=20, help="of each of seven values of c")
    parser.add_argument("--budget", default="2000n")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        play(folder / "warm", 1, 2, "1n")
        with LoadMeter() as load:
            alone_s, alone = play(folder / "1", 1, chosen.games, chosen.budget)
            together_s, together = play(folder / "n", chosen.jobs, chosen.games, chosen.budget)
            others = load.since(load.zero)
    if games_of(alone) != games_of(together):
        raise SystemExit("expected the same games whatever the number of workers, got others")
    sys.stdout.write(
        f"{len(alone)} games: {alone_s:.1f} s one after the other, {together_s:.1f} s with {chosen.jobs} at once; "
        f"efficiency {alone_s / together_s / chosen.jobs:.2f}; other programs used {others:.2f} of {cores()} cores\n"
    )


def play(folder: Path, jobs: int, games: int, budget: str) -> tuple[float, Games]:
    """How long the experiment takes, start of the workers included, and its games."""
    began = time.perf_counter()
    quiet = Lines(lambda line: None)
    played = sweep(
        "mcts?c=0.5:3.5:0.5", vs="greedy", budgets=budget, games=games, jobs=jobs, folder=folder, watcher=quiet
    )
    return time.perf_counter() - began, played


def games_of(games: Games) -> list[Game]:
    """Without what differs from run to run."""
    return [replace(game, load=0.0, seconds=0.0) for game in games]


if __name__ == "__main__":
    main()
