"""A report that is written once and read twice: as plain text, and as one HTML page that needs nothing else.

Whatever stands in it is text: control characters are gone before it is written, and in HTML every letter is escaped.
"""

import html
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gridarena_cli.terminal import plain


@dataclass(frozen=True, slots=True)
class Heading:
    """Begins a part. Level 1: the whole; 2: can be folded away on the page; 3: is folded away at first."""

    text: str
    level: int = 2


@dataclass(frozen=True, slots=True)
class Drawing:
    """Lines that keep their blanks: a board."""

    text: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """Rows under headings."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: frozenset[str] = frozenset()
    """Headings above numbers."""


Part = Heading | Drawing | Sheet | str
"""A text is a paragraph."""


def as_text(parts: Sequence[Part]) -> str:
    """The report for an editor or a terminal; as wide as its widest row."""
    return "\n".join(line for part in parts for line in _text(part)) + "\n"


def _text(part: Part) -> Iterable[str]:
    match part:
        case Heading(text, level):
            yield from ("", plain(text), ("=" if level == 1 else "-") * len(plain(text)), "")
        case Drawing(text):
            yield from (*(plain(line) for line in text.splitlines()), "")
        case Sheet():
            yield from (*_columns(part), "")
        case str():
            yield plain(part)


def _columns(sheet: Sheet) -> Iterable[str]:
    rows = [tuple(plain(cell) for cell in row) for row in (sheet.headings, *sheet.rows)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for number, row in enumerate(rows):
        cells = zip(sheet.headings, row, widths, strict=True)
        texts = [cell.rjust(width) if name in sheet.right else cell.ljust(width) for name, cell, width in cells]
        yield "  ".join(texts).rstrip()
        if number == 0:
            yield "  ".join("-" * width for width in widths)


_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; }
table { border-collapse: collapse; margin: .5rem 0 1rem; }
th, td { padding: .1rem .7rem; text-align: left; border-bottom: 1px solid #8884; vertical-align: top; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
pre { line-height: 1.25; overflow-x: auto; }
summary { cursor: pointer; font-weight: 600; margin: .6rem 0; }
@media (prefers-color-scheme: dark) { body { background: #16181c; color: #e4e6ea; } }
"""


def as_html(parts: Sequence[Part]) -> str:
    """The report as one page, without scripts and without anything from elsewhere."""
    title = next((part.text for part in parts if isinstance(part, Heading) and part.level == 1), "gridarena")
    body = "\n".join(_html(parts))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        f"<title>{_escaped(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def _html(parts: Sequence[Part]) -> Iterable[str]:
    is_open = False
    for part in parts:
        match part:
            case Heading(text, level):
                if is_open:
                    yield "</details>"
                is_open = level > 1
                opening = "<details open>" if level == 2 else "<details>"
                yield f"{opening}<summary>{_escaped(text)}</summary>" if is_open else f"<h1>{_escaped(text)}</h1>"
            case Drawing(text):
                lines = "\n".join(_escaped(line) for line in text.splitlines())
                yield f"<pre>{lines}</pre>"
            case Sheet():
                yield from _table(part)
            case str():
                yield f"<p>{_escaped(part)}</p>" if part else ""
    if is_open:
        yield "</details>"


def _table(sheet: Sheet) -> Iterable[str]:
    yield "<table>"
    for tag, row in (("th", sheet.headings), *(("td", row) for row in sheet.rows)):
        cells = zip(sheet.headings, row, strict=True)
        yield f"<tr>{''.join(_cell(tag, name in sheet.right, text) for name, text in cells)}</tr>"
    yield "</table>"


def _cell(tag: str, number: bool, text: str) -> str:
    kind = ' class="number"' if number else ""
    return f"<{tag}{kind}>{_escaped(text)}</{tag}>"


def _escaped(text: str) -> str:
    return html.escape(plain(text))
