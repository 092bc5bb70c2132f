import io
import json

import pytest

from gridarena_cli import terminal


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
    """A script gets no prompt."""
    monkeypatch.setattr("sys.stdin", io.StringIO("y\n"))
    assert terminal.confirm("Sure?") is None


def test_no_colour_reaches_a_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables in files are plain text, wide enough not to fold."""
    stream = io.StringIO()
    monkeypatch.setattr("sys.stdout", stream)
    drawn = terminal.console()
    drawn.print("x", style="red")
    assert stream.getvalue() == "x\n"
    assert drawn.width == terminal.PIPE_WIDTH
