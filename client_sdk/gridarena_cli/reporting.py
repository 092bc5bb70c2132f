"""What `lab report` and `lab reports` do: read what was played, judge it, write it down."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from rich.text import Text

from gridarena_cli.exits import CliError, Exit
from gridarena_cli.terminal import note, plain, put_json, show_line
from gridarena_lab.claims.run import PLACE, Judged, all_claims, judge_all, play_all
from gridarena_lab.claims.telling import summary
from gridarena_lab.claims.telling import write as write_claims
from gridarena_lab.experiment.duration import seconds_of
from gridarena_lab.experiment.games import Game, load
from gridarena_lab.experiment.plan import Experiment
from gridarena_lab.experiment.run import Watcher
from gridarena_lab.report import build, write_report
from gridarena_lab.report.build import Found
from gridarena_lab.report.summary import complete
from gridarena_lab.report.write import NO_PLOTS, plots_are_possible
from gridarena_lab.statistics.ratings import SYSTEMS, Ranking, System


def report(folder: Path, rating: str, *, as_json: bool) -> None:
    """Writes the report of the experiment in this folder."""
    if rating not in SYSTEMS:
        raise CliError(Exit.USAGE, f"expected --rating {', '.join(SYSTEMS)}, got {rating!r}")
    made = written(folder, rating)
    plan, games = load(folder)
    if as_json:
        put_json(report_shape(made, sorted(file.name for file in made.iterdir()), Found(plan, games, ()), rating))
        return
    show_line(Text(plain(_answer(plan, games))))
    show_line(Text(plain(str(made / "report.html"))))


def report_shape(made: Path, files: Sequence[str], found: Found, system: System) -> dict[str, Any]:
    """For `--json`."""
    ranking = build.ranked(found, system)
    return {
        "folder": str(made),
        "files": list(files),
        "games": {"finished": len(found.games), "most": found.plan.games},
        "sentence": _answer(found.plan, found.games),
        "rating": system,
        "strength": [] if isinstance(ranking, str) else _strengths(ranking),
    }


def claims_shape(judged: Sequence[Judged], made: Path) -> dict[str, Any]:
    """For `--json`."""
    return {"claims": [_shape(one) for one in judged], "folder": str(made)}


def _answer(plan: Experiment, games: Sequence[Game]) -> str:
    return build.answer(plan, games) if complete(games) else "No pair of games is finished yet."


def written(folder: Path, system: System = "davidson") -> Path:
    """Writes it, and says so where it comes without plots."""
    made = write_report(folder, system)
    if not plots_are_possible():
        note(NO_PLOTS)
    return made


def reports(within: str, seed: int, jobs: int | None, out: Path | None, watcher: Watcher, *, as_json: bool) -> None:
    """Plays the claims' experiments within the time and prints the verdicts."""
    folder = out or PLACE
    claims = all_claims()
    note(f"kept in {folder}")
    try:
        play_all(claims, seconds_of(within), watcher, folder=folder, jobs=jobs, seed=seed)
    except KeyboardInterrupt:
        note(f"stopped; finished games are kept in {folder}, and the same command goes on")
        raise
    judged = judge_all(claims, folder)
    command = f"gridarena lab reports --within {within} --seed {seed}"
    made = write_claims(judged, folder, command)
    if as_json:
        put_json(claims_shape(judged, made))
        return
    for line in _lines(judged):
        show_line(line)
    show_line(Text(plain(f"{summary(judged)} {made / 'report.html'}")))


def _lines(judged: Sequence[Judged]) -> Iterator[Text]:
    """A paragraph a claim: the claim and its verdict first."""
    for one in judged:
        yield Text(plain(f"report {one.claim.report}: {one.claim.words}: {one.finding.verdict}"), style="bold")
        for word, text in (
            ("theirs", one.claim.theirs),
            ("ours", f"{one.conditions}{f'; {one.games} games' if one.games else ''}"),
            ("found", one.finding.ours),
            ("why", one.finding.why),
        ):
            if text:
                yield Text(plain(f"  {word:6}  {text}"))


def _shape(one: Judged) -> dict[str, Any]:
    return {
        "report": one.claim.report,
        "claim": one.claim.words,
        "their_conditions": one.claim.theirs,
        "our_conditions": one.conditions,
        "games": one.games,
        "ours": one.finding.ours,
        "verdict": one.finding.verdict,
        "why": one.finding.why,
    }


def _strengths(ranking: Ranking) -> list[dict[str, Any]]:
    return [
        {"agent": one.agent, "elo": one.elo, "low": one.low, "high": one.high, "games": one.games, "score": one.score}
        for one in ranking.standings
    ]
