"""What a command imports, its user waits for."""

import json
import subprocess
import sys

import pytest


def imported(module: str) -> set[str]:
    """The names of everything that one import brings with it."""
    script = f"import json, sys, {module}; print(json.dumps([*sys.modules]))"
    said = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    return set(json.loads(said.stdout))


@pytest.mark.parametrize(
    ("module", "unwanted"),
    [
        ("gridarena_cli.asking", {"numba", "numpy", "gridarena_lab"}),
        ("gridarena_cli.hosting", {"numba", "numpy", "gridarena_lab"}),
        ("gridarena_cli.planning", {"numba", "numpy", "gridarena_lab"}),
        ("gridarena_cli.seeking", {"numba", "numpy", "gridarena_lab"}),
        ("gridarena._session", {"numba", "numpy"}),
        ("gridarena_cli.serving", {"gridarena_lab"}),
    ],
)
def test_nobody_waits_for_what_is_not_used(module: str, unwanted: set[str]) -> None:
    """Reading needs no kernels, and a server without a house no lab."""
    names = imported(module)
    assert module in names
    assert not names & unwanted
