"""What the runner's processes have to know of an agent, and what the server is told of it."""

import hashlib
import os
import re
import sys
from pathlib import Path
from typing import Any

from gridarena.errors import AddressError
from gridarena_agents.course.reading.folders import python_files
from gridarena_agents.course.submission import HandedIn

PROCESS_VARIABLE = "GRIDARENA_PROCESS"
"""``prespawn`` uses processes prepared ahead of time on Linux as well; ``fork`` is what Linux does by itself."""
MODULES = Path(__file__).with_name("modules")
"""The course's own packages, one folder for each generation."""
LONGEST_NAME = 38
"""Characters of an agent's name, with room for what tells two of a name apart."""
_NOT_IN_A_NAME = re.compile(r"[^A-Za-z0-9._-]+")


def make_plan(agent: HandedIn, python: str, memory: int) -> dict[str, Any]:
    """The first thing a keeper is told.

    Raises:
        AddressError: the environment asks for a way to start processes that there is not.
    """
    return {
        "root": str(agent.root),
        "place": agent.place,
        "parts": agent.package,
        "generation": agent.generation,
        "modules": str(MODULES / agent.generation),
        "python": python,
        "memory": memory,
        "way": way(),
    }


def way() -> str:
    """How processes get ready for a turn. Raises AddressError."""
    wanted = os.environ.get(PROCESS_VARIABLE, "")
    if wanted not in ("", "fork", "prespawn"):
        raise AddressError(f"expected {PROCESS_VARIABLE} to be fork or prespawn, got {wanted!r}")
    return "fork" if sys.platform == "linux" and wanted != "prespawn" else "prespawn"


def agent_name(agent: HandedIn) -> str:
    """The name of an agent in the letters that a server takes."""
    return _NOT_IN_A_NAME.sub("-", agent.name)[-LONGEST_NAME:].strip("-._") or "course-agent"


def fingerprint(folder: Path) -> str:
    """Eight hex digits that change with the agent's sources."""
    digest = hashlib.sha256()
    for file in python_files(folder):
        digest.update(str(file.relative_to(folder)).encode("utf-8", "surrogateescape") + b"\0" + file.read_bytes())
    return digest.hexdigest()[:8]
