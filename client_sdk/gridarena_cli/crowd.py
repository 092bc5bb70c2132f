"""What `play --each` does: every agent of a folder connects as one of its own, and they share the machine.

A folder or zip file is a submission of the course and may hold several agents; a Python file is an agent of gridarena.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

from gridarena.errors import ArenaError
from gridarena.resolve import find_agent
from gridarena.server import Server
from gridarena_agents.course.memory import memory_bytes, memory_text
from gridarena_agents.course.plan import agent_name
from gridarena_agents.course.reading.folders import MODULE
from gridarena_agents.course.scan import scan
from gridarena_cli.exits import CliError, Exit
from gridarena_cli.terminal import note, plain

JOINS = ("*.join", "*.toml")
SHARE = 0.75
"""Of the memory that is there, for agents that think."""
WORKER_MB = 200
"""What an idle agent takes, with the processes it keeps ready."""
THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS")
"""A library that starts a thread for every core takes the cores of the others."""
_PARTS = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True)
class Found:
    """One agent that was found."""

    name: str
    """Unlike any other's."""
    address: str
    submission: str
    """What it was handed in as, without an ending."""


@dataclass(frozen=True, slots=True)
class Share:
    """What everybody gets."""

    jobs: int
    memory: int
    """Bytes of one agent's turn."""
    kept: int
    """Agents that are kept warm without a match."""


def share(jobs: int | None, memory: str | None) -> Share:
    """What is asked for, and where nothing is asked what the machine has.

    Raises:
        AddressError: the memory is no amount.
    """
    cores = os.cpu_count() or 1
    at_once = jobs or max(1, cores - 1)
    free = psutil.virtual_memory().available
    size = memory_bytes(memory) if memory else min(4 * 2**30, max(2**28, int(free * SHARE / at_once) >> 20 << 20))
    return Share(at_once, size, max(2 * at_once, int(free * (1 - SHARE)) // (WORKER_MB * 2**20)))


def find(folder: Path, memory: int) -> list[Found]:
    """All agents of a folder, in the order of their names; what cannot be read is said.

    Raises:
        CliError: there are none.
    """
    if not folder.is_dir():
        raise CliError(Exit.BAD_FILE, f"expected a folder of submissions, got {folder}")
    if (folder / MODULE).is_file():
        raise CliError(Exit.BAD_FILE, f"{folder} is one agent: gridarena play course:{folder}")
    found: list[Found] = []
    for entry in sorted(folder.iterdir(), key=lambda path: path.name.lower()):
        if not entry.name.startswith((".", "_")):
            try:
                for name, address in _agents(entry, memory):
                    found.append(Found(_unlike(name, found), address, entry.stem))
            except ArenaError as error:
                note(f"{plain(entry.name)} is left out: {plain(str(error))}")
    if not found:
        raise CliError(Exit.BAD_FILE, f"expected folders, zip files or .py files of agents in {folder}: there are none")
    return found


def _agents(entry: Path, memory: int) -> Iterator[tuple[str, str]]:
    """Name and address of each agent of one entry; nothing for what is no submission."""
    if entry.is_file() and entry.suffix == ".py":
        find_agent(str(entry))
        yield entry.stem, str(entry)
    elif entry.is_dir() or entry.suffix.lower() == ".zip":
        submission = scan(entry)
        for agent in submission.agents:
            place = entry / submission.inner(agent)
            yield agent_name(agent), f"course:{place}?memory={memory_text(memory)}"


def _unlike(name: str, others: Iterable[Found]) -> str:
    """The name, with a number where somebody has it already."""
    taken = {other.name.lower() for other in others}
    number, wanted = 1, name
    while wanted.lower() in taken:
        number += 1
        wanted = f"{name[:36]}-{number}"
    return wanted


def tickets(
    folder: Path, found: Sequence[Found], read: Callable[[Path], tuple[Server, ...]]
) -> dict[str, tuple[Server, ...]]:
    """The servers of each agent by a folder of join files: the file whose name the submission's begins with.

    Raises:
        CliError: the folder has none, or none for some agent.
    """
    files = {_parts(path.stem): path for pattern in JOINS for path in sorted(folder.glob(pattern))}
    if not files:
        raise CliError(Exit.BAD_FILE, f"expected join files (TEAM.join) in {folder}: there are none")
    chosen: dict[str, tuple[Server, ...]] = {}
    for one in found:
        parts = _parts(one.submission)
        fitting = [name for name in files if parts[: len(name)] == name]
        if not fitting:
            raise CliError(
                Exit.BAD_FILE,
                f"expected a join file for {one.submission} in {folder}, named as its submission begins "
                f"({'-'.join(parts[:1])}.join): there is none",
            )
        chosen[one.name] = read(files[max(fitting, key=len)])
    return chosen


def _parts(name: str) -> tuple[str, ...]:
    return tuple(filter(None, _PARTS.split(name.lower())))
