"""What `bench` does around the lab's measurements: shows how far they are and prints the report.

The measured processes get a folder for their files that is removed here, because Ctrl-C kills them.
"""

import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gridarena_cli.render.progress import duration
from gridarena_cli.terminal import console, note, put_json
from gridarena_lab.bench import course, turns
from gridarena_lab.bench.turns import Progress


def bench_course(matches: int, *, as_json: bool) -> None:
    """Prints how soon a course agent is heard."""
    with _own_folder() as folder, _progress() as progress:
        report = course.run(matches=matches, logs=folder, progress=progress)
    if as_json:
        put_json(course.as_json(report))
    else:
        sys.stdout.write(course.as_text(report) + "\n")


def bench_turns(seconds: float, *, as_json: bool) -> None:
    """Prints what a refereed turn costs beside a bare round trip."""
    with _own_folder(), _progress() as progress:
        report = turns.run(seconds=seconds, progress=progress)
    if as_json:
        put_json(turns.as_json(report))
    else:
        sys.stdout.write(turns.as_text(report) + "\n")


@contextmanager
def _own_folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="gridarena-bench-", ignore_cleanup_errors=True) as folder:
        os.environ.update(dict.fromkeys(("TMPDIR", "TEMP", "TMP"), folder))
        yield Path(folder)


@contextmanager
def _progress() -> Iterator[Progress]:
    shown = console(stderr=True)
    if not shown.is_terminal:
        yield lambda what, share: note(f"{share:4.0%}  {what}")
        return
    began = time.monotonic()
    with shown.status("starting ...") as status:

        def update(what: str, share: float) -> None:
            spent = time.monotonic() - began
            left = f", about {duration(spent / share * (1 - share))} left" if share else ""
            status.update(f"{share:4.0%}  {what}{left}")

        yield update
