"""The lines of ``gridarena check`` that come from reading an agent's sources, found through an entry point."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from gridarena.findings import Finding
from gridarena_agents.course.judging import judge
from gridarena_agents.course.scan import scan


def inspect(options: Mapping[str, Any]) -> Iterator[Finding]:
    """A line for every fault that can be seen before the agent runs; one that says so where there is none.

    Args:
        options: Of the agent's address, as `address.find` leaves them.

    Raises:
        SubmissionError: there is no agent, or no such interpreter.
    """
    agent = scan(Path(options["path"])).only()
    faults = judge(agent, options.get("python"))
    for fault in faults:
        yield Finding(fault.kind, fault.level, str(fault))
    if not faults:
        yield Finding("source", "ok", f"{agent.generation} agent, imported as {'.'.join(agent.package)}: no fault seen")
