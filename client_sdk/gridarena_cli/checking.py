"""What `check` does: lets the lab examine an agent, says how far it is, prints the report.

The matches are kept as files, so that `show` and `repro` can look into them.
"""

import asyncio
from pathlib import Path

from gridarena.findings import sound
from gridarena.running import LOGS
from gridarena_cli import saved
from gridarena_cli.meter import meter
from gridarena_cli.render import findings as report
from gridarena_cli.sparring import rivals
from gridarena_cli.terminal import note, put_json, show_line
from gridarena_kernels import solver
from gridarena_lab.check import Progress, Trial, examine, findings
from gridarena_protocol.views import StartBoard

FOLDER = Path(LOGS) / "check"


def check(
    agent: str, game: str, boards: tuple[StartBoard, ...], *, time_s: float, memory_mb: int, as_json: bool
) -> bool:
    """Examines an agent; True when nothing must be repaired."""
    solver.warm()
    trial = Trial(agent, game, boards, time_s, rivals(game), memory_mb, FOLDER)
    with meter() as tell:

        def progress(now: Progress) -> None:
            tell(f"match {now.number} of {now.planned}: {now.match}", now.share)

        evidence = asyncio.run(examine(trial, progress))
    for match in evidence.matches:
        saved.keep(match.record, match.number, FOLDER)
    found = findings(evidence)
    if as_json:
        put_json({**report.shape(found), "matches": len(evidence.matches)})
        return sound(found)
    for finding in found:
        show_line(report.line(finding))
    if evidence.matches:
        note(f"The matches are in {FOLDER}, for example: gridarena show {FOLDER / 'match-1.json'}")
    return sound(found)
