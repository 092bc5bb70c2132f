"""Runs the tests of protocol, options and SDK on the oldest grpcio and protobuf that pyproject.toml allows.

The committed modules were made for them, and a newer call would go unnoticed everywhere else. `.venv-floor` is made
once for every state of the requirements.

The raw streams of tests/integration/rpc are left out: up to grpcio 1.80 a bare client whose call is refused while it
writes may be shown "Internal error from Core" instead of the code. The SDK is not affected, which these tests prove.
"""

import hashlib
import re
import sys
import tomllib

from environments import CONSTRAINTS, ROOT, make, run

FOLDER = ROOT / ".venv-floor"
TESTS = (
    "tests/unit/protocol",
    "tests/integration/rpc/test_options.py",
    "tests/integration/sdk/test_network.py",
    "tests/integration/sdk/test_refusals.py",
    "tests/integration/sdk/test_tls.py",
)


def floor_constraints() -> str:
    """The usual pins, but for grpcio and protobuf the lowest versions of pyproject.toml."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lowest = {
        match[1]: match[2]
        for text in project["dependencies"]
        if (match := re.match(r"(grpcio|protobuf)>=([0-9.]+)", text))
    }
    pins = CONSTRAINTS.read_text(encoding="utf-8").splitlines()
    kept = [pin for pin in pins if pin.partition("==")[0] not in lowest]
    return "\n".join([*kept, *(f"{name}=={version}.*" for name, version in sorted(lowest.items()))]) + "\n"


def main() -> None:
    """Prepares the environment, runs the tests."""
    constraints = floor_constraints()
    state = hashlib.sha256((constraints + (ROOT / "pyproject.toml").read_text(encoding="utf-8")).encode()).hexdigest()
    stamp = FOLDER / "state"
    if not stamp.is_file() or stamp.read_text(encoding="utf-8") != state:
        FOLDER.mkdir(exist_ok=True)
        pins = FOLDER.with_suffix(".txt")
        pins.write_text(constraints, encoding="utf-8")
        make(FOLDER, ("--editable", f"{ROOT}[test]"), pins)
        pins.unlink()
        stamp.write_text(state, encoding="utf-8")
    python = FOLDER / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    run([python, "-m", "pytest", "-q", *TESTS], cwd=ROOT)


if __name__ == "__main__":
    main()
