import io
import json

import pytest

from gridarena_cli import terminal
from gridarena_cli.exits import CliError, Exit
from gridarena_cli.render import tables
from gridarena_protocol.views import Standing


def test_plain_keeps_words_and_letters_of_all_languages() -> None:
    """Only what steers is taken out."""
    assert terminal.plain("Zoë 数独 [ok]") == "Zoë 数独 [ok]"


def test_plain_takes_out_what_steers() -> None:
    """Escape sequences, line breaks, bells and direction marks."""
    assert terminal.plain("a\x1b[2Jb\nc\u202ed\u200be\x85f\u2028g") == "a [2Jb cde f g"


def test_json_is_one_ascii_line(capsys: pytest.CaptureFixture[str]) -> None:
    """Readable whatever the reader's encoding."""
    terminal.put_json({"name": "Zoë\n"})
    out = capsys.readouterr().out
    assert out.isascii()
    assert out.count("\n") == 1
    assert json.loads(out) == {"name": "Zoë\n"}


def test_streams_of_an_old_code_page_become_utf8() -> None:
    """As a pipe on Windows is."""
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="cp1252")
    terminal.utf8(stream)
    stream.write("─")
    stream.flush()
    assert raw.getvalue() == "─".encode()


def test_nobody_is_asked_where_nobody_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """A script gets no prompt, but a line that says what to add."""
    monkeypatch.setattr("sys.stdin", io.StringIO("y\n"))
    with pytest.raises(CliError, match="aborting is for good and nobody is here to ask: add --yes") as told:
        terminal.insist("Sure?", because="aborting is for good", refused="not aborted")
    assert told.value.exit_code is Exit.USAGE


class Keyboard(io.StringIO):
    """A person who sits there."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("typed", "agreed"), [("y\n", True), ("Yes\n", True), ("n\n", False), ("\n", False), ("", False)]
)
def test_nothing_goes_on_without_a_yes(typed: str, agreed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Anything else is a no, the end of the input too."""
    monkeypatch.setattr("sys.stdin", Keyboard(typed))
    monkeypatch.setattr("sys.stderr", Keyboard())
    if agreed:
        terminal.insist("Sure?", because="it must be", refused="not done")
        return
    with pytest.raises(CliError, match="not done") as told:
        terminal.insist("Sure?", because="it must be", refused="not done")
    assert told.value.exit_code is Exit.REFUSED


@pytest.mark.parametrize("width", [40, 60, 80])
def test_a_narrow_terminal_loses_no_digit(
    width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A number that is cut off is another number: a line runs on instead."""
    rows = [
        Standing(rank, f"night-owls-group-{rank}/minimax-depth-4", 1012.6, 440, 312, 17, 111, 4455) for rank in (8, 112)
    ]
    monkeypatch.setattr(terminal, "PIPE_WIDTH", width)
    terminal.show(tables.leaderboard(rows), tables.standings(rows))
    drawn = capsys.readouterr().out
    for cell in ("112", "1013", "440", "312", "17", "111", "4455", "played", "drawn", "points"):
        assert drawn.count(cell) >= 2, cell
    if width == 80:
        assert max(map(len, drawn.splitlines())) <= width  # names fold instead


def test_no_colour_reaches_a_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables in files are plain text, wide enough not to fold."""
    stream = io.StringIO()
    monkeypatch.setattr("sys.stdout", stream)
    drawn = terminal.console()
    drawn.print("x", style="red")
    assert stream.getvalue() == "x\n"
    assert drawn.width == terminal.PIPE_WIDTH
