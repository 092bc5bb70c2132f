"""Sets gridarena up and runs it, on a machine that has nothing but Python 3.11 or newer.

    python3 bootstrap.py demo           a tournament of the built-in agents, from nothing
    python3 bootstrap.py test           the whole test suite
    python3 bootstrap.py COMMAND ...    any other `gridarena` command
    python3 bootstrap.py poe TASK       a developer's task (see CONTRIBUTING.md)

Standard library only, because nothing is installed yet; and readable by old Pythons, because they must be told so. It
makes `.venv` beside this file and installs the project into it, once for every state of `pyproject.toml` and
`constraints.txt`. The install is editable, so that a later `git pull` needs no second one.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import platform
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
STAMP = VENV / "gridarena-installed.json"
LOG = VENV / "gridarena-install.log"
WINDOWS = sys.platform == "win32"
OLDEST = (3, 11)
EXTRAS = {"test": ("host", "lab", "test"), "poe": ("dev",), "serve": ("host",), "lab": ("neat",)}
"""What a command needs beyond the base; everything else takes ``fast``."""
INCLUDES = {"host": ("fast",), "lab": ("fast",), "neat": ("fast", "lab"), "dev": ("fast", "host", "lab", "test")}
"""Extras that come along with an extra."""
WITHOUT_NUMBA = {"fast": (), "host": (), "lab": (), "neat": (), "dev": ("test",), "test": ("test",)}
"""What is left of an extra where numba has no wheel."""
WHEELS_ONLY = "grpcio,numpy,numba,llvmlite,protobuf"
"""Building these from source takes an hour or fails; a clear line is better."""
TWO_LANES = ("--numprocesses=2", "--dist=loadscope")
"""Tests with clocks one after the other, a process for each of their two folders (see tests/conftest.py)."""
OFFLINE = (
    "ConnectionError",
    "NameResolutionError",
    "ConnectTimeoutError",
    "ProxyError",
    "No matching distribution found for hatchling",
)
"""What pip says when it reached nothing; hatchling itself fits every Python."""
INTERRUPTED = 130


class SetupError(Exception):
    """Why the set-up stopped, in lines for the person at the keyboard."""


def say(text: str) -> None:
    """Prints one line of progress, kept apart from the command's own output."""
    print(f"gridarena: {text}", file=sys.stderr, flush=True)


# --- what is missing --------------------------------------------------------------------------------------------------


def check_python(version: tuple[int, int]) -> None:
    """An old Python is told which other one to use."""
    if version >= OLDEST:
        return
    newer = next(
        (name for name in ("python3.14", "python3.13", "python3.12", "python3.11") if shutil.which(name)), None
    )
    hint = f"run: {newer} bootstrap.py" if newer else "install a newer one from https://www.python.org/downloads/"
    if WINDOWS and newer is None:
        hint += " and run: py -3.12 bootstrap.py"
    raise SetupError(f"expected Python {OLDEST[0]}.{OLDEST[1]} or newer, got {version[0]}.{version[1]}; {hint}")


def check_modules(missing: list[str], version: tuple[int, int]) -> None:
    """Debian and Ubuntu ship Python without the part that makes environments."""
    if missing:
        package = f"python{version[0]}.{version[1]}-venv"
        names = " and ".join(missing)
        raise SetupError(
            f"this Python lacks the standard modules {names}; on Debian or Ubuntu run: sudo apt install {package}"
        )


def diagnose(log: str, machine: str) -> str:
    """The most likely reason of a failed install, from pip's own words."""
    if "No space left on device" in log:
        return "the disk is full: free about 1 GB and run the same command again"
    if offline(log):
        return "the package index cannot be reached: go online (or set HTTPS_PROXY) and run the same command again"
    if "CERTIFICATE_VERIFY_FAILED" in log or "SSLError" in log:
        return "the package index's certificate is not trusted here: set PIP_CERT to your network's certificate file"
    if no_wheel(log):
        if WINDOWS and machine.lower() in {"arm64", "aarch64"}:
            return "grpcio has no wheel for Windows on Arm: install the x64 (64-bit Intel) Python, it runs there too"
        return f"no wheel fits Python {platform.python_version()} on {machine}: try Python 3.12, 64 bit"
    return "pip failed"


def no_wheel(log: str) -> bool:
    """True when pip found no file for this Python and machine."""
    return "No matching distribution found" in log or "ResolutionImpossible" in log


def offline(log: str) -> bool:
    """True when pip found nothing because it reached nothing."""
    return any(sign in log for sign in OFFLINE)


# --- the environment --------------------------------------------------------------------------------------------------


def scripts() -> Path:
    """The environment's folder of executables."""
    return VENV / ("Scripts" if WINDOWS else "bin")


def executable(name: str) -> Path:
    """One executable of the environment."""
    return scripts() / (f"{name}.exe" if WINDOWS else name)


def state() -> str:
    """Changes whenever the environment has to be installed again."""
    digest = hashlib.sha256(str(ROOT).encode("utf-8", "surrogateescape"))
    for name in ("pyproject.toml", "constraints.txt"):
        digest.update((ROOT / name).read_bytes())
    return digest.hexdigest()


def installed() -> set[str]:
    """The extras that this very state already has; none where the Python it was made with is gone."""
    if not executable("python").exists():
        return set()
    try:
        stamp = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return set()
    return set(stamp["extras"]) if stamp["state"] == state() else set()


def usable() -> bool:
    """True when the environment's Python starts, is new enough and has pip."""
    check = f"import sys, pip; sys.exit(sys.version_info < {OLDEST})"
    try:
        return subprocess.run([executable("python"), "-c", check], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def make_environment() -> bool:
    """Makes `.venv`, unless a working one is there; whether it had to be made."""
    if usable():
        return False
    check_modules([name for name in ("venv", "ensurepip") if find_spec(name) is None], sys.version_info[:2])
    say(f"making {VENV}")
    made = subprocess.run([sys.executable, "-m", "venv", "--clear", VENV], capture_output=True, text=True, check=False)
    if made.returncode != 0 or not usable():
        detail = (made.stdout + made.stderr).strip()
        raise SetupError(f"{VENV} could not be made; delete that folder and try again. Python said:\n{detail}")
    return True


def pip(extras: tuple[str, ...], pinned: bool) -> str | None:
    """Installs the project; returns pip's words when it failed."""
    target = f"{ROOT}[{','.join(extras)}]" if extras else str(ROOT)
    command = [str(executable("python")), "-m", "pip", "install", "--no-input", "--progress-bar=off"]
    command += ["--disable-pip-version-check", f"--only-binary={WHEELS_ONLY}"]
    if pinned:
        command += ["--constraint", str(ROOT / "constraints.txt")]
    command += ["--editable", target]
    environment = {**os.environ, "PYTHONUTF8": "1", "PIP_USER": "0"}
    lines = []
    with subprocess.Popen(
        command,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    ) as process:
        try:
            for line in process.stdout or ():
                lines.append(line)
                progress(line)
        except KeyboardInterrupt:
            process.terminate()
            raise
        finally:
            LOG.write_text("".join(lines), encoding="utf-8")
            progress("")
    return None if process.returncode == 0 else "".join(lines)


def progress(line: str) -> None:
    """Shows what pip is doing: one changing line on a terminal, plain lines elsewhere."""
    words = line.split()
    doing = words[:1] and words[0] in {"Collecting", "Downloading", "Installing", "Building", "Using"}
    if sys.stderr.isatty():
        width = shutil.get_terminal_size().columns - 1
        if doing or not line:
            sys.stderr.write("\r" + " ".join(words)[:width].ljust(width) + ("" if line else "\r"))
            sys.stderr.flush()
    elif doing and (words[0] == "Downloading" or words[:2] == ["Installing", "collected"]):
        say(" ".join(words)[:100])


def install(extras: tuple[str, ...]) -> None:
    """Installs what a command needs; steps back to less where a wheel is missing, and says so."""
    have = installed()
    if have.issuperset(extras):
        return
    if make_environment():
        have = set()
    say("installing what is missing (once)")
    slim = tuple(sorted({part for extra in extras for part in WITHOUT_NUMBA[extra]}))
    version = platform.python_version()
    steps = [
        (extras, True, ""),
        (slim, True, f"numba has no wheel for Python {version}: going on without it (same answers, slower search)"),
        (slim, False, f"the pinned versions have no wheels for Python {version}: taking the newest ones"),
    ]
    log: str | None = None
    for wanted, pinned, notice in steps:
        if notice:
            say(notice)
        log = pip(wanted, pinned)
        if log is None or offline(log) or not no_wheel(log):
            break
    if log is not None:
        tail = "".join(log.splitlines(keepends=True)[-12:])
        raise SetupError(f"{diagnose(log, platform.machine())}\n{tail}(all of it: {LOG})")
    have.update(extras, *(INCLUDES.get(extra, ()) for extra in extras))
    stamp = {"state": state(), "extras": sorted(have)}
    STAMP.write_text(json.dumps(stamp), encoding="utf-8")


# --- run --------------------------------------------------------------------------------------------------------------


def command_line(arguments: list[str]) -> list[str]:
    """What to run inside the environment."""
    if arguments[0] == "test":
        return [str(executable("python")), "-m", "pytest", f"--rootdir={ROOT}", *TWO_LANES, *arguments[1:]]
    if arguments[0] == "poe":
        return [str(executable("python")), "-m", "poethepoet", "-C", str(ROOT), *arguments[1:]]
    return [str(executable("gridarena")), *arguments]


def run(command: list[str]) -> int:
    """Runs the command in our place: it gets every signal itself, its exit code is ours, its PATH begins in `.venv`."""
    path = os.pathsep.join([str(scripts()), os.environ.get("PATH", os.defpath)])
    environment = {**os.environ, "PYTHONUTF8": "1", "PATH": path, "VIRTUAL_ENV": str(VENV)}
    if not WINDOWS:
        os.execve(command[0], command, environment)
    process = subprocess.Popen(command, env=environment)
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            continue  # the console has sent Ctrl-C to the child too, which ends in its own way


def main(arguments: list[str]) -> int:
    """Sets up, then runs the command."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # pip draws boxes that an old Windows console has no letters for
    if not arguments or arguments[0] in {"-h", "--help"}:
        print(__doc__)
        return 0 if arguments else 2
    try:
        check_python(sys.version_info[:2])
        install(EXTRAS.get(arguments[0], ("fast",)))
    except SetupError as error:
        say(str(error))
        return 1
    except KeyboardInterrupt:
        say("interrupted; the same command goes on from here")
        return INTERRUPTED
    if arguments[0] == "test":
        os.chdir(ROOT)
    return run(command_line(arguments))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
