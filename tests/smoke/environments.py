"""Fresh environments for the smoke tests."""

import subprocess
import sys
import venv
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CONSTRAINTS = ROOT / "constraints.txt"


def make(folder: Path, requirement: Sequence[str], constraints: Path) -> Path:
    """Makes an environment with what pip is asked for; returns its folder of executables."""
    venv.create(folder, clear=True, with_pip=True)
    scripts = folder / ("Scripts" if sys.platform == "win32" else "bin")
    run([scripts / "python", "-m", "pip", "install", "--quiet", "--constraint", constraints, *requirement])
    return scripts


def run(command: Sequence[str | Path], cwd: Path | None = None, timeout: float = 600) -> None:
    """Shows and runs a command; its failure is ours."""
    words = [str(word) for word in command]
    print("$", " ".join(words), flush=True)
    subprocess.run(words, check=True, cwd=cwd, timeout=timeout)
