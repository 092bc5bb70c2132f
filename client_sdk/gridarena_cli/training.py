"""What `lab train-neat` does: trains with progress, then writes the network and the picture of how it went."""

import re
from dataclasses import asdict, dataclass
from pathlib import Path

from gridarena_agents.reports.network import write
from gridarena_cli.exits import CliError, Exit
from gridarena_cli.meter import meter
from gridarena_cli.terminal import note, put_json, show
from gridarena_cli.writable import ensure_writable
from gridarena_lab.neat.plot import plot, require
from gridarena_lab.neat.training import Course, Phase, Trained, train

GENERATIONS: dict[Phase, int] = {1: 2000, 2: 20}
POPULATION: dict[Phase, int] = {1: 150, 2: 50}


@dataclass(frozen=True, slots=True)
class Wish:
    """What was typed."""

    size: str
    phase: int
    generations: int | None
    population: int | None
    games: int
    seed: int
    output: Path | None


def train_neat(wish: Wish, *, as_json: bool) -> None:
    """Trains, writes two files, says what came out; ends with 1 where phase 1 was not passed."""
    course = _course(wish)
    require()
    file = wish.output or Path(f"report-neat-{course.kind}-{course.size}.json")
    picture = file.with_suffix(".png")
    if picture == file:
        raise CliError(Exit.USAGE, f"expected a file for the network, which is JSON, got {file}")
    file.parent.mkdir(parents=True, exist_ok=True)
    ensure_writable(file, "the network")
    ensure_writable(picture, "its picture")
    with meter() as tell:
        trained = train(course, tell)
    file.write_text(write(trained.network, {"command": command(course), **_outcome(trained)}), encoding="utf-8")
    plot(course, trained, picture)
    if as_json:
        put_json(shape(course, trained, file, picture))
    else:
        shares = ", ".join(f"{name} {share:.1%}" for name, share in trained.scores.items())
        show(f"{len(trained.best)} generations, seed {course.seed}; on fresh boards: {shares}")
        show(f"network: {file}", f"picture: {picture}")
        note(f'Let it play: gridarena match "report-neat?network={file}" greedy --board empty-{course.size}')
    if trained.passed is False:
        raise CliError(Exit.PROBLEM, "phase 1 was not passed: try more --generations, or another --seed")


def shape(course: Course, trained: Trained, file: Path, picture: Path) -> dict[str, object]:
    """For scripts: what was wanted, what came out, where it is."""
    curve = {"best": list(trained.best), "mean": list(trained.mean)}
    return {**asdict(course), **_outcome(trained), "file": str(file), "plot": str(picture), **curve}


def command(course: Course) -> str:
    """What trains this very network again."""
    options = {
        "phase": course.phase,
        "generations": course.generations,
        "population": course.population,
        "games": course.games,
        "seed": course.seed,
    }
    return " ".join(
        ["gridarena lab train-neat", course.size, *(f"--{name} {value}" for name, value in options.items())]
    )


def _course(wish: Wish) -> Course:
    size = re.fullmatch(r"([1-9]\d?)x([1-9]\d?)", wish.size)
    phase: Phase = 1 if wish.phase == 1 else 2
    if size is None or wish.games % 2:
        raise CliError(Exit.USAGE, f"expected a size such as 2x3 and an even --games, got {wish.size}, {wish.games}")
    generations = wish.generations or GENERATIONS[phase]
    population = wish.population or POPULATION[phase]
    try:
        return Course(int(size[1]), int(size[2]), phase, generations, population, wish.games, wish.seed)
    except ValueError as error:
        raise CliError(Exit.USAGE, str(error)) from None


def _outcome(trained: Trained) -> dict[str, object]:
    return {"passed": trained.passed, "scores": trained.scores}
