"""What `bench` does around the lab's measurements: shows how far they are and prints the report.

The measured processes get a folder for their files that is removed here, because Ctrl-C kills them.
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gridarena_cli.meter import meter
from gridarena_cli.terminal import put_json
from gridarena_lab.bench import course, kernels, turns


def bench_course(matches: int, *, as_json: bool) -> None:
    """Prints how soon a course agent is heard."""
    with _own_folder() as folder, meter() as progress:
        report = course.run(matches=matches, logs=folder, progress=progress)
    if as_json:
        put_json(course.as_json(report))
    else:
        sys.stdout.write(course.as_text(report) + "\n")


def bench_turns(seconds: float, rounds: int, *, as_json: bool) -> None:
    """Prints what a refereed turn costs beside a bare round trip."""
    with _own_folder(), meter() as progress:
        report = turns.run(seconds=seconds, rounds=rounds, progress=progress)
    if as_json:
        put_json(turns.as_json(report))
    else:
        sys.stdout.write(turns.as_text(report) + "\n")


def bench_kernels(seconds: float, seed: int, *, as_json: bool) -> None:
    """Prints what the compiled searches do."""
    with meter() as progress:
        report = kernels.run(seconds=seconds, seed=seed, progress=progress)
    if as_json:
        put_json(kernels.as_json(report))
    else:
        sys.stdout.write(kernels.as_text(report) + "\n")


@contextmanager
def _own_folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="gridarena-bench-", ignore_cleanup_errors=True) as folder:
        os.environ.update(dict.fromkeys(("TMPDIR", "TEMP", "TMP"), folder))
        yield Path(folder)
