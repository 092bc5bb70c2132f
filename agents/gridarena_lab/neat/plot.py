"""The fitness of each generation as a picture."""

from pathlib import Path

from gridarena_lab.neat.evolution import NoNeatError
from gridarena_lab.neat.training import Course, Trained


def require() -> None:
    """Raises NoNeatError where matplotlib is missing; asked before hours of training rather than after."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise NoNeatError("plotting needs matplotlib: python -m pip install matplotlib") from None


def plot(course: Course, trained: Trained, path: Path) -> None:
    """Writes a PNG; needs no display."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    generations = range(1, len(trained.best) + 1)
    axes.plot(generations, trained.best, label="best")
    axes.plot(generations, trained.mean, label="mean", linestyle="--")
    axes.set(
        xlabel="generation",
        ylabel="fitness",
        title=f"report-neat, phase {course.phase}, {course.size}, seed {course.seed}",
    )
    axes.grid(alpha=0.3)
    axes.legend()
    figure.savefig(path, dpi=120)
