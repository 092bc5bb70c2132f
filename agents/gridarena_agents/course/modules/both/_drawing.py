"""A board drawn with lines around its regions, rows and columns counted from 0."""

from typing import List


def draw(m: int, n: int, cells: List[str], ascii_only: bool = False) -> str:
    """The drawing, with a newline after every line.

    Args:
        m: rows of a region.
        n: columns of a region.
        cells: the text of every cell, row by row.
        ascii_only: no box-drawing characters.
    """
    size = m * n
    width = max([2] + [len(cell) for cell in cells])
    bar, dash, cross = ("|", "-", "+") if ascii_only else ("│", "─", "┼")

    def line(label: str, texts: List[str]) -> str:
        regions = [" ".join(text.rjust(width) for text in texts[k : k + n]) for k in range(0, size, n)]
        return "{:>3} {} {}\n".format(label, bar, " {} ".format(bar).join(regions))

    span = (width + 1) * n + 1
    rule = dash * 4 + cross + cross.join([dash * span] * m) + "\n"
    parts = [line("", [str(j) for j in range(size)])]
    for i in range(size):
        if i % m == 0:
            parts.append(rule)
        parts.append(line(str(i), cells[i * size : (i + 1) * size]))
    return "".join(parts)
