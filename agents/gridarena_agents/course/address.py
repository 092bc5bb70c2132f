"""The address ``course:path/to/team00_A2?python=...&memory=...``, found through the entry points of address schemes."""

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gridarena.errors import UnusableFileError
from gridarena.resolve import AgentSource
from gridarena_agents.course.memory import memory_bytes
from gridarena_agents.course.plan import agent_name, way
from gridarena_agents.course.scan import scan


def find(place: str, options: Mapping[str, Any]) -> AgentSource:
    """Where the agent of a course address is found; a folder or a zip file as it was handed in.

    Raises:
        UnusableFileError: there is no agent at this place, or several, or no such interpreter.
        AddressError: an option cannot be understood.
    """
    path = Path(place).expanduser().resolve()
    name = agent_name(scan(path).only())
    checked = dict(options)
    if "python" in checked:
        checked["python"] = interpreter(str(checked["python"]))
    if "memory" in checked:
        checked["memory"] = memory_bytes(checked["memory"])
    way()
    return AgentSource(
        "module", "gridarena_agents.course.agent", "CourseAgent", {**checked, "path": str(path)}, name=name
    )


def interpreter(text: str) -> str:
    """The path of another Python. Raises UnusableFileError."""
    found = shutil.which(str(Path(text).expanduser())) or shutil.which(text)
    if found is None:
        raise UnusableFileError(f"expected a Python interpreter, got python={text}: there is no such program")
    return str(Path(found).absolute())
