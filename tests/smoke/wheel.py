"""Builds the wheel and uses it as strangers would, each in a fresh environment outside the source tree.

A base-only environment, without numba, plays a match; one with `[host]` serves and is found healthy by `doctor`.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from environments import CONSTRAINTS, ROOT, make, run


def build(target: Path) -> Path:
    """The wheel of this source tree."""
    run([sys.executable, "-m", "build", "--wheel", "--outdir", target, ROOT])
    (wheel,) = target.glob("*.whl")
    return wheel


def base_plays(wheel: Path, folder: Path) -> None:
    """The smallest install is enough for a match, and for an agent of one's own."""
    scripts = make(folder / "base", [str(wheel)], CONSTRAINTS)
    run([scripts / "python", "-m", "pip", "check"])
    run([scripts / "python", "-c", "import importlib.util as u; assert u.find_spec('numba') is None"])
    run([scripts / "gridarena", "match", "random", "greedy", "--board", "empty-2x2", "--time", "0.05"], cwd=folder)
    run([scripts / "gridarena", "new", "owl"], cwd=folder)
    run([scripts / "python", "owl/test_agent.py"], cwd=folder)


def host_serves(wheel: Path, folder: Path) -> None:
    """The host's install serves, and `doctor` finds the server."""
    scripts = make(folder / "host", [f"{wheel}[host]"], CONSTRAINTS)
    run([scripts / "python", "-m", "pip", "check"])
    command = [scripts / "gridarena", "serve", "--port", "0", "--database", folder / "host.sqlite3", "--json"]
    with subprocess.Popen(
        [*map(str, command), "--until-eof"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=folder
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        try:
            address = json.loads(server.stdout.readline())["address"]
            run([scripts / "gridarena", "doctor", "--server", address], cwd=folder)
        finally:
            server.stdin.close()
        code = server.wait(timeout=20)
    if code != 0:
        raise SystemExit(f"expected the server to end with 0, got {code}")


def main() -> None:
    """Runs all of it."""
    with tempfile.TemporaryDirectory(prefix="gridarena wheel ") as scratch:
        folder = Path(scratch)
        wheel = build(folder / "dist")
        base_plays(wheel, folder)
        host_serves(wheel, folder)


if __name__ == "__main__":
    main()
