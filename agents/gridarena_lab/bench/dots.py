"""Dots and Boxes measured: report 4's experiments (`poe dots-report`), and boxmaster against all (`poe boxmaster`).

A score counts a draw as half; the interval is Wilson's of 95 %. Times are shown as ratios, for machines differ.
"""

import argparse
import json
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from gridarena.durations import spoken
from gridarena_lab.contest import Report
from gridarena_lab.match import match
from gridarena_lab.statistics.wilson import wilson
from gridarena_protocol.records import MatchResult, Record

RIVALS = ("random", "alphabeta", "alphabeta?order=random", "cutoff", "cutoff?eval=takeable", "pmcs", "mcts")
SILENT = Report(say=lambda text: None)


def score(records: list[Record], label: str) -> float:
    """Points of a match that went to this agent: 1, a half or 0 each."""
    points = 0.0
    for record in records:
        if isinstance(record.result, MatchResult):
            winner = record.result.winner
            points += 0.5 if winner is None else float(record.header.agents[winner] == label)
    return points


def missed(records: list[Record]) -> int:
    """Matches that did not end on a full board: on a busy machine a turn of 0.1 s may pass before anybody is heard."""
    return sum(not isinstance(one.result, MatchResult) or one.result.termination != "completed" for one in records)


def line(what: str, points: float, games: int) -> None:
    """One row of the table."""
    low, high = wilson(points / games, games)
    sys.stdout.write(f"{what:48} {points:7.1f} of {games:4}   {points / games:.3f} [{low:.3f}, {high:.3f}]\n")
    sys.stdout.flush()


def outcomes(games: int) -> None:
    """Random against random with the extra turn and without, and alpha-beta from the second seat."""
    turns: tuple[Mapping[str, str], ...] = ({}, {"turns": "alternate"})
    for options in turns:
        records = match(
            "random", "random", board="3x3", options=options, time=None, games=games, swap=False, driver="direct",
            report=SILENT,
        )  # fmt: skip
        line(f"first seat, random on 3x3 boxes {dict(options) or ''}", score(records, "random-1"), games)
    few = max(1, games // 10)
    records = match(
        "random", "alphabeta", board="2x2", time=None, games=few, swap=False, driver="direct", report=SILENT
    )
    line("alphabeta from the second seat on 2x2 boxes", score(records, "alphabeta"), few)


def openings() -> None:
    """What the first move costs each agent."""
    times = {
        f"{agent} {board}": _opening_s(agent, board)
        for agent, board in (
            ("alphabeta", "1x1"), ("alphabeta", "2x2"), ("cutoff?depth=5", "3x3"),
            ("pmcs?n=100", "2x2"), ("pmcs?n=1000", "2x2"), ("pmcs?n=1000", "4x4"),
        )
    }  # fmt: skip
    unit = times["pmcs?n=100 2x2"]
    for name, seconds in times.items():
        sys.stdout.write(f"first move {name:24} {seconds / unit:9.2f} times pmcs?n=100 on 2x2 boxes\n")


def _opening_s(agent: str, board: str) -> float:
    """Seconds for the first move of a match, by how long the direct driver takes to come to the second."""
    started = time.perf_counter()
    seen: list[float] = []
    report = Report(say=lambda text: None, turn=lambda number, turn: seen.append(time.perf_counter()))
    match(agent, "random", board=board, time=None, games=1, driver="direct", report=report)
    return seen[0] - started


def boxmaster(games: int, rivals: Sequence[str], results: Path) -> None:
    """0.1 s a turn on 5x5 boxes; every two games have an opening of their own, played from both seats.

    Rival after rival; a pair that stands in the file of results is not played again.
    """
    pairs = games // 2
    wanted = [(rival, seed) for rival in rivals for seed in range(1, pairs + 1)]
    known = _read(results)
    missing = [pair for pair in wanted if pair not in known]
    started = time.monotonic()
    for done, (rival, seed) in enumerate(missing, 1):
        records = match("boxmaster", rival, board=f"random6-5x5-{seed}", time=0.1, games=2, report=SILENT)
        known[rival, seed] = score(records, "boxmaster"), missed(records)
        _append(results, rival, seed, *known[rival, seed])
        left_s = (time.monotonic() - started) / done * (len(missing) - done)
        _note(f"{done} of {len(missing)} pairs, {rival}: {known[rival, seed][0]:g} of 2, about {spoken(left_s)} left")
    for rival in rivals:
        played = [known[rival, seed] for seed in range(1, pairs + 1)]
        line(f"boxmaster against {rival}", sum(points for points, _ in played), 2 * pairs)
        if lost := sum(late for _, late in played):
            sys.stdout.write(f"  {lost} of them ended by a missed turn: measure on an idle machine\n")


def _read(results: Path) -> dict[tuple[str, int], tuple[float, int]]:
    """By rival and opening: boxmaster's points of two, and the missed ones."""
    if not results.exists():
        return {}
    lines = [json.loads(text) for text in results.read_text(encoding="utf-8").splitlines()]
    return {(one["rival"], one["opening"]): (one["points"], one["missed"]) for one in lines}


def _append(results: Path, rival: str, opening: int, points: float, late: int) -> None:
    with results.open("a", encoding="utf-8") as file:
        file.write(json.dumps({"rival": rival, "opening": opening, "points": points, "missed": late}) + "\n")


def _note(text: str) -> None:
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def main() -> None:
    """``python -m gridarena_lab.bench.dots report4|boxmaster [--games N] [--rival A] [--results FILE]``."""
    parser = argparse.ArgumentParser(description="Dots and Boxes measured")
    parser.add_argument("what", choices=("report4", "boxmaster"))
    parser.add_argument("--games", type=int, help="of each pair: 1000 in report4, 100 for boxmaster")
    parser.add_argument("--rival", action="append", help="only against this one; may be repeated")
    parser.add_argument("--results", type=Path, default=Path("boxmaster.jsonl"), help="where games are kept, and found")
    chosen = parser.parse_args()
    if chosen.what == "report4":
        outcomes(chosen.games or 1000)
        openings()
    else:
        boxmaster(chosen.games or 100, chosen.rival or RIVALS, chosen.results)


if __name__ == "__main__":
    main()
