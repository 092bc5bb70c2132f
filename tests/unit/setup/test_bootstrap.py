"""What bootstrap.py says and does before anything is installed; no network and no real pip."""

import ast
import json
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

from support.scripts import ROOT, load

NO_WHEEL = "ERROR: No matching distribution found for numba\n"
CONFLICT = "ERROR: ResolutionImpossible: for help visit ...\n"
NO_NETWORK = (
    "WARNING: Retrying after connection broken by 'NewConnectionError'\nERROR: No matching distribution found\n"
)


@pytest.fixture
def bootstrap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script with a project folder of its own."""
    module = load("bootstrap.py")
    for name in ("pyproject.toml", "constraints.txt"):
        (tmp_path / name).write_text(name, encoding="utf-8")
    venv = tmp_path / ".venv"
    venv.mkdir()
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "VENV", venv)
    monkeypatch.setattr(module, "STAMP", venv / "stamp.json")
    monkeypatch.setattr(module, "LOG", venv / "log")
    python = module.executable("python")
    python.parent.mkdir()
    python.touch()
    monkeypatch.setattr(module, "make_environment", lambda: False)
    return module


class Pip:
    """Answers the install's steps one after the other and remembers them."""

    def __init__(self) -> None:
        self.answers: list[str | None] = []
        self.asked: list[tuple[tuple[str, ...], bool]] = []

    def __call__(self, extras: tuple[str, ...], pinned: bool) -> str | None:
        self.asked.append((extras, pinned))
        return self.answers.pop(0)


@pytest.fixture
def pip(bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Pip:
    """In the place of the script's own; a test says what it answers."""
    pip = Pip()
    monkeypatch.setattr(bootstrap, "pip", pip)
    return pip


def test_the_script_is_readable_by_old_pythons() -> None:
    """An old Python must get as far as the line that says it is too old."""
    ast.parse((ROOT / "bootstrap.py").read_text(encoding="utf-8"), feature_version=(3, 7))


def test_an_old_python_is_told_what_to_run(bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """Expected, got, and what to do."""
    monkeypatch.setattr(bootstrap.shutil, "which", lambda name: name if name == "python3.12" else None)
    with pytest.raises(bootstrap.SetupError, match=r"expected Python 3.11 or newer, got 3.9; run: python3.12 "):
        bootstrap.check_python((3, 9))
    monkeypatch.setattr(bootstrap.shutil, "which", lambda name: None)
    with pytest.raises(bootstrap.SetupError, match=r"install a newer one"):
        bootstrap.check_python((3, 9))
    bootstrap.check_python((3, 11))


def test_debians_missing_part_is_named(bootstrap: ModuleType) -> None:
    """The package to install is spelt out for the Python at hand."""
    with pytest.raises(bootstrap.SetupError, match=r"lacks .* ensurepip; .* sudo apt install python3\.13-venv"):
        bootstrap.check_modules(["ensurepip"], (3, 13))
    bootstrap.check_modules([], (3, 13))


@pytest.mark.parametrize(
    ("log", "reason"),
    [
        (NO_NETWORK, "go online"),
        ("ERROR: No matching distribution found for hatchling>=1.27", "go online"),
        (NO_WHEEL, "no wheel fits"),
        (CONFLICT, "no wheel fits"),
        ("OSError: [Errno 28] No space left on device", "disk is full"),
        ("SSLError(SSLCertVerificationError: CERTIFICATE_VERIFY_FAILED)", "PIP_CERT"),
        ("something else", "pip failed"),
    ],
)
def test_a_failed_install_is_explained(bootstrap: ModuleType, log: str, reason: str) -> None:
    """Pip's many lines become one that says what to do."""
    assert reason in bootstrap.diagnose(log, "x86_64")


def test_windows_on_arm_is_told_to_take_x64(bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """Grpcio has no wheel there, but the x64 Python runs there."""
    monkeypatch.setattr(bootstrap, "WINDOWS", True)
    assert "x64" in bootstrap.diagnose(NO_WHEEL, "ARM64")


def test_an_install_happens_once_for_every_state(bootstrap: ModuleType, pip: Pip) -> None:
    """Nothing is installed twice, until the requirements change or more is needed."""
    pip.answers = [None, None, None]
    bootstrap.install(("fast",))
    bootstrap.install(("fast",))
    assert pip.asked == [(("fast",), True)]
    bootstrap.install(("host", "test"))
    bootstrap.install(("host",))
    bootstrap.install(("fast",))
    assert pip.asked[1:] == [(("host", "test"), True)]
    (bootstrap.ROOT / "constraints.txt").write_text("changed", encoding="utf-8")
    bootstrap.install(("fast",))
    assert len(pip.asked) == 3


def test_an_environment_whose_python_is_gone_is_installed_again(
    bootstrap: ModuleType, pip: Pip, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its stamp still fits; what was in it is gone with it, so that more is needed later."""
    pip.answers = [None, None, None]
    bootstrap.install(("dev",))
    bootstrap.executable("python").unlink()
    monkeypatch.setattr(bootstrap, "make_environment", lambda: True)
    bootstrap.install(("fast",))
    bootstrap.executable("python").touch()
    monkeypatch.setattr(bootstrap, "make_environment", lambda: False)
    bootstrap.install(("dev",))
    assert [extras for extras, _ in pip.asked] == [("dev",), ("fast",), ("dev",)]


def test_a_moved_project_is_installed_again(bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """An editable install knows the folder's old place only."""
    before = bootstrap.state()
    monkeypatch.setattr(bootstrap, "ROOT", bootstrap.ROOT.rename(bootstrap.ROOT.with_name("moved")))
    assert bootstrap.state() != before


def test_a_damaged_stamp_means_not_installed(bootstrap: ModuleType) -> None:
    """An interrupted write costs an install, not a traceback."""
    bootstrap.STAMP.write_text("{", encoding="utf-8")
    assert bootstrap.installed() == set()


@pytest.mark.parametrize("log", [NO_WHEEL, CONFLICT])
def test_without_a_numba_wheel_the_base_is_installed(
    bootstrap: ModuleType, pip: Pip, capsys: pytest.CaptureFixture[str], log: str
) -> None:
    """The fallback is said aloud, and it is not tried again the next time."""
    pip.answers = [log, None]
    bootstrap.install(("host", "test"))
    assert pip.asked == [(("host", "test"), True), (("test",), True)]
    assert "numba has no wheel" in capsys.readouterr().err
    assert bootstrap.installed() == {"fast", "host", "test"}


def test_a_python_newer_than_the_pins_gets_the_newest_versions(bootstrap: ModuleType, pip: Pip) -> None:
    """The last resort leaves the pins out."""
    pip.answers = [CONFLICT, CONFLICT, None]
    bootstrap.install(("fast",))
    assert pip.asked == [(("fast",), True), ((), True), ((), False)]


def test_without_a_network_nothing_is_tried_twice(bootstrap: ModuleType, pip: Pip) -> None:
    """Offline is not mistaken for a missing wheel, and leaves no stamp."""
    pip.answers = [NO_NETWORK]
    with pytest.raises(bootstrap.SetupError, match="go online"):
        bootstrap.install(("fast",))
    assert not bootstrap.STAMP.exists()


def test_every_extra_that_a_command_needs_exists(bootstrap: ModuleType) -> None:
    """The table of extras follows pyproject.toml."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    used = {extra for extras in bootstrap.EXTRAS.values() for extra in extras} | {"fast"}
    assert used <= project["optional-dependencies"].keys()
    assert used <= bootstrap.WITHOUT_NUMBA.keys()
    assert (
        used | {name for extra in used for name in bootstrap.INCLUDES.get(extra, ())} <= bootstrap.WITHOUT_NUMBA.keys()
    )


@pytest.mark.parametrize(
    ("arguments", "tail"),
    [
        (["test", "-q"], ["-m", "pytest", "-q"]),
        (["poe", "lint"], ["-m", "poethepoet", "lint"]),
        (["demo", "--json"], ["demo", "--json"]),
    ],
)
def test_a_command_runs_inside_the_environment(bootstrap: ModuleType, arguments: list[str], tail: list[str]) -> None:
    """No activation: the environment's own executables are called."""
    command = bootstrap.command_line(arguments)
    assert Path(command[0]).is_relative_to(bootstrap.VENV)
    assert [word for word in command[1:] if word in tail] == tail


def test_help_needs_no_environment(bootstrap: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    """Without a command the script explains itself and fails; with --help it succeeds."""
    assert bootstrap.main([]) == 2
    assert bootstrap.main(["--help"]) == 0
    assert "bootstrap.py demo" in capsys.readouterr().out


def test_a_setup_error_is_one_exit_code_and_no_traceback(
    bootstrap: ModuleType, pip: Pip, capsys: pytest.CaptureFixture[str]
) -> None:
    """What stops the set-up is printed on stderr."""
    pip.answers = [NO_NETWORK]
    assert bootstrap.main(["demo"]) == 1
    assert "gridarena: the package index cannot be reached" in capsys.readouterr().err


def test_the_stamp_is_plain_json(bootstrap: ModuleType, pip: Pip) -> None:
    """People may look at it."""
    pip.answers = [None]
    bootstrap.install(("dev",))
    assert json.loads(bootstrap.STAMP.read_text(encoding="utf-8"))["extras"] == ["dev", "fast", "host", "lab", "test"]
