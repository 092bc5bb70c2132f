"""How every plot looks: small, for a printed column, with what there is to read and nothing else.

Figures are made without pyplot, so that neither a window nor a global state is ever involved.
"""

import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

WIDTH = 6.3
"""Inches: the text's width on A4."""
INK, FAINT = "#1a1a1a", "#b0b0b0"
CURVES = (
    ("#0072B2", "o", "-"),
    ("#D55E00", "s", "--"),
    ("#009E73", "^", "-."),
    ("#CC79A7", "D", ":"),
    ("#56B4E9", "v", (0, (5, 1))),
    ("#E69F00", "P", (0, (3, 1, 1, 1))),
    ("#1a1a1a", "X", (0, (1, 1))),
)
"""Colour (Okabe and Ito's, which colour-blind people tell apart), marker and line of the first, second, ... curve."""
HATCHES = ("", "////", "....", "xxxx", "----")
SCORE_MAP = "YlGnBu"
"""From light to dark, so that it stays in order without colour."""
FORMATS = ("png", "svg", "pdf")

_RC: dict[str, Any] = {
    "font.size": 9,
    "axes.titlesize": 9,
    "axes.labelsize": 9,
    "xtick.labelsize": 8,
    "ytick.labelsize": 8,
    "legend.fontsize": 8,
    "legend.frameon": False,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": INK,
    "axes.linewidth": 0.7,
    "xtick.major.width": 0.7,
    "ytick.major.width": 0.7,
    "lines.linewidth": 1.3,
    "lines.markersize": 4.5,
    "hatch.linewidth": 0.6,
    "text.parse_math": False,
    "svg.hashsalt": "gridarena",
    "svg.fonttype": "path",
    "pdf.fonttype": 42,
    "axes.unicode_minus": True,
}
_UNDATED = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}


@dataclass(frozen=True, slots=True)
class Plot:
    """A figure, the name of its files and what it shows."""

    name: str
    caption: str
    figure: Figure

    def __post_init__(self) -> None:
        """Lays the figure out once, not again for every format."""
        with styled():
            self.figure.draw_without_rendering()
            self.figure.set_layout_engine("none")

    def save(self, folder: Path) -> None:
        """Writes it in every format; the same figure gives the same bytes."""
        with styled():
            for kind in FORMATS:
                self.figure.savefig(folder / f"{self.name}.{kind}", dpi=200, metadata=_UNDATED[kind])

    def svg(self) -> str:
        """As an element for a page; names of its parts begin with the plot's, so that several fit on one page."""
        text = io.StringIO()
        with styled():
            self.figure.savefig(text, format="svg", metadata=_UNDATED["svg"])
        element = text.getvalue()
        element = re.sub(r'\bid="', f'id="{self.name}-', element[element.index("<svg ") :])
        return re.sub(r'(xlink:href="|url\()#', rf"\g<1>#{self.name}-", element)


@contextmanager
def styled() -> Iterator[None]:
    """Our settings and nobody else's, for a while."""
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(_RC)
        yield


def figure(height: float) -> Figure:
    """An empty one of the text's width; inside :func:`styled`."""
    drawn = Figure(figsize=(WIDTH, height), layout="constrained")
    FigureCanvasAgg(drawn)
    return drawn


def score_axis(axes: Axes) -> None:
    """A score from 0 to 100 %, with the line where neither is better."""
    axes.set_ylim(-3, 103)
    axes.set_yticks([0, 25, 50, 75, 100])
    axes.axhline(50, color=FAINT, linewidth=0.8, zorder=0)
