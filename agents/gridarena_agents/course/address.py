"""The address ``course:path/to/team00_A2?python=...&memory=...``, found through the entry points of address schemes."""

import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gridarena.errors import AddressError, UnusableFileError
from gridarena.resolve import AgentSource
from gridarena_agents.course.memory import memory_bytes
from gridarena_agents.course.plan import agent_name, way
from gridarena_agents.course.scan import scan

OLDEST = (3, 8)
ANSWER_S = 20.0
"""How long an interpreter may take to tell its version."""


def find(place: str, options: Mapping[str, Any]) -> AgentSource:
    """Where the agent of a course address is found; a folder or a zip file as it was handed in.

    Raises:
        UnusableFileError: there is no agent at this place, or several, or no such interpreter.
        AddressError: an option cannot be understood.
    """
    if not place:
        raise AddressError("expected course:PATH, the folder or zip file of a course agent, got no path")
    path = Path(place).expanduser().resolve()
    name = agent_name(scan(path).only())
    checked = dict(options)
    if "python" in checked:
        checked["python"] = interpreter(str(checked["python"]))
    if "memory" in checked:
        checked["memory"] = memory_bytes(checked["memory"])
    if not isinstance(seconds := checked.get("time", 1), int | float) or not seconds > 0:
        raise AddressError(f"expected time=SECONDS, a number above 0, got time={seconds}")
    way()
    return AgentSource(
        "module",
        "gridarena_agents.course.agent",
        "CourseAgent",
        {**checked, "path": str(path)},
        name=name,
        elsewhere=True,
    )


def interpreter(text: str) -> str:
    """The path of another Python. Raises UnusableFileError."""
    found = shutil.which(str(Path(text).expanduser()))
    if found is None:
        raise UnusableFileError(f"expected a Python interpreter, got python={text}: there is no such program")
    command = [str(Path(found).absolute()), "-I", "-c", "import sys; print(*sys.version_info[:2])"]
    try:
        said = subprocess.run(command, capture_output=True, timeout=ANSWER_S, check=True, text=True).stdout
        version = tuple(map(int, said.split()))
    except (OSError, ValueError, subprocess.SubprocessError):
        raise UnusableFileError(f"expected a Python interpreter, got python={text}: it does not act like one") from None
    if version < OLDEST:
        told = ".".join(said.split())
        raise UnusableFileError(f"expected Python {OLDEST[0]}.{OLDEST[1]} or later, got python={text}, which is {told}")
    return command[0]
