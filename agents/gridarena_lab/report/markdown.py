"""A page as Markdown that a person can read as it is."""

import re
from collections.abc import Iterable, Sequence
from itertools import zip_longest

from gridarena_lab.report.document import Block, Code, Heading, Paragraph, Picture, Table

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~$])")


def write(blocks: Iterable[Block]) -> str:
    """The whole page; pictures lie beside it as PNG."""
    return "\n\n".join(_block(block) for block in blocks) + "\n"


def escaped(text: str) -> str:
    """Plain text: nothing in it is markup, and it stays on its line."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))


def _block(block: Block) -> str:
    match block:
        case Heading(text, level):
            return f"{'#' * level} {escaped(text)}"
        case Paragraph(text, strong):
            return f"**{escaped(text)}**" if strong else escaped(text)
        case Code(text):
            return "\n".join(f"    {line}" for line in text.splitlines())
        case Picture(name, caption):
            return f"![{escaped(caption)}]({name}.png)"
        case Table():
            return f"{escaped(block.caption)}\n\n{_table(block)}"


def _table(table: Table) -> str:
    """Columns are as wide as their widest cell, so that the source is a table, too."""
    rows = [[escaped(cell) for cell in row] for row in (table.head, *table.rows)]
    widths = [max(3, *(len(cell) for cell in column)) for column in zip_longest(*rows, fillvalue="")]
    rule = ["-" * width if place < table.words else "-" * (width - 1) + ":" for place, width in enumerate(widths)]
    lines = [_line(row, widths, table.words) for row in rows]
    return "\n".join([lines[0], f"| {' | '.join(rule)} |", *lines[1:]])


def _line(row: Sequence[str], widths: Sequence[int], words: int) -> str:
    cells = (
        cell.ljust(width) if place < words else cell.rjust(width)
        for place, (cell, width) in enumerate(zip(row, widths, strict=True))
    )
    return f"| {' | '.join(cells)} |"
