import io
import subprocess
import sys

import pytest

from gridarena.errors import AddressError, UnusableFileError
from gridarena.errors import ServiceError as ToldByServer
from gridarena_cli import app, main
from gridarena_cli.exits import CliError, Exit
from gridarena_cli.failures import explain
from gridarena_games.errors import InvalidSetupError, UnknownGameError
from gridarena_server.errors import ArenaError, Code, ServiceError
from gridarena_server.store.base import StoreError


@pytest.mark.parametrize("code", Code)
def test_every_code_of_the_server_has_a_number(code: Code) -> None:
    """The same whether it came over the wire or from a server in this process."""
    near, far = explain(ServiceError(code, "why")), explain(ToldByServer(code.value, "why"))
    assert near is not None
    assert far is not None
    assert near.exit_code == far.exit_code != Exit.OK
    assert str(near) == str(far) == "why"


@pytest.mark.parametrize(
    ("error", "number"),
    [
        (CliError(Exit.USAGE, "x"), Exit.USAGE),
        (AddressError("x"), Exit.USAGE),
        (UnusableFileError("x"), Exit.BAD_FILE),
        (UnknownGameError("x"), Exit.NOT_FOUND),
        (InvalidSetupError("x"), Exit.BAD_FILE),
        (ArenaError("x", 6), Exit.PORT_IN_USE),
        (ArenaError("x", 7), Exit.DATABASE_IN_USE),
        (StoreError("x"), Exit.DATABASE_UNUSABLE),
        (PermissionError(13, "not allowed", "f"), Exit.PROBLEM),
    ],
)
def test_known_failures_have_their_number(error: Exception, number: Exit) -> None:
    """Each kind its own, as the documentation lists them."""
    failure = explain(error)
    assert failure is not None
    assert failure.exit_code == number


def test_a_mistake_of_ours_is_not_explained_away() -> None:
    """It is reported as one."""
    assert explain(KeyError("x")) is None


def raising(error: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(words: list[str]) -> int:
        raise error

    monkeypatch.setattr(main, "_run", fail)


def test_a_failure_is_one_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Even where its text has several, or steers a terminal."""
    raising(CliError(Exit.NOT_FOUND, "no\nsuch \x1b[31mmatch"), monkeypatch)
    assert main.main(["show", "3"]) == Exit.NOT_FOUND
    shown = capsys.readouterr()
    assert shown.err == "gridarena: no such  [31mmatch\n"
    assert shown.out == ""


def test_a_mistake_of_ours_shows_no_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Unless it is asked for, wherever `--debug` stands."""
    raising(KeyError("turns"), monkeypatch)
    assert main.main(["show", "3"]) == Exit.BUG
    assert "Traceback" not in capsys.readouterr().err
    assert main.main(["show", "3", "--debug"]) == Exit.BUG
    assert "Traceback" in capsys.readouterr().err


def test_ctrl_c_is_quiet(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The person knows what they did."""
    raising(KeyboardInterrupt(), monkeypatch)
    assert main.main(["demo"]) == Exit.INTERRUPTED
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    "words",
    [["nothing"], ["tournament"], ["show"], ["show", "x"], ["show", "3", "--nope"], ["history", "--limit", "0"]],
)
def test_a_wrong_command_line_is_one_line(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """And says where help is."""
    assert main.main(words) == Exit.USAGE
    shown = capsys.readouterr()
    assert shown.err.count("\n") == 1
    assert "--help" in shown.err
    assert shown.out == ""


def test_no_words_mean_help(capsys: pytest.CaptureFixture[str]) -> None:
    """A first contact ends well."""
    assert main.main([]) == Exit.OK
    assert "demo" in capsys.readouterr().out


def test_a_reader_that_has_gone_is_no_failure_worth_words() -> None:
    """`gridarena ... | head` ends without a complaint."""
    words = [sys.executable, "-m", "gridarena_cli", "--help"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as shown:
        assert shown.stdout is not None
        shown.stdout.close()
        assert shown.stderr is not None
        assert shown.stderr.read() == b""
        assert shown.wait() == Exit.PROBLEM


def test_help_imports_nothing_heavy() -> None:
    """`gridarena --help` answers at once: neither gRPC nor numpy nor the server are loaded for it."""
    heavy = ("grpc", "numpy", "numba", "aiosqlite", "gridarena._client", "gridarena_server", "gridarena_lab", "psutil")
    script = (
        "import sys; from gridarena_cli.main import main; main(['--help']); "
        f"print([name for name in {heavy!r} if name in sys.modules], file=sys.stderr)"
    )
    shown = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert shown.stderr.strip() == "[]"


def test_every_command_explains_itself() -> None:
    """Each command, option and argument has a help text, for a person who has never seen it."""
    import typer

    def walk(command: object, path: str) -> None:
        assert getattr(command, "help", None), path
        for parameter in getattr(command, "params", ()):
            if not getattr(parameter, "hidden", False):
                assert getattr(parameter, "help", None), (path, parameter.name)
        for name, below in getattr(command, "commands", {}).items():
            walk(below, f"{path} {name}")

    walk(typer.main.get_command(app.app), "gridarena")


def test_streams_are_utf8_before_anything_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even the first error message on an old code page."""
    raw = io.BytesIO()
    monkeypatch.setattr("sys.stderr", io.TextIOWrapper(raw, encoding="ascii", write_through=True))
    raising(CliError(Exit.NOT_FOUND, "no agent is called 'Zoë'"), monkeypatch)
    main.main(["show", "3"])
    assert "Zoë".encode() in raw.getvalue()
