"""The machine an experiment runs on: what it is, and how busy other programs keep it.

A time budget measures the machine as much as the agents, so its load belongs to the result.
"""

import json
import platform
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from gridarena_lab.experiment.load import cores

CPU_INFO = Path("/proc/cpuinfo")


@dataclass(frozen=True, slots=True)
class Machine:
    """Where games were played; one for every time the experiment was started."""

    processor: str
    cores: int
    """That this process may use."""
    system: str
    python: str
    numpy: str
    numba: str
    """Empty: not installed, nothing was compiled."""
    gridarena: str
    load: float
    """Cores that other programs kept busy just before the games began."""
    jobs: int
    """Games at once."""


def this_machine(jobs: int, load: float) -> Machine:
    """What can be said of it here and now."""
    return Machine(
        processor=_processor(),
        cores=cores(),
        system=f"{platform.system()} {platform.release()}",
        python=f"{platform.python_implementation()} {platform.python_version()}",
        numpy=_version("numpy"),
        numba=_version("numba"),
        gridarena=_version("gridarena"),
        load=load,
        jobs=jobs,
    )


def machine_text(machine: Machine) -> str:
    """As it is kept."""
    return json.dumps(asdict(machine), ensure_ascii=False)


def read_machine(text: str) -> Machine:
    """Reads it back."""
    return Machine(**json.loads(text))


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def _processor() -> str:
    """Its name as people know it; Python itself knows it on macOS and Windows only."""
    try:
        for line in CPU_INFO.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
