"""A table for a paper: booktabs, ready for the command input."""

import re

from gridarena_lab.report.document import Table

_NO_LABEL = re.compile(r"[^0-9A-Za-z.:-]+")
"""What LaTeX would stumble over in a label."""
_SPECIAL = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "\N{EN DASH}": "--",
    "\N{MINUS SIGN}": "$-$",
    "\N{MULTIPLICATION SIGN}": r"$\times$",
    "\N{PLUS-MINUS SIGN}": r"$\pm$",
    "\N{HORIZONTAL ELLIPSIS}": r"\ldots{}",
}


def write(table: Table, label: str) -> str:
    """A ``table`` environment; needs the package booktabs."""
    columns = "l" * table.words + "r" * (len(table.head) - table.words)
    lines = (
        "% \\usepackage{booktabs}",
        r"\begin{table}[htbp]",
        r"  \centering\small",
        rf"  \caption{{{escaped(table.caption)}}}",
        rf"  \label{{tab:{_NO_LABEL.sub('-', label)}}}",
        rf"  \begin{{tabular}}{{@{{}}{columns}@{{}}}}",
        r"    \toprule",
        f"    {_row(table.head)}",
        r"    \midrule",
        *(f"    {_row(row)}" for row in table.rows),
        r"    \bottomrule",
        r"  \end{tabular}",
        r"\end{table}",
    )
    return "\n".join((*lines, ""))


def escaped(text: str) -> str:
    """Plain text, of which LaTeX takes nothing for a command."""
    return "".join(_SPECIAL.get(letter, letter) for letter in " ".join(text.split()))


def _row(cells: tuple[str, ...]) -> str:
    return f"{' & '.join(escaped(cell) for cell in cells)} \\\\"
