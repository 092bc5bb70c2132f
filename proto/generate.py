"""Generates the protobuf modules of `gridarena_protocol.v1` with one pinned compiler.

There are no gRPC stubs among them: server and SDK take bytes and parse them themselves (`codec.methods`).

The generator sets every user's floor: code made by today's grpcio-tools demands today's protobuf at import. So an old,
pinned compiler (`constraints.txt`) lives in an environment of its own, `.venv-proto`, and its output is committed.

    python proto/generate.py            writes the modules
    python proto/generate.py --check    fails when the committed modules differ from what the .proto files say
"""

import argparse
import hashlib
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
PACKAGE = Path("gridarena_protocol", "v1")
CONSTRAINTS = HERE / "constraints.txt"
ENVIRONMENT = HERE.parent / ".venv-proto"
TOOLS = ("grpcio-tools", "mypy-protobuf", "setuptools")
NEWEST_PYTHON = (3, 13)
"""The pinned compiler has no wheels above it."""


def scripts(environment: Path) -> Path:
    """The folder of an environment's executables."""
    return environment / ("Scripts" if sys.platform == "win32" else "bin")


def executable(name: str) -> Path:
    """One executable of the compiler's environment."""
    return scripts(ENVIRONMENT) / (f"{name}.exe" if sys.platform == "win32" else name)


def prepare() -> None:
    """Makes the compiler's environment once for every state of the constraints."""
    wanted = hashlib.sha256(CONSTRAINTS.read_bytes()).hexdigest()
    stamp = ENVIRONMENT / "gridarena-stamp"
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted:
        return
    if sys.version_info[:2] > NEWEST_PYTHON:
        found = f"{sys.version_info[0]}.{sys.version_info[1]}"
        raise SystemExit(
            f"the pinned protoc needs Python 3.11 to 3.13, this is {found}: run generate.py with an older one"
        )
    venv.create(ENVIRONMENT, clear=True, with_pip=True)
    install = [str(executable("python")), "-m", "pip", "install", "--quiet", "--constraint", str(CONSTRAINTS), *TOOLS]
    subprocess.run(install, check=True)
    stamp.write_text(wanted, encoding="utf-8")


def generate(target: Path) -> None:
    """Writes all modules below ``target``."""
    sources = sorted((HERE / PACKAGE).glob("*.proto"))
    command = [
        str(executable("python")),
        "-m",
        "grpc_tools.protoc",
        f"--proto_path={HERE}",
        f"--plugin=protoc-gen-mypy={executable('protoc-gen-mypy')}",
        f"--python_out={target}",
        f"--mypy_out=quiet:{target}",
        *(source.relative_to(HERE).as_posix() for source in sources),
    ]
    subprocess.run(command, check=True, cwd=HERE)


def generated(root: Path) -> dict[str, bytes]:
    """The generated modules below ``root``, by file name; line ends do not count."""
    files = (path for path in (root / PACKAGE).glob("*_pb2*") if path.suffix in {".py", ".pyi"})
    return {path.name: path.read_bytes().replace(b"\r\n", b"\n") for path in files}


def drift() -> list[str]:
    """Names of the modules that are missing, stale or left over."""
    with tempfile.TemporaryDirectory() as scratch:
        generate(Path(scratch))
        fresh, committed = generated(Path(scratch)), generated(HERE)
    return sorted(name for name in fresh.keys() | committed.keys() if fresh.get(name) != committed.get(name))


def write() -> None:
    """Replaces the committed modules."""
    with tempfile.TemporaryDirectory() as scratch:
        generate(Path(scratch))
        fresh = generated(Path(scratch))
    for name in generated(HERE).keys() - fresh.keys():
        (HERE / PACKAGE / name).unlink()
    for name, content in fresh.items():
        (HERE / PACKAGE / name).write_bytes(content)


def main() -> int:
    """Runs the generator; returns its exit code."""
    parser = argparse.ArgumentParser(description="Generates gridarena_protocol.v1.")
    parser.add_argument("--check", action="store_true", help="fail when the committed modules are out of date")
    arguments = parser.parse_args()
    prepare()
    if not arguments.check:
        write()
        return 0
    stale = drift()
    if stale:
        print(f"out of date: {', '.join(stale)}; run: python proto/generate.py", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
